/// A reader for TOML from an untrusted source.
///
/// The result is a table or a fault, never a trap, and the depth is limited. It reads all of TOML 1.0, except that
/// dates and times stay uninterpreted text.
package struct TOMLReader {
  /// Largest text that is accepted, in bytes.
  package static let maxBytes = 256 << 10
  /// Greatest depth of nested tables and lists.
  package static let maxDepth = 16
  /// Greatest number of keys and table headers in one text.
  package static let maxKeys = 2000

  private var text: TOMLScanner
  private let root = TOMLNode(depth: 0, kind: .head, line: 1)
  /// The table whose header was read last, and its names.
  private var table: TOMLNode
  private var names: [String] = []
  private var keys = 0

  private init(_ text: String) {
    self.text = TOMLScanner(text)
    table = root
  }

  /// Reads a whole text.
  /// - Throws: `TOMLFault` with the place of the first fault.
  package static func read(_ text: String) throws(TOMLFault) -> TOMLTable {
    guard text.utf8.count <= maxBytes else {
      throw TOMLFault(line: 1, column: 1, text: "it has \(text.utf8.count) bytes; \(maxBytes) are allowed")
    }
    var reader = TOMLReader(text)
    return try reader.all()
  }

  private mutating func all() throws(TOMLFault) -> TOMLTable {
    try text.skipLines()
    while !text.isAtEnd {
      if text.next == UInt8(ascii: "[") { try head() } else { try pair(in: table, names) }
      try text.skipRemark()
      guard text.isAtLineEnd else { throw text.fault("\(text.shown) follows the end of the value: begin a new line for it") }
      try text.skipLines()
    }
    return root.table
  }

  // Table headers.

  private mutating func head() throws(TOMLFault) {
    let start = text
    text.drop()
    let isList = text.takeOne("[")
    let path = try path()
    let isClosed = text.takeOne("]") && (!isList || text.takeOne("]"))
    guard isClosed else {
      throw text.fault("a head ends with \(isList ? "]]" : "]"), and \(text.shown) stands there: write \(isList ? "[[NAME]]" : "[NAME]")")
    }
    table = try isList ? begin(list: path, start) : begin(table: path, start)
    names = path
  }

  /// Returns the table that contains the last name of a header.
  private mutating func parent(_ path: [String], _ start: TOMLScanner) throws(TOMLFault) -> TOMLNode {
    var node = root
    for name in path.dropLast() {
      switch node.items[name] {
      case nil: node = try add(name, .around, to: node, start, path)
      case .table(let inner)?: node = inner
      case .tables(_, let inner)?:
        // A list of tables is never empty, so its last one exists.
        guard let last = inner.last else { throw twice(path, start.line, start) }
        node = last
      case .some(let other): throw twice(path, other.line, start)
      }
    }
    return node
  }

  private mutating func begin(table path: [String], _ start: TOMLScanner) throws(TOMLFault) -> TOMLNode {
    let parent = try parent(path, start)
    guard let name = path.last else { return root }
    switch parent.items[name] {
    case nil: return try add(name, .head, to: parent, start, path)
    case .table(let node)? where node.kind == .around:
      node.kind = .head
      return node
    case .some(let other): throw twice(path, other.line, start)
    }
  }

  private mutating func begin(list path: [String], _ start: TOMLScanner) throws(TOMLFault) -> TOMLNode {
    let parent = try parent(path, start)
    guard let name = path.last else { return root }
    let node = try made(.head, in: parent, start, path)
    switch parent.items[name] {
    case nil: parent.items[name] = .tables(start.line, [node])
    case .tables(let line, let nodes)?: parent.items[name] = .tables(line, nodes + [node])
    case .some(let other): throw twice(path, other.line, start)
    }
    return node
  }

  private mutating func made(_ kind: TOMLNode.Kind, in parent: TOMLNode, _ start: TOMLScanner, _ path: [String]) throws(TOMLFault)
    -> TOMLNode
  {
    try count(start)
    guard parent.depth < Self.maxDepth else { throw tooDeep(start, path) }
    return TOMLNode(depth: parent.depth + 1, kind: kind, line: start.line)
  }

  private mutating func add(
    _ name: String, _ kind: TOMLNode.Kind, to parent: TOMLNode, _ start: TOMLScanner, _ path: [String]
  ) throws(TOMLFault) -> TOMLNode {
    let node = try made(kind, in: parent, start, path)
    parent.items[name] = .table(node)
    return node
  }

  // Keys.

  /// Reads `a.b = value`.
  private mutating func pair(in table: TOMLNode, _ names: [String]) throws(TOMLFault) {
    let start = text
    let path = try path()
    let all = names + path
    guard text.takeOne("=") else {
      throw text.fault("\(text.shown) stands where = is expected: write KEY = VALUE, [SECTION] or # and a remark")
    }
    text.skipBlanks()
    var node = table
    for name in path.dropLast() {
      switch node.items[name] {
      case nil: node = try add(name, .dotted, to: node, start, all)
      case .table(let inner)? where inner.kind == .dotted: node = inner
      case .some(let other): throw twice(all, other.line, start)
      }
    }
    guard let name = path.last else { return }
    try count(start)
    if let other = node.items[name] { throw twice(all, other.line, start) }
    do throws(TOMLFault) { node.items[name] = .value(start.line, try value(depth: node.depth, all)) } catch {
      var named = error
      if named.key == nil { named.key = Self.shown(all) }
      throw named
    }
  }

  /// Reads names joined by dots, with blanks around them.
  private mutating func path() throws(TOMLFault) -> [String] {
    let start = text
    var path: [String] = []
    repeat {
      text.skipBlanks()
      path.append(try name())
      text.skipBlanks()
      guard path.count <= Self.maxDepth else { throw tooDeep(start, []) }
    } while text.takeOne(".")
    return path
  }

  private mutating func name() throws(TOMLFault) -> String {
    if text.next == UInt8(ascii: "\"") || text.next == UInt8(ascii: "'") { return try text.text(onOneLine: true) }
    let name = text.take(while: TOMLScanner.isBare)
    guard !name.isEmpty else {
      throw text.fault(
        "\(text.shown) stands where a name is expected: write letters, digits, - and _, or anything else between quotation marks")
    }
    return name
  }

  // Values.

  private mutating func value(depth: Int, _ names: [String]) throws(TOMLFault) -> TOMLValue {
    switch text.next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try text.text())
    case UInt8(ascii: "["): return .list(try list(depth: depth + 1, names))
    case UInt8(ascii: "{"): return .table(try inline(depth: depth + 1, names))
    default: return try word()
    }
  }

  private mutating func word() throws(TOMLFault) -> TOMLValue {
    let start = text
    func isPart(_ byte: UInt8) -> Bool {
      TOMLScanner.isBare(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }
    var word = text.take(while: isPart)
    if word.utf8.count == 10, TOMLNumbers.isDate(word), text.next == 0x20 {
      // A blank may separate a date from its time.
      var ahead = text
      ahead.drop()
      let time = ahead.take(while: isPart)
      if TOMLNumbers.isDate(time) {
        word += " " + time
        text = ahead
      }
    }
    if word.isEmpty {
      let isMissing = text.isAtLineEnd || text.next == UInt8(ascii: "#")
      throw text.fault(isMissing ? "the value is missing: write it after =" : "\(text.shown) stands where a value is expected")
    }
    do throws(Failure) { if let value = try TOMLNumbers.value(word) { return value } } catch { throw start.fault("\(error)") }
    throw start.fault("'\(cleaned(word, limit: 30))' is not a value: a text stands between quotation marks")
  }

  private mutating func list(depth: Int, _ names: [String]) throws(TOMLFault) -> [TOMLValue] {
    let start = text
    guard depth <= Self.maxDepth else { throw tooDeep(start, names) }
    text.drop()
    var values: [TOMLValue] = []
    while true {
      try text.skipLines()
      if text.takeOne("]") { return values }
      if text.isAtEnd { throw start.fault("the list has no ] at its end") }
      values.append(try value(depth: depth, names))
      try text.skipLines()
      if text.takeOne(",") { continue }
      if text.takeOne("]") { return values }
      if text.isAtEnd { throw start.fault("the list has no ] at its end") }
      throw text.fault("\(text.shown) stands where , or ] is expected in a list")
    }
  }

  private mutating func inline(depth: Int, _ names: [String]) throws(TOMLFault) -> TOMLTable {
    let start = text
    guard depth <= Self.maxDepth else { throw tooDeep(start, names) }
    text.drop()
    let node = TOMLNode(depth: depth, kind: .head, line: start.line)
    text.skipBlanks()
    if text.takeOne("}") { return node.table }
    while true {
      if text.isAtLineEnd { throw start.fault("a table between { and } stands on one line, and its } is missing there") }
      try pair(in: node, names)
      text.skipBlanks()
      if text.takeOne("}") { return node.table }
      if text.isAtLineEnd { throw start.fault("a table between { and } stands on one line, and its } is missing there") }
      guard text.takeOne(",") else { throw text.fault("\(text.shown) stands where , or } is expected in a table") }
      text.skipBlanks()
    }
  }

  // Faults.

  private mutating func count(_ start: TOMLScanner) throws(TOMLFault) {
    keys += 1
    if keys > Self.maxKeys { throw start.fault("there are more than \(Self.maxKeys) keys: remove what is not needed") }
  }

  private func tooDeep(_ start: TOMLScanner, _ names: [String]) -> TOMLFault {
    var fault = start.fault("it is nested deeper than \(Self.maxDepth) levels: use fewer")
    fault.key = names.isEmpty ? nil : Self.shown(names)
    return fault
  }

  private func twice(_ path: [String], _ line: Int, _ start: TOMLScanner) -> TOMLFault {
    var fault = start.fault("'\(Self.shown(path))' stands in line \(line) already: leave one of them out")
    fault.key = Self.shown(path)
    return fault
  }

  private static func shown(_ names: [String]) -> String { cleaned(names.joined(separator: "."), limit: 60) }
}

/// A table under construction.
final class TOMLNode {
  /// How a table came into being. This decides which items may be added to it.
  enum Kind {
    /// Made by its own header, or written between { and }.
    case head
    /// Made by the header of a table inside it. Its own header may follow.
    case around
    /// Made by a key with dots.
    case dotted
  }

  enum Item {
    case value(Int, TOMLValue)
    case table(TOMLNode)
    case tables(Int, [TOMLNode])

    var line: Int {
      switch self {
      case .value(let line, _), .tables(let line, _): line
      case .table(let node): node.line
      }
    }
  }

  let depth: Int
  let line: Int
  var kind: Kind
  var items: [String: Item] = [:]

  init(depth: Int, kind: Kind, line: Int) {
    self.depth = depth
    self.kind = kind
    self.line = line
  }

  /// The finished table. Its depth is at most `TOMLReader.maxDepth`.
  var table: TOMLTable {
    TOMLTable(
      items: items.mapValues {
        switch $0 {
        case .value(let line, let value): TOMLTable.Item(line: line, value: value)
        case .table(let node): TOMLTable.Item(line: node.line, value: .table(node.table))
        case .tables(let line, let nodes): TOMLTable.Item(line: line, value: .list(nodes.map { .table($0.table) }))
        }
      })
  }
}

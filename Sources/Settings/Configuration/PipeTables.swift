import ExternalSources

/// The key `stream.pipes`: a list of tables, one per sound pipe. Another program writes its sound into each pipe.
enum PipeTables {
  /// Names of a table's keys, as they are written.
  private static let keys = ["name", "path", "rate", "format", "channels"]
  private static let most = 16
  private static let rates = 8000...192_000
  private static let channels = 1...8
  private static let words =
    "tables { name, path, rate, format, channels }: name is letters, digits, - and _; path an absolute path, such as \"/run/gestureflow/NAME.pcm\"; rate \(rates.lowerBound) to \(rates.upperBound); format \"s16\", \"s24\", \"s32\" or \"f32\"; channels \(channels.lowerBound) to \(channels.upperBound)"

  static let key = ConfigKey(
    name: "stream.pipes", kind: .tables(words),
    about:
      "Pipes that other programs write sound into. The box creates them; mode stream plays them. Defaults: rate 44100, format \"s16\", channels 2.",
    isLive: false, get: { value($0.streamPipes) },
    put: { configuration, value in
      switch value {
      case .tables(let tables): configuration.streamPipes = tables.compactMap(settings)
      case .texts([]): configuration.streamPipes = []
      default: break
      }
    })

  /// Returns what is wrong with the first invalid table. Returns nil if all are valid.
  static func complaint(_ tables: [[String: ConfigValue]]) -> String? {
    if tables.count > most { return "\(tables.count) pipes are not allowed; the limit is \(most)" }
    var names: Set<String> = []
    var paths: Set<String> = []
    for (number, table) in tables.enumerated() {
      if let complaint = complaint(table) { return "pipe \(number + 1): \(complaint)" }
      guard let pipe = settings(table) else { continue }
      let second = "pipe \(number + 1): a second pipe with the"
      if !names.insert(pipe.name.lowercased()).inserted { return "\(second) name \"\(pipe.name)\" is not allowed" }
      if !paths.insert(pipe.path).inserted { return "\(second) path \"\(pipe.path)\" is not allowed" }
    }
    return nil
  }

  /// Returns a table as TOML text.
  static func toml(_ table: [String: ConfigValue]) -> String {
    let known = keys.filter { table[$0] != nil } + table.keys.filter { !keys.contains($0) }.sorted()
    return "{ " + known.map { "\($0) = \(table[$0]!.toml)" }.joined(separator: ", ") + " }"
  }

  private static func complaint(_ table: [String: ConfigValue]) -> String? {
    if let stranger = table.keys.filter({ !keys.contains($0) }).min() {
      return "the key \"\(stranger)\" does not exist: remove it"
    }
    guard case .text(let name)? = table["name"] else { return missing(table, "name", "a text") }
    if let complaint = complaint(name: name) { return complaint }
    guard case .text(let path)? = table["path"] else { return missing(table, "path", "a text") }
    if let complaint = ConfigKey.complaint(path) { return complaint }
    if !path.hasPrefix("/") || path.hasSuffix("/") { return "the path \"\(path)\" is not allowed: give the absolute path of the pipe" }
    return complaint(table, "rate", rates) ?? complaint(format: table["format"]) ?? complaint(table, "channels", channels)
  }

  private static func missing(_ table: [String: ConfigValue], _ key: String, _ kind: String) -> String {
    table[key].map { "\($0.kindInWords) is not allowed as its \(key), which is \(kind)" } ?? "it has no \(key)"
  }

  private static func complaint(name: String) -> String? {
    if let complaint = ConfigKey.complaint(name) { return complaint }
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    // Reserved: in the command `stream`, `next` is the next source and `auto` the source that started last.
    if !isPlain || name.isEmpty || name.utf8.count > 32 || ["next", "auto"].contains(name) { return "the name \"\(name)\" is not allowed" }
    return nil
  }

  private static func complaint(_ table: [String: ConfigValue], _ key: String, _ range: ClosedRange<Int>) -> String? {
    guard let value = table[key] else { return nil }
    guard case .number(let x) = value else { return missing(table, key, "a number") }
    return Int(exactly: x).map(range.contains) == true ? nil : "the \(key) \(plainNumber(x)) is not allowed"
  }

  private static func complaint(format value: ConfigValue?) -> String? {
    guard let value else { return nil }
    guard case .text(let text) = value else { return missing(["format": value], "format", "a text") }
    return PipeSettings.Format(rawValue: text) == nil ? "the format \"\(text)\" is not allowed" : nil
  }

  /// Returns a table's settings; nil if the table is not valid.
  private static func settings(_ table: [String: ConfigValue]) -> PipeSettings? {
    guard case .text(let name)? = table["name"], case .text(let path)? = table["path"] else { return nil }
    var settings = PipeSettings(name: name, path: path)
    if case .number(let rate)? = table["rate"], let rate = Int(exactly: rate) { settings.rate = rate }
    if case .number(let channels)? = table["channels"], let channels = Int(exactly: channels) { settings.channels = channels }
    if case .text(let format)? = table["format"], let format = PipeSettings.Format(rawValue: format) { settings.format = format }
    return settings
  }

  private static func value(_ pipes: [PipeSettings]) -> ConfigValue {
    .tables(
      pipes.map {
        [
          "name": .text($0.name), "path": .text($0.path), "rate": .number(Double($0.rate)), "format": .text($0.format.rawValue),
          "channels": .number(Double($0.channels)),
        ]
      })
  }
}

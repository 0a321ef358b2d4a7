/// Finds tags and texts in XML, in one pass. It reads playlists of unknown origin and does not trust them: no custom
/// entities, no files, no nesting.
struct XMLScan {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Moves after the next tag.
  /// - Returns: its name in lower case without a prefix, with a leading `/` for an end tag; nil after the last tag.
  mutating func nextTag() -> String? {
    while let open = find("<", from: at) {
      if skipped(at: open) { continue }
      guard let end = find(">", from: open) else { break }
      at = end + 1
      // `<location/>` is empty. The text after it belongs to another tag.
      if bytes[end - 1] == UInt8(ascii: "/") { continue }
      let name = bytes[(open + 1)..<end].prefix { $0 > 0x20 }
      guard name.count <= 64 else { continue }
      let isEnd = name.first == UInt8(ascii: "/")
      let plain = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? (isEnd ? name.dropFirst() : name)
      return (isEnd ? "/" : "") + String(decoding: plain, as: UTF8.self).lowercased()
    }
    at = bytes.count
    return nil
  }

  /// Reads the text up to the next tag. Nil if it is too long.
  mutating func text(most: Int) -> [UInt8]? {
    var text: [UInt8] = []
    var isTooLong = false
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<") {
        let begin = at
        guard skipped(at: begin) else { break }
        if bytes[begin...].starts(with: Self.data) {
          let last = max(begin + Self.data.count, at - 3)
          isTooLong = isTooLong || text.count + last - begin > most
          if !isTooLong { text += bytes[(begin + Self.data.count)..<last] }
        }
        continue
      }
      if text.count >= most { isTooLong = true }
      if isTooLong { at += 1 } else { takeLetter(&text) }
    }
    return isTooLong ? nil : text
  }

  private static let data = Array("<![CDATA[".utf8)
  private static let remark = Array("<!--".utf8)

  /// Moves after a comment or CDATA section that begins here. Returns false if there is neither.
  private mutating func skipped(at open: Int) -> Bool {
    let isData = bytes[open...].starts(with: Self.data)
    guard isData || bytes[open...].starts(with: Self.remark) else { return false }
    at = find(isData ? "]]>" : "-->", from: open + Self.remark.count).map { $0 + 3 } ?? bytes.count
    return true
  }

  private mutating func takeLetter(_ text: inout [UInt8]) {
    let byte = bytes[at]
    at += 1
    guard byte == UInt8(ascii: "&"), let end = bytes[at...].prefix(10).firstIndex(of: UInt8(ascii: ";")),
      let scalar = Self.scalar(String(decoding: bytes[at..<end], as: UTF8.self))
    else { return text.append(byte) }
    at = end + 1
    text += Array(String(Character(scalar)).utf8)
  }

  /// Returns the character of an entity, by the name in it. The name stands between `&` and `;`.
  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }

  private func find(_ wanted: StaticString, from: Int) -> Int? {
    let count = wanted.utf8CodeUnitCount
    guard from <= bytes.count - count else { return nil }
    return bytes.withUnsafeBufferPointer { all in
      var place = from
      while place <= all.count - count {
        if all[place] == wanted.utf8Start[0], (1..<max(count, 1)).allSatisfy({ all[place + $0] == wanted.utf8Start[$0] }) { return place }
        place += 1
      }
      return nil
    }
  }
}

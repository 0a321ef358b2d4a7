/// Converts between bytes and text: two lower-case digits per byte.
package enum Hexadecimal {
  /// Returns the digits of the bytes.
  package static func text(_ bytes: some Sequence<UInt8>) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  /// Returns the bytes; nil also for capital letters. The text form is unique, so a changed character always changes
  /// the bytes.
  package static func bytes(_ text: String, count: Int) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == 2 * count else { return nil }
    let bytes = stride(from: 0, to: 2 * count, by: 2).compactMap { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) }
    return bytes.count == count && Self.text(bytes) == text ? bytes : nil
  }
}

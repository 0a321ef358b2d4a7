/// Order of names as people expect it: `2 b` before `10 a`, capitals beside small letters.
public enum NaturalOrder {
  /// A key whose plain comparison gives the natural order: digits are written with their count in front.
  public static func key(_ text: String) -> String {
    var key = ""
    var digits = ""
    func flush(_ key: inout String) {
      guard !digits.isEmpty else { return }
      let significant = digits.drop { $0 == "0" }
      // The count of digits goes in front as one character, so longer numbers sort after shorter ones. More digits than that are no number.
      let count = min(significant.count, 90)
      key.unicodeScalars.append(Unicode.Scalar(UInt8(0x21 + count)))
      key += significant
      digits = ""
    }
    for character in text.lowercased() {
      if ("0"..."9").contains(character) {
        if digits.isEmpty { key += "0" }
        digits.append(character)
      } else {
        flush(&key)
        key.append(character)
      }
    }
    flush(&key)
    return key
  }

  /// Whether one name comes before another; names with equal keys in the order of their letters.
  public static func precedes(_ a: String, _ b: String) -> Bool {
    let (ka, kb) = (key(a), key(b))
    return ka == kb ? a < b : ka < kb
  }
}

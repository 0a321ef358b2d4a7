/// Order of names as people expect it: `2 b` before `10 a`, capitals beside small letters, `Ä` beside `A`.
public enum NaturalOrder {
  /// A key whose plain comparison gives the natural order: digits are written with their count in front.
  public static func key(_ text: String) -> String {
    var key = String.UnicodeScalarView()
    // Digits of a number without the zeros in front, and whether the last letter was one.
    var digits = String.UnicodeScalarView()
    var isNumber = false
    func flush() {
      guard isNumber else { return }
      // The count goes in front as one character, so longer numbers sort after shorter ones. More digits than that are no number.
      key.append(Unicode.Scalar(UInt8(0x21 + min(digits.count, 90))))
      key.append(contentsOf: digits)
      digits.removeAll(keepingCapacity: true)
      isNumber = false
    }
    for scalar in text.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        if !isNumber { key.append("0") }
        isNumber = true
        if scalar != "0" || !digits.isEmpty { digits.append(scalar) }
      } else {
        LatinFold.fold(scalar) { folded in
          flush()
          key.append(folded)
        }
      }
    }
    flush()
    return String(key)
  }

  /// Whether one name comes before another; names with equal keys in the order of their letters.
  public static func precedes(_ a: String, _ b: String) -> Bool {
    let (ka, kb) = (key(a), key(b))
    return ka == kb ? a < b : ka < kb
  }
}

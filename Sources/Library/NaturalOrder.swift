/// Order of names as people expect it: `2 b` before `10 a`, capitals beside small letters, `Ä` beside `A`.
public enum NaturalOrder {
  /// A key whose plain comparison gives the natural order: digits are written with their count in front.
  public static func key(_ text: String) -> String {
    var key: [UInt8] = []
    key.reserveCapacity(text.utf8.count + 8)
    // Where the present number's digits begin in the key, behind the place of their count.
    var number: Int?
    func endNumber() {
      guard let begin = number else { return }
      // The count goes in front as one character, so longer numbers sort after shorter ones. More digits than that are no number.
      key[begin - 1] = UInt8(0x21 + min(key.count - begin, 90))
      number = nil
    }
    for scalar in text.unicodeScalars {
      if (0x30...0x39).contains(scalar.value) {
        if number == nil {
          key += [0x30, 0x21]
          number = key.count
        }
        // Zeros in front do not count.
        if scalar != "0" || key.count != number { key.append(UInt8(truncatingIfNeeded: scalar.value)) }
      } else {
        LatinFold.fold(scalar) { folded in
          endNumber()
          if folded.isASCII { key.append(UInt8(truncatingIfNeeded: folded.value)) } else { key += String(folded).utf8 }
        }
      }
    }
    endNumber()
    return String(decoding: key, as: UTF8.self)
  }

  /// Whether one name comes before another; names with equal keys in the order of their letters.
  public static func precedes(_ a: String, _ b: String) -> Bool {
    let (ka, kb) = (key(a), key(b))
    return ka == kb ? a < b : ka < kb
  }
}

/// Natural order of names. It puts `2 b` before `10 a`, capitals beside small letters, and `Ä` beside `A`.
public enum NaturalOrder {
  /// Returns a key whose plain comparison gives the natural order. Each number is written with its digit count in
  /// front.
  public static func key(_ text: String) -> String {
    var key: [UInt8] = []
    key.reserveCapacity(text.utf8.count + 8)
    // Index in the key of the current number's first digit. Its digit count stands before it.
    var number: Int?
    func endNumber() {
      guard let begin = number else { return }
      // The digit count is one character: longer numbers sort after shorter ones. Counts above 90 are treated as 90.
      key[begin - 1] = UInt8(0x21 + min(key.count - begin, 90))
      number = nil
    }
    for scalar in text.unicodeScalars {
      if (0x30...0x39).contains(scalar.value) {
        if number == nil {
          key += [0x30, 0x21]
          number = key.count
        }
        // Leading zeros do not count.
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

  /// Returns whether one name comes before another. Names with equal keys are ordered by their characters.
  public static func precedes(_ a: String, _ b: String) -> Bool {
    let (ka, kb) = (key(a), key(b))
    return ka == kb ? a < b : ka < kb
  }
}

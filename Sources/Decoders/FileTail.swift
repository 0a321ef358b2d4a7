/// Finds the end of the sound in a cut-off file. It reads a few parts of the file only.
enum FileTail {
  /// Returns the last thing found in a part of a file.
  ///
  /// The file may end with something else, such as the zeros of a download that was broken off. Then the search goes on
  /// by bisection.
  /// - Parameters:
  ///   - file: the part to search.
  ///   - width: bytes of a search. In the sound, each part of that length holds one whole thing.
  ///   - find: returns the last thing in a part.
  static func last<Found>(in file: Range<Int>, width: Int, _ find: (Range<Int>) -> Found?) -> Found? {
    func part(_ from: Int, _ length: Int) -> Range<Int> { from..<min(from + length, file.upperBound) }
    var (low, high) = (file.lowerBound, max(file.lowerBound, file.upperBound - width))
    if let found = find(part(high, width)) { return found }
    while high - low > width {
      let middle = low + (high - low) / 2
      if find(part(middle, width)) != nil { low = middle } else { high = middle }
    }
    return find(part(low, 2 * width))
  }
}

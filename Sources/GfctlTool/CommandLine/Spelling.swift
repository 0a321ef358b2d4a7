/// Finds the word that a person meant.
package enum Spelling {
  /// Returns the word that is most like a mistyped one.
  /// - Returns: nil if none is near enough, or if several begin with a short text.
  package static func nearest(_ typed: String, in words: [String]) -> String? {
    let typed = typed.lowercased()
    guard !typed.isEmpty, typed.count <= 60 else { return nil }
    let beginning = words.filter { $0.lowercased().hasPrefix(typed) }
    if beginning.count == 1, typed.count > 1 { return beginning[0] }
    let most = typed.count < 4 ? 1 : typed.count < 8 ? 2 : 3
    let near = words.map { (word: $0, distance: distance(typed, $0.lowercased())) }.filter {
      $0.distance <= most && $0.distance < typed.count
    }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// Returns `: did you mean '...'`, or an empty text.
  package static func hint(_ typed: String, in words: [String]) -> String {
    nearest(typed, in: words).map { ": did you mean '\($0)'?" } ?? ""
  }

  /// Returns the number of changes between two words. A change is a letter more, less or other, or two letters swapped.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], before[j - 2] + 1) }
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}

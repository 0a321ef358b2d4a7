import GestureFlowAPI

/// The last ten notices, each kind once.
package struct NoticeList: Sendable {
  private static let most = 10

  /// Ordered by the last time of each, oldest first.
  package private(set) var all: [Notice] = []

  /// Creates an empty list.
  package init() {}

  /// Adds a notice. A repeated one is counted and moves to the end.
  package mutating func add(_ text: String, at seconds: Double) {
    let kind = Self.kind(text)
    var notice = Notice(atSeconds: seconds, text: text)
    if let place = all.firstIndex(where: { Self.kind($0.text) == kind }) { notice.count += all.remove(at: place).count }
    all.append(notice)
    if all.count > Self.most { all.removeFirst() }
  }

  /// Returns the part of a text that identifies its kind. Texts that differ only in figures are of one kind, such as
  /// "3 lines are missing" and "7 lines are missing".
  ///
  /// Figures that may belong to a name are kept: those in quotes, and all in a text that names a file.
  private static func kind(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    if words.count < 2 || words.contains(where: isFile) { return text }
    var isQuoted = false
    return words.map { word in
      defer { if !word.count(where: { $0 == "'" }).isMultiple(of: 2) { isQuoted.toggle() } }
      return isQuoted || word.contains("'") || !isFigure(word) ? String(word) : "#"
    }.joined(separator: " ")
  }

  /// Returns whether a word is a path or a name. An example of a name is "01.m4a".
  private static func isFile(_ word: Substring) -> Bool {
    if word.contains("/") { return true }
    guard let dot = word.dropLast().lastIndex(of: "."), dot != word.startIndex else { return false }
    return word[word.index(after: dot)].isLetter
  }

  /// Returns whether a word is a figure. "3", "33.3", "(12" and "7," are figures; "2nd" and "mp3" are not.
  private static func isFigure(_ word: Substring) -> Bool {
    word.contains { $0.isNumber } && !word.contains { $0.isLetter }
  }
}

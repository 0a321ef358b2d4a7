import GestureFlowAPI

/// An entry of a numbered list, by its name or number.
package enum NumberedChoice {
  /// Returns the entry that a text means. A name wins over a number. A text that is not in the list is returned as it
  /// is: the box knows other words, and rejects the rest.
  package static func word(_ text: String, in list: [String]) -> String {
    if let name = ChoiceWord.word(text, in: list) { return name }
    guard let number = Int(text), number >= 1, number <= list.count else { return text }
    return list[number - 1]
  }

  /// Returns the index that a number means. Returns nil for a text that is not a number.
  /// - Throws: `Failure` below 1.
  package static func index(_ text: String) throws(Failure) -> Int? {
    guard let number = Int(text) else { return nil }
    guard number >= 1 else { throw Failure("\(number) is not in the list", remedy: "lists count from 1") }
    return number - 1
  }
}

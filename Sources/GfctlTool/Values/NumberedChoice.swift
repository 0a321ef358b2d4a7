/// An entry of a numbered list, by its name or number.
package enum NumberedChoice {
  /// Returns the entry that a text means. A name wins over a number. A text that is not in the list is returned as it
  /// is: the box knows other words, and rejects the rest.
  package static func word(_ text: String, in list: [String]) -> String {
    if let name = ChoiceWord.word(text, in: list) { return name }
    guard let number = Int(text), list.indices.contains(number - 1) else { return text }
    return list[number - 1]
  }
}

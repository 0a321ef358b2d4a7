/// Decodes instrument commands with several words or a listed word.
extension CommandBody {
  /// Returns the text if it is a word of the command's list.
  func listedText() throws(Problem) -> String {
    guard let text, case .text(let words) = Command.argument(of: command), words.contains(text) else { throw badText }
    return text
  }

  /// Returns the text as a key; its letter may be lower case.
  func key() throws(Problem) -> String {
    guard let text, let letter = text.first else { throw badText }
    let key = letter.uppercased() + text.dropFirst()
    guard InstrumentRange.keys.contains(key) else { throw badText }
    return key
  }

  /// Returns the text as the lowest and the highest note.
  func noteRange() throws(Problem) -> (low: Int, high: Int) {
    let words = try checkedText().split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let low = NoteName.note(String(words[0])), let high = NoteName.note(String(words[1])),
      high - low >= InstrumentRange.leastSpan
    else { throw badText }
    return (low, high)
  }

  /// Returns the text as an effect and its amount.
  func effectAmount() throws(Problem) -> (effect: InstrumentEffect, amount: Double) {
    let words = try checkedText().split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let effect = InstrumentEffect(rawValue: String(words[0])), let amount = Double(words[1]),
      InstrumentRange.amounts.contains(amount)
    else { throw badText }
    return (effect, amount)
  }
}

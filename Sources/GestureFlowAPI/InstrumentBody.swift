/// The commands of the instrument whose text has several words, or is one of a list.
extension CommandBody {
  /// The text as one of the words of its list.
  func listedText() throws(Problem) -> String {
    guard let text, case .text(let words) = Command.argument(of: command), words.contains(text) else { throw badText }
    return text
  }

  /// The text as a key; its letter may be small.
  func key() throws(Problem) -> String {
    guard let text, let letter = text.first else { throw badText }
    let key = letter.uppercased() + text.dropFirst()
    guard InstrumentRange.keys.contains(key) else { throw badText }
    return key
  }

  /// The text as the lowest and the highest note.
  func noteRange() throws(Problem) -> (low: Int, high: Int) {
    let words = try checkedText().split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let low = NoteName.note(String(words[0])), let high = NoteName.note(String(words[1])),
      high - low >= InstrumentRange.leastSpan
    else { throw badText }
    return (low, high)
  }

  /// The text as an effect and how much of it.
  func effectAmount() throws(Problem) -> (effect: InstrumentEffect, amount: Double) {
    let words = try checkedText().split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let effect = InstrumentEffect(rawValue: String(words[0])), let amount = Double(words[1]),
      InstrumentRange.amounts.contains(amount)
    else { throw badText }
    return (effect, amount)
  }
}

/// Decodes stem commands whose text has several words.
extension CommandBody {
  /// Creates a command that sets a value of a stem: `2 0.5`.
  init(_ command: Command.Name, stem channel: Int, _ value: Double) {
    let isPlain = value == value.rounded() && abs(value) < 1e6
    self.init(command, text: "\(channel) \(isPlain ? String(Int(value)) : String(value))")
  }

  /// Returns the text as a loop region.
  func loopWish() throws(Problem) -> StemLoopWish {
    guard let wish = StemLoopWish(try checkedText()) else { throw badText }
    return wish
  }

  /// Returns the text as a channel and a value in its range.
  func stemValue(_ range: ClosedRange<Double>) throws(Problem) -> (channel: Int, value: Double) {
    let words = try checkedText().split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let channel = Int(words[0]), StemRange.channels.contains(channel), let value = Double(words[1]),
      range.contains(value)
    else { throw badText }
    return (channel, value)
  }
}

/// A loop region that is asked for a stem. It takes effect at the next bar line.
public struct StemLoopWish: Sendable, Equatable {
  /// Of the stem, 1...4.
  public var channel: Int
  /// The region; the whole channel is no loop.
  public var region: StemLoop

  /// Nothing is checked here; `Command.validate` does. - Parameters: the stem's channel, 1...4, and the region, or `StemLoop.whole` for none.
  public init(channel: Int, region: StemLoop) {
    self.channel = channel
    self.region = region
  }

  /// As the command writes it: `2 1 3` or `2 off`.
  public var text: String { region.isWhole ? "\(channel) off" : "\(channel) \(region.start) \(region.end)" }

  /// - Parameter text: `CHANNEL START END` or `CHANNEL off`; nil for what is neither, or beyond `StemRange`.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, let channel = Int(first), StemRange.channels.contains(channel) else { return nil }
    if words.count == 2, words[1] == "off" {
      self.init(channel: channel, region: .whole)
    } else if words.count == 3, let start = Int(words[1]), let end = Int(words[2]), start < end, StemRange.quarters.contains(start),
      StemRange.quarters.contains(end)
    {
      self.init(channel: channel, region: StemLoop(start: start, end: end))
    } else {
      return nil
    }
  }
}

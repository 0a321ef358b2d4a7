/// A request for a loop region of a stem. It takes effect at the next bar line.
public struct StemLoopWish: Sendable, Equatable {
  /// Channel of the stem, 1...4.
  public var channel: Int
  /// The region; the whole channel means: no loop.
  public var region: StemLoop

  /// Creates a request without checks; `Command.validate` does them.
  /// - Parameters: the stem's channel, 1...4, and the region, or `StemLoop.whole` for none.
  public init(channel: Int, region: StemLoop) {
    self.channel = channel
    self.region = region
  }

  /// The request as the command writes it: `2 1 3` or `2 off`.
  public var text: String { region.isWhole ? "\(channel) off" : "\(channel) \(region.start) \(region.end)" }

  /// Creates a request from its text; nil if the text is malformed or outside `StemRange`.
  /// - Parameter text: `CHANNEL START END` or `CHANNEL off`.
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

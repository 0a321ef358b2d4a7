/// A loop region for a stem. It takes effect at the next bar line.
public struct LoopRequest: Sendable, Equatable {
  /// Bounds of a region, in quarters of the stem's length.
  private static let quarters = 0...4

  /// The stem.
  public let channel: StemNumber
  /// The region; the whole channel is not a loop.
  public let region: StemLoop

  /// Checks a region.
  /// - Parameters: the stem, and the region, or `StemLoop.whole` to end a loop.
  /// - Returns: nil for a region that does not start before its end, or that is not within the stem.
  public init?(channel: StemNumber, region: StemLoop) {
    guard region.start < region.end, Self.quarters.contains(region.start), Self.quarters.contains(region.end) else { return nil }
    self.channel = channel
    self.region = region
  }

  /// Text of the command: `2 1 3` or `2 off`.
  var text: String { region.isWhole ? "\(channel.number) off" : "\(channel.number) \(region.start) \(region.end)" }

  /// Reads `CHANNEL START END` or `CHANNEL off`.
  /// - Returns: nil for anything else.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let channel = words.first.flatMap({ StemNumber(text: String($0)) }) else { return nil }
    if words.count == 2, words[1] == "off" {
      self.init(channel: channel, region: .whole)
    } else if words.count == 3, let start = Int(words[1]), let end = Int(words[2]) {
      self.init(channel: channel, region: StemLoop(start: start, end: end))
    } else {
      return nil
    }
  }
}

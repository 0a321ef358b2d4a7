import Panel

/// Reads a tempo out of presses of the PLAY button in stems mode. The first press is what it always is; one that follows it as a beat of the set can follow a beat is a tap, and with it the tempo is that of the
/// last taps. Slower ones pause and go on.
package struct TapTempo: Sendable {
  /// What a button's news are in mode stems.
  package enum Reading: Sendable, Equatable {
    /// What they always are.
    case other
    /// A tap, and with it beats a minute, as they are felt.
    case tempo(Double)
    /// A double click that two taps look like.
    case nothing
  }

  /// Taps that count: the tempo is the mean over them, so that one late finger weighs little.
  private static let most = 8

  /// Times of the presses that follow each other as beats, the oldest first.
  private var taps: [Double] = []

  package init() {}

  /// Takes what a button did. It is the press that is on the beat, and a click is told when the button is let go: its time is that of the press.
  /// - Parameter beats: seconds from beat to beat that can be played; nil when none can.
  package mutating func read(_ news: ButtonNews, beats: ClosedRange<Double>?) -> Reading {
    switch news.action {
    case .click(.play): press(at: news.down, beats: beats).map(Reading.tempo) ?? .other
    case .doubleClick(.play): taps.count > 1 ? .nothing : .other
    case .click, .doubleClick, .hold, .countIn: .other
    }
  }

  /// A press. - Parameters:
  ///   - time: in seconds, of any clock that does not jump.
  ///   - beats: seconds from beat to beat that can be played; nil when none can.
  /// - Returns: beats a minute; nil for a first press.
  package mutating func press(at time: Double, beats: ClosedRange<Double>?) -> Double? {
    guard let last = taps.last, let beats, beats.contains(time - last) else {
      taps = [time]
      return nil
    }
    taps.append(time)
    if taps.count > Self.most { taps.removeFirst() }
    return 60 * Double(taps.count - 1) / (time - taps[0])
  }
}

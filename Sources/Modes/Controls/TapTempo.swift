import Panel

/// Reads a tempo from presses of the PLAY button in mode stems. The first press keeps its usual meaning. A press is a
/// tap if it follows the one before at a beat that the set can play. The tempo is that of the last taps. Slower
/// presses pause and resume.
package struct TapTempo: Sendable {
  /// Meaning of a button's event in mode stems.
  package enum Reading: Sendable, Equatable {
    /// The usual meaning.
    case other
    /// A tap that sets the tempo, in felt beats a minute.
    case tempo(Double)
    /// A double click made by two taps, which has no effect.
    case nothing
  }

  /// Number of taps in the mean: one late tap has little effect.
  private static let most = 8

  /// Times of consecutive taps, the oldest first.
  private var taps: [Double] = []

  package init() {}

  /// Reads what a button did. A click is reported when the button is released; its time is that of the press.
  /// - Parameter beats: playable range of seconds from beat to beat; nil for none.
  package mutating func read(_ event: ButtonEvent, beats: ClosedRange<Double>?) -> Reading {
    switch event.action {
    case .click(.play): press(at: event.down, beats: beats).map(Reading.tempo) ?? .other
    case .doubleClick(.play): taps.count > 1 ? .nothing : .other
    case .click, .doubleClick, .hold, .longHold, .prevAndNext, .countIn: .other
    }
  }

  /// Adds a press.
  /// - Parameters:
  ///   - time: in seconds, of any clock that does not jump.
  ///   - beats: playable range of seconds from beat to beat; nil for none.
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

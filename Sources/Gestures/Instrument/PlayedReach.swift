import Notes

/// The range of heights in which the hands of this player play.
/// The notes lie in this part of the frame.
///
/// A player who sits, is small or lifts an arm with pain does not reach the whole field and its upper notes.
/// The edges follow the heights of the last minute. They move out soon after a hand has played farther out, and
/// in slowly, only after `known` seconds with notes. They never leave the whole field. They take effect only
/// while no note sounds, so no pitch moves under a still hand. Pauses change nothing.
package struct PlayedReach: Sendable {
  /// Smallest height of the field, in frame heights.
  /// In a lower field the zones would be narrower than the noise that a hand holds.
  package static let least: Float = 0.35
  /// Time for which heights count, in seconds.
  private static let window = 60.0
  /// Number of seconds with notes before the edges move in.
  package static let known = 20
  /// Time constants of a moving edge, in seconds of playing.
  /// Before a move in is heard, a player has moved to other heights. A move out makes a note that was out of
  /// reach available soon.
  private static let narrows: Float = 30
  private static let widens: Float = 3
  /// Longest step between two frames with notes that counts, in seconds.
  private static let longestStep = 0.25

  /// The field in use: the last `wanted` while no note sounded.
  package private(set) var field = NoteField()
  private var wanted = NoteField()
  /// The heights of each second with notes, oldest first.
  private var seconds: [(begin: Double, top: Float, bottom: Float)] = []
  private var lastPlayed: Double?

  /// Creates the whole field, before anything was played.
  package init() {}

  /// Processes one frame, after its notes were made.
  /// - Parameters:
  ///   - heights: of the wrists that play, in frame heights from the top.
  ///   - isSounding: whether a note sounds.
  package mutating func see(_ heights: [Float], isSounding: Bool, at time: Double) {
    if let low = heights.min(), let high = heights.max(), low.isFinite, high.isFinite {
      record(top: low, bottom: high, at: time)
      let passed = min(max(time - (lastPlayed ?? time), 0), Self.longestStep)
      lastPlayed = time
      follow(Float(passed))
    }
    if !isSounding { field = wanted }
  }

  /// Forgets all times when time restarts; the reach stays.
  package mutating func beginAnew() {
    seconds = []
    lastPlayed = nil
    field = wanted
  }

  private mutating func record(top: Float, bottom: Float, at time: Double) {
    if let last = seconds.last, time - last.begin < 1 {
      seconds[seconds.count - 1] = (last.begin, min(last.top, top), max(last.bottom, bottom))
    } else {
      seconds.append((time, top, bottom))
    }
    seconds.removeAll { time - $0.begin > Self.window }
  }

  /// Moves the edges towards the heights of the last minute.
  /// - Parameter dt: seconds of playing since the last call.
  private mutating func follow(_ dt: Float) {
    let used = used
    let mayNarrow = seconds.count >= Self.known
    let top = edge(wanted.top, to: used.top, isOut: used.top < wanted.top, mayNarrow, dt)
    let bottom = edge(wanted.bottom, to: used.bottom, isOut: used.bottom > wanted.bottom, mayNarrow, dt)
    wanted = NoteField(top: top, bottom: max(bottom, top + Self.least))
  }

  private func edge(_ now: Float, to aim: Float, isOut: Bool, _ mayNarrow: Bool, _ dt: Float) -> Float {
    guard isOut || mayNarrow else { return now }
    return now + (aim - now) * (dt / (dt + (isOut ? Self.widens : Self.narrows)))
  }

  /// The heights of the last minute, clamped to the whole field.
  /// They are at least `least` apart.
  private var used: NoteField {
    let whole = NoteField()
    let top = min(max(seconds.map(\.top).min() ?? whole.top, whole.top), whole.bottom)
    let bottom = min(max(seconds.map(\.bottom).max() ?? whole.bottom, whole.top), whole.bottom)
    guard bottom - top < Self.least else { return NoteField(top: top, bottom: bottom) }
    let upper = min(max((top + bottom - Self.least) / 2, whole.top), whole.bottom - Self.least)
    return NoteField(top: upper, bottom: upper + Self.least)
  }
}

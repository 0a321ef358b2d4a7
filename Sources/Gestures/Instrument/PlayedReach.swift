import Notes

/// The heights between which this player's hands play, as the part of the picture in which the notes lie.
///
/// Who sits, is small or lifts an arm with pain does not reach the whole field, and would not have its upper notes. The edges follow the heights of the last minute: out soon where a hand has played farther
/// out, in slowly and only after `known` seconds with notes. They never leave the whole field, and take effect only while no note sounds, so no pitch moves under a still hand. Pauses change nothing.
package struct PlayedReach: Sendable {
  /// The field is never lower than this, in picture heights: zones would be narrower than what a hand holds.
  package static let least: Float = 0.35
  /// Heights count for so long, in seconds.
  private static let window = 60.0
  /// The edges go in only when so many of these seconds had notes.
  package static let known = 20
  /// Time constants with which an edge goes in and out, in seconds of playing. Going in, a player has moved to other heights before it is heard; going out, a note that was out of reach comes soon.
  private static let narrows: Float = 30
  private static let widens: Float = 3
  /// A longer pause between two frames with notes counts as this long, in seconds.
  private static let longestStep = 0.25

  /// What holds: the last of `wanted` while no note sounded.
  package private(set) var field = NoteField()
  private var wanted = NoteField()
  /// The heights of each second with notes, oldest first.
  private var seconds: [(begin: Double, top: Float, bottom: Float)] = []
  private var lastPlayed: Double?

  /// Nothing was played yet: the whole field.
  package init() {}

  /// Takes one frame, after its notes were made. - Parameters:
  ///   - heights: of the wrists that play, in picture heights from the top.
  ///   - isSounding: a note sounds.
  package mutating func see(_ heights: [Float], isSounding: Bool, at time: Double) {
    if let low = heights.min(), let high = heights.max(), low.isFinite, high.isFinite {
      note(top: low, bottom: high, at: time)
      let passed = min(max(time - (lastPlayed ?? time), 0), Self.longestStep)
      lastPlayed = time
      follow(Float(passed))
    }
    if !isSounding { field = wanted }
  }

  /// Time begins anew: what was reached stays, and when that was is forgotten.
  package mutating func beginAnew() {
    seconds = []
    lastPlayed = nil
    field = wanted
  }

  private mutating func note(top: Float, bottom: Float, at time: Double) {
    if let last = seconds.last, time - last.begin < 1 {
      seconds[seconds.count - 1] = (last.begin, min(last.top, top), max(last.bottom, bottom))
    } else {
      seconds.append((time, top, bottom))
    }
    seconds.removeAll { time - $0.begin > Self.window }
  }

  /// Moves the edges towards what the last minute used. - Parameter dt: seconds of playing since the last call.
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

  /// The heights of the last minute, within the whole field and no nearer to each other than `least`.
  private var used: NoteField {
    let whole = NoteField()
    let top = min(max(seconds.map(\.top).min() ?? whole.top, whole.top), whole.bottom)
    let bottom = min(max(seconds.map(\.bottom).max() ?? whole.bottom, whole.top), whole.bottom)
    guard bottom - top < Self.least else { return NoteField(top: top, bottom: bottom) }
    let upper = min(max((top + bottom - Self.least) / 2, whole.top), whole.bottom - Self.least)
    return NoteField(top: upper, bottom: upper + Self.least)
  }
}

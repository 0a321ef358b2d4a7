import Gestures
import Notes

/// State of the automatic pause when no hands are present.
///
/// A hand that has played since the music started is missed at once. A hand that was only seen is missed late,
/// because listeners come and go in front of a camera. Before any hand was seen none is missed, so a box that starts
/// in an empty room plays.
///
/// Time is that of the frames of hands, so a replayed session pauses at the same places as the box.
package struct AutoPause: Sendable {
  /// Seconds from `handsAbsent` to the pause when no hand has played. The event comes 1 s after the last hand, so the
  /// pause comes after 20 s.
  package static let listenersPatience = 19.0
  /// Tolerance for the comparison of frame times, in seconds.
  private static let close = 1e-6

  /// The most that hands have done since the music started.
  private enum Seen: Int, Sendable { case nothing, hand, playing }

  /// Whether the music must pause, because no hands are present.
  package private(set) var isDue = false
  private var seen = Seen.nothing
  /// Whether hands are present, by their last event.
  private var isPresent = false
  /// Time of `handsAbsent`, in seconds of the hands' clock. Nil while hands are present, and once the pause is due.
  private var absentSince: Double?

  /// Makes the state before any hand was seen.
  package init() {}

  /// Starts or resumes the music. Only what hands do from here on counts.
  package mutating func start() {
    isDue = false
    absentSince = nil
    seen = isPresent ? .hand : .nothing
  }

  /// Undoes a start during the pause. The pause is due again, unless a hand has come meanwhile.
  package mutating func takeStartBack() { isDue = !isPresent }

  /// Resets for a new gesture engine, which knows nothing yet. A pause that is due stays until a hand comes or the
  /// music starts.
  package mutating func beginAnew() {
    let wasDue = isDue
    self = AutoPause()
    isDue = wasDue
  }

  /// Makes the pause due, for a session that begins with it.
  package mutating func makeDue() { isDue = true }

  /// Processes a frame of hands, or a moment without a frame.
  /// - Parameters:
  ///   - isHeld: whether hands hold a value or play a note.
  ///   - time: time of the frame, in seconds of the hands' clock.
  package mutating func see(_ events: [GestureEvent], isHeld: Bool, at time: Double) {
    for event in events {
      switch event {
      case .handsPresent:
        isPresent = true
        if isDue { start() }
        absentSince = nil
        if seen == .nothing { seen = .hand }
      case .handsAbsent:
        isPresent = false
        if !isDue, absentSince == nil { absentSince = time }
      case .channelSelected, .gestureHeld: seen = .playing
      default: break
      }
    }
    if isHeld { seen = .playing }
    pass(to: time)
  }

  private mutating func pass(to time: Double) {
    guard let since = absentSince else { return }
    // A clock that was set back restarts the wait.
    let from = min(since, time)
    absentSince = from
    let patience: Double
    switch seen {
    case .nothing: return
    case .hand: patience = Self.listenersPatience
    case .playing: patience = 0
    }
    guard time - from >= patience - Self.close else { return }
    isDue = true
    absentSince = nil
  }
}

extension ControlFrame {
  /// Whether hands hold a value or play a note.
  package var isHeld: Bool {
    switch values {
    case .player(let control): control.speedGrip != nil || control.pitchGrip != nil || control.volumeHeld || control.filterHeld
    case .stems(let control): control.grip != nil || control.region != nil
    case .instrument(let notes): notes.sounding > 0
    case .stream(let control): control.volumeHeld || control.pitchGrip != nil || control.asksForSpeed
    }
  }
}

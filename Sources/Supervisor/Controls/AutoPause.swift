import Gestures
import Notes

/// The pause for want of hands.
///
/// A hand that has played since the music started is missed at once, one that was only seen is missed late: listeners come and go in front of a camera. Before any hand was seen nobody is missed, so a box
/// that is switched on in an empty room plays. Time is that of the frames of hands, so a recorded session pauses where the box did.
package struct AutoPause: Sendable {
  /// Seconds from `handsAbsent` to the pause when no hand has played. The event comes 1 s after the last hand, so the pause comes after 20 s.
  package static let listenersPatience = 19.0
  /// Times of frames are compared with this tolerance, in seconds.
  private static let close = 1e-6

  /// The most that hands have done since the music started.
  private enum Seen: Int, Sendable { case nothing, hand, playing }

  /// The music is to pause, because nobody is there.
  package private(set) var isDue = false
  private var seen = Seen.nothing
  /// Somebody is there, as hands have said last.
  private var isPresent = false
  /// When hands have said that nobody is there, in seconds of their clock; nil while somebody is, and once the pause is due.
  private var absentSince: Double?

  /// No hand was seen yet.
  package init() {}

  /// The music starts or goes on: only what hands do from here on counts.
  package mutating func start() {
    isDue = false
    absentSince = nil
    seen = isPresent ? .hand : .nothing
  }

  /// A start during the pause is taken back: it is due again, unless a hand has come meanwhile.
  package mutating func takeStartBack() { isDue = !isPresent }

  /// Hands are read anew, by an engine that knows nothing yet. A pause that is due stays until a hand comes or the music starts.
  package mutating func beginAnew() {
    let wasDue = isDue
    self = AutoPause()
    isDue = wasDue
  }

  /// A session begins in which the pause was due already.
  package mutating func makeDue() { isDue = true }

  /// Takes what one frame of hands gave, or a moment without a frame.
  /// - Parameters:
  ///   - isHeld: hands hold a value or play a note.
  ///   - time: of the frame, in seconds of the hands' clock.
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
    // A clock that was set back begins the wait anew.
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
  /// Hands hold a value or play a note.
  package var isHeld: Bool {
    switch values {
    case .player(let control): control.speedGrip != nil || control.pitchGrip != nil || control.volumeHeld
    case .stems(let control): control.grip != nil || control.region != nil
    case .instrument(let notes): notes.sounding > 0
    case .stream(let control): control.volumeHeld || control.pitchGrip != nil || control.asksForSpeed
    }
  }
}

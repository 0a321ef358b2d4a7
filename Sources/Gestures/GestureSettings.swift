import enum GestureFlowAPI.Mode
import Notes

/// What an engaged pinch means.
public enum PinchLaw: String, Sendable, CaseIterable {
  /// Spreading the fingers or lifting the hand, whichever comes first.
  case both
  /// Only the distance of thumb tip and index tip.
  case spread
  /// Only the height of the wrist.
  case fader
}

/// Which hand does what.
public enum HandsLaw: String, Sendable, CaseIterable {
  /// The left and the right hand have roles of their own.
  case both
  /// The left hand has the right one's role, and the right hand the left one's.
  case swapped
  /// One hand, left or right, does everything, and two hands never mean something together.
  case one
}

/// Where the notes of the instrument lie in the picture.
public enum ReachLaw: String, Sendable, CaseIterable {
  /// Between the heights that the player's hands have used in the last minute.
  case auto
  /// In the whole of `NoteField`.
  case full
}

/// What can be configured about gestures.
public struct GestureSettings: Sendable, Equatable {
  /// Which hand does what.
  public var hands = HandsLaw.both
  /// What an engaged pinch means. One hand that does everything has a law of its own (see `PinchPair`).
  public var pinch = PinchLaw.both
  /// The filter that smooths landmarks and the lengths by which a hand moves a value.
  public var filter = FilterKind.oneEuro
  /// A pinch takes hold below this distance of thumb tip and index tip, in hand sizes, 0.15...0.4.
  public var pinchDistance = RelativeClutch.engageBelow
  /// Speed snaps to 1 within this share; 0 turns it off.
  public var speedDetent: Float = 0.02
  /// Pitch snaps to 0 within this many cents; 0 turns it off.
  public var pitchDetentCents: Float = 20
  /// A detent lets go at this multiple of the width at which it takes hold, 1 or more.
  public var detentLeave: Float = 1.5
  /// Volume at the start, 0...1.
  public var startVolume: Float = 0.8
  /// Stems and stream mode: the share of the full volume that one hand size up is, more than 0.
  public var stemVolumePerSize: Float = 0.5
  /// Stems mode: the cents that a roll of one degree is, more than 0.
  public var stemCentsPerDegree: Float = 5
  /// Stems mode: fingers must be held up this long to select a channel, in seconds, 0.4...2.
  public var selectSeconds = ChannelSelect.usualSeconds
  /// Instrument mode: where the notes lie in the picture.
  public var reach = ReachLaw.full
  /// Instrument mode: how it is played at first.
  public var instrument = InstrumentSettings()
  /// Theremin mode: the pitch rests on the notes of the scale and glides between them.
  public var thereminSnaps = false
  /// Seconds that a static gesture must be held to mean a command.
  public var holdSeconds = 0.8
  /// Which static gestures mean a command when held, by mode. Player and stream mode: peace is the next track; stems mode: a thumb up mutes the selected channel.
  public var bindings: [Mode: [StaticGesture: GestureCommand]] = [
    .player: [.peace: .nextTrack], .stems: [.thumbsUp: .muteChannel], .stream: [.peace: .nextTrack],
  ]

  /// Every setting has the default that is written at its property.
  public init() {}
}

/// What a held gesture can do.
public enum GestureCommand: String, Sendable, CaseIterable {
  case nextTrack, previousTrack, togglePlay
  /// Mutes the selected channel, twice within 2 s solos it. Stems mode makes events of it; it means nothing in another mode.
  case muteChannel

  /// Those that mean something in every mode.
  public static let everywhere: [GestureCommand] = [.nextTrack, .previousTrack, .togglePlay]
}

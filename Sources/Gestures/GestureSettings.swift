import enum GestureFlowAPI.Mode
import Notes

/// The motion by which an engaged pinch moves its value.
public enum PinchLaw: String, Sendable, CaseIterable {
  /// Spreading the fingers or lifting the hand: the first one counts.
  case both
  /// Only the distance of thumb tip and index tip.
  case spread
  /// Only the height of the wrist.
  case fader
}

/// The roles of the two hands.
public enum HandsLaw: String, Sendable, CaseIterable {
  /// The left and the right hand have roles of their own.
  case both
  /// The two hands have exchanged roles.
  case swapped
  /// One hand, left or right, does everything. Two hands never have a meaning together.
  case one
}

/// The range of the frame that holds the instrument's notes.
public enum ReachLaw: String, Sendable, CaseIterable {
  /// Between the heights that hands have used in the last minute.
  case auto
  /// In the whole of `NoteField`.
  case full
}

/// The settings of gestures.
public struct GestureSettings: Sendable, Equatable {
  /// The roles of the two hands.
  public var hands = HandsLaw.both
  /// The motion by which an engaged pinch moves its value.
  /// One hand that does everything follows a rule of its own (see `PinchPair`).
  public var pinch = PinchLaw.both
  /// The filter of landmarks and of lengths that move values.
  public var filter = FilterKind.oneEuro
  /// Largest distance of thumb tip and index tip that engages a pinch.
  /// It is in hand sizes, 0.15...0.4.
  public var pinchDistance = RelativeClutch.engageBelow
  /// Relative distance from 1 within which the speed snaps to 1. 0 turns it off.
  public var speedDetent: Float = 0.02
  /// Distance from 0 within which the pitch snaps to 0, in cents. 0 turns it off.
  public var pitchDetentCents: Float = 20
  /// Release width of a detent, as a multiple of its snap width.
  /// At least 1.
  public var detentLeave: Float = 1.5
  /// Initial volume, 0...1.
  public var startVolume: Float = 0.8
  /// Stems and stream mode: volume change for one hand size of height.
  /// It is a fraction of full volume, more than 0.
  public var stemVolumePerSize: Float = 0.5
  /// Pitch change for one degree of roll, in cents, in stems mode. It is more than 0.
  public var stemCentsPerDegree: Float = 5
  /// Time for which held-up fingers select a channel, in stems mode.
  /// It is in seconds, 0.4...2.
  public var selectSeconds = ChannelSelect.usualSeconds
  /// Instrument mode: range of the frame in which the notes lie.
  public var reach = ReachLaw.full
  /// Instrument mode: initial settings of the instrument.
  public var instrument = InstrumentSettings()
  /// Whether the theremin's pitch rests on the notes of the scale. It then glides between them.
  public var thereminSnaps = false
  /// Hold time of a static gesture that gives a command, in seconds.
  public var holdSeconds = 0.8
  /// The commands of held static gestures, by mode.
  /// In player and stream mode, peace skips to the next track. In stems mode, a thumb up mutes the selected
  /// channel.
  public var bindings: [Mode: [StaticGesture: GestureCommand]] = [
    .player: [.peace: .nextTrack], .stems: [.thumbsUp: .muteChannel], .stream: [.peace: .nextTrack],
  ]

  /// Creates settings with the defaults that are written at the properties.
  public init() {}

  /// Binds poses to commands in all modes.
  /// In each mode only the poses count that are free there (see `Mode.freePoses`).
  public mutating func bind(_ poses: [StaticGesture: GestureCommand]) {
    bindings = [.stems: [.thumbsUp: .muteChannel]]
    for mode in Mode.allCases {
      for (pose, command) in poses where mode.freePoses.contains(pose) && mode.poseCommands.contains(command) {
        bindings[mode, default: [:]][pose] = command
      }
    }
  }
}

/// A command that a held gesture can give.
public enum GestureCommand: String, Sendable, CaseIterable {
  case nextTrack, previousTrack, togglePlay
  /// Takes hold of the song's filter, until the pose ends.
  /// Player mode turns it into events (see `FilterHold`).
  case songFilter
  /// Mutes the selected channel; twice within 2 s solos it.
  /// Stems mode turns it into events; other modes ignore it.
  case muteChannel

  /// The commands that a person can bind to a pose.
  public static let bindable: [GestureCommand] = [.nextTrack, .previousTrack, .togglePlay, .songFilter]
}

import Notes

/// Control values of one frame of hands, for the current mode.
public struct ControlFrame: Sendable, Equatable, BitwiseCopyable {
  /// Capture time of the frame in seconds.
  public var time: Double
  /// Whether a listener is present (see `Presence`).
  public var handsPresent: Bool
  /// The values that the hands request in the mode that is played.
  public var values: Values
  /// Whether the meaning of hands is switched off (see `GestureEngine.set(handsOff:)`).
  public var areHandsOff = false
  /// Whether values glide in this frame, held or not.
  /// They glide home, or back to what they were before a hand left.
  public var glides = false

  /// The values that hands control, by mode.
  public enum Values: Sendable, Equatable, BitwiseCopyable {
    case player(PlayerControl)
    case stems(StemsControl)
    case instrument(PlayedNotes)
    case stream(StreamControl)
  }

  /// Creates the values of a frame. The defaults play an original at 0.8 of full volume.
  public init(time: Double = 0, handsPresent: Bool = false, values: Values = .player(PlayerControl())) {
    self.time = time
    self.handsPresent = handsPresent
    self.values = values
  }

  /// The values of player mode; nil in another mode.
  public var player: PlayerControl? {
    if case .player(let control) = values { control } else { nil }
  }

  /// The values of stems mode; nil in another mode.
  public var stems: StemsControl? {
    if case .stems(let control) = values { control } else { nil }
  }

  /// The notes of instrument mode; nil in another mode.
  public var instrument: PlayedNotes? {
    if case .instrument(let played) = values { played } else { nil }
  }

  /// The values of stream mode; nil in another mode.
  public var stream: StreamControl? {
    if case .stream(let control) = values { control } else { nil }
  }
}

/// Speed, pitch, volume and filter of one track, with their grips.
public struct PlayerControl: Sendable, Equatable, BitwiseCopyable {
  /// 0.1...2.0, 1 is the original.
  public var speed: Float
  /// -2400...2400, 0 is the original.
  public var pitchCents: Float
  /// 0...1.
  public var volume: Float
  /// The state of the pinch that holds the speed. Nil while none holds it.
  public var speedGrip: Grip?
  /// The state of the pinch that holds the pitch. Nil while none holds it.
  public var pitchGrip: Grip?
  /// Whether two open hands hold the volume.
  public var volumeHeld: Bool
  /// The song's filter, -1...1. Below 0 is a low-pass, above 0 a high-pass, 0 is the original.
  public var filter: Float = 0
  /// Whether a hand holds the filter.
  public var filterHeld = false

  /// Creates values that are not held.
  public init(speed: Float = 1, pitchCents: Float = 0, volume: Float = 0.8) {
    self.speed = speed
    self.pitchCents = pitchCents
    self.volume = volume
    volumeHeld = false
  }
}

/// The motion of an engaged pinch that moves its value.
public enum Grip: String, Sendable, BitwiseCopyable {
  /// The pinch has just engaged. Neither the fingers nor the wrist have moved far enough to decide.
  case resting
  /// The distance of thumb tip and index tip moves the value.
  case spread
  /// The height of the wrist moves the value.
  case fader
}

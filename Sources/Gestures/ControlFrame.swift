import Notes

/// What one frame of hands asks of the sound: the values of the mode that is played. Goes to whoever keeps the values.
public struct ControlFrame: Sendable, Equatable, BitwiseCopyable {
  /// Capture time of the frame in seconds.
  public var time: Double
  /// Somebody is there (see `Presence`).
  public var handsPresent: Bool
  /// What the hands ask for in the mode that is played.
  public var values: Values
  /// Hands mean nothing (see `GestureEngine.set(handsOff:)`).
  public var areHandsOff = false
  /// Values glide in this frame, home or back to what they were before a hand left, whether or not a hand holds them.
  public var glides = false

  /// What the hands control, by mode.
  public enum Values: Sendable, Equatable, BitwiseCopyable {
    case player(PlayerControl)
    case stems(StemsControl)
    case instrument(PlayedNotes)
    case stream(StreamControl)
  }

  /// A frame's values; without arguments those of an original that plays at 0.8 of full volume.
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

/// Speed, pitch and volume of one track, and what holds each of them.
public struct PlayerControl: Sendable, Equatable, BitwiseCopyable {
  /// 0.1...2.0, 1 is the original.
  public var speed: Float
  /// -2400...2400, 0 is the original.
  public var pitchCents: Float
  /// 0...1.
  public var volume: Float
  /// What the pinch that holds the speed does; nil while none holds it.
  public var speedGrip: Grip?
  /// The same for the pitch.
  public var pitchGrip: Grip?
  /// Two open hands hold the volume.
  public var volumeHeld: Bool

  /// Values that nothing holds.
  public init(speed: Float = 1, pitchCents: Float = 0, volume: Float = 0.8) {
    self.speed = speed
    self.pitchCents = pitchCents
    self.volume = volume
    volumeHeld = false
  }
}

/// What an engaged pinch does to its value.
public enum Grip: String, Sendable, BitwiseCopyable {
  /// It has only just taken hold: neither the fingers nor the wrist have moved far enough to tell.
  case resting
  /// The distance of thumb tip and index tip moves it.
  case spread
  /// The height of the wrist moves it.
  case fader
}

/// The control values that one frame of hands gives; goes to the sound engine through a ring.
public struct ControlFrame: Sendable, Equatable, BitwiseCopyable {
  /// Capture time of the frame in seconds.
  public var time: Double
  /// 0.1...2.0, 1 is the original.
  public var speed: Float
  /// -2400...2400, 0 is the original.
  public var pitchCents: Float
  /// 0...1.
  public var volume: Float
  /// Somebody is there (see `Presence`).
  public var handsPresent: Bool
  /// Which controls are held at the moment.
  public var speedHeld: Bool
  public var pitchHeld: Bool
  public var volumeHeld: Bool

  public init(time: Double = 0, speed: Float = 1, pitchCents: Float = 0, volume: Float = 0.8, handsPresent: Bool = false) {
    self.time = time
    self.speed = speed
    self.pitchCents = pitchCents
    self.volume = volume
    self.handsPresent = handsPresent
    speedHeld = false
    pitchHeld = false
    volumeHeld = false
  }
}

/// What hands ask of someone else's music.
public struct StreamControl: Sendable, Equatable, BitwiseCopyable {
  /// 0...1.
  public var volume: Float
  /// -2400...2400 cents, 0 is the original; only a source that can change it heeds it.
  public var pitchCents: Float
  /// An open hand, or two, hold the volume.
  public var volumeHeld = false
  /// What the right hand's pinch does; nil while none holds the pitch.
  public var pitchGrip: Grip?
  /// The left hand's pinch asks for another speed, which no stream has.
  public var asksForSpeed = false

  /// Values that nothing holds.
  public init(volume: Float = 0.8, pitchCents: Float = 0) {
    self.volume = volume
    self.pitchCents = pitchCents
  }
}

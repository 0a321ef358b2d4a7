/// The values that hands request of external music.
public struct StreamControl: Sendable, Equatable, BitwiseCopyable {
  /// 0...1.
  public var volume: Float
  /// -2400...2400 cents, 0 is the original. Only a source that can change its pitch uses it.
  public var pitchCents: Float
  /// Whether one or two open hands hold the volume.
  public var volumeHeld = false
  /// The state of the right hand's pinch. Nil while it does not hold the pitch.
  public var pitchGrip: Grip?
  /// Whether the left pinch requests another speed, which streams lack.
  public var asksForSpeed = false

  /// Creates values that are not held.
  public init(volume: Float = 0.8, pitchCents: Float = 0) {
    self.volume = volume
    self.pitchCents = pitchCents
  }
}

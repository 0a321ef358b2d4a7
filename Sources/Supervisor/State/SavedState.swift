import GestureFlowAPI

/// What survives a power cut.
public struct SavedState: Codable, Sendable, Equatable {
  public var mode = Mode.player
  public var tier = Tier.free
  /// The track that was heard: its stick and its path from there; nil for the built-in piece.
  public var stick: String?
  public var track: String?
  /// Seconds from the track's start.
  public var position = 0.0
  /// 0...1.
  public var volume = 0.8
  /// 0.1...2.
  public var speed = 1.0
  public var pitchCents = 0.0
  /// A person had paused.
  public var paused = false
  public var output = Output.audio
  /// Set over the configuration by the MODE button's hold; nil as configured.
  public var autoPause: Bool?
  /// How often state was written; tells an older copy from a newer one.
  public var serial = 0

  public init() {}

  /// With values in their ranges, whatever the file said.
  var inRange: SavedState {
    var s = self
    func clamp(_ x: Double, _ range: ClosedRange<Double>, _ fallback: Double) -> Double {
      x.isFinite ? min(max(x, range.lowerBound), range.upperBound) : fallback
    }
    s.position = clamp(position, 0...1e6, 0)
    s.volume = clamp(volume, 0...1, 0.8)
    s.speed = clamp(speed, 0.1...2, 1)
    s.pitchCents = clamp(pitchCents, -2400...2400, 0)
    return s
  }
}

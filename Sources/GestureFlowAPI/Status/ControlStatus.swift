/// Settings made by hands, buttons and clients.
public struct ControlStatus: Codable, Sendable {
  /// Speed, 0.1...2.0 times the original.
  public var speed: Double
  /// Pitch in cents, -2400...2400.
  public var pitchCents: Double
  /// Volume, 0...1.
  public var volume: Double
  /// Filter of the song, -1...1. Below 0 it is a low-pass, above 0 a high-pass. Nil at the original.
  public var filter: Double?
  /// Values that hands hold now. They are `speed`, `pitch`, `volume`, `filter`; in mode stems `level`, `roll`, `loop`.
  public var held: [String]
  /// Hand that holds each of them: `left`, `right` or `both`. Nil while none is held.
  public var heldBy: [String: String]?
  /// Effect of a pinch that holds `speed` or `pitch`. `spread`: the distance of the fingers moves the value. `fader`:
  /// the height of the wrist moves it. Nil until a pinch has moved far enough to decide.
  public var grip: [String: String]?
  /// Whether hands are off: gestures have no effect. Both fists, a button or a client switch them on again.
  public var handsOff: Bool = false
  /// Whether hands are visible, or were a moment ago.
  public var handsPresent: Bool
  /// Whether playback is paused because the player is away.
  public var autoPaused: Bool
  /// Whether a person has paused playback.
  public var paused: Bool
  /// Creates an instance from its fields.
  public init(speed: Double, pitchCents: Double, volume: Double, held: [String], handsPresent: Bool, autoPaused: Bool, paused: Bool) {
    self.speed = speed
    self.pitchCents = pitchCents
    self.volume = volume
    self.held = held
    self.handsPresent = handsPresent
    self.autoPaused = autoPaused
    self.paused = paused
  }
}

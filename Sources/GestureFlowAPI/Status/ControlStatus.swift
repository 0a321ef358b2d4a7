/// What hands, buttons and clients have set.
public struct ControlStatus: Codable, Sendable {
  /// Speed, 0.1...2.0 times the original.
  public var speed: Double
  /// Pitch in cents, -2400...2400.
  public var pitchCents: Double
  /// Volume, 0...1.
  public var volume: Double
  /// Which values hands hold now: `speed`, `pitch`, `volume`; of stems `level`, `roll`, `loop`.
  public var held: [String]
  /// Which hand holds each of them: `left`, `right` or `both`; nil while none is held.
  public var heldBy: [String: String]?
  /// What a pinch that holds `speed` or `pitch` does: `spread` (the fingers' distance moves the value) or `fader` (the wrist's height does); nil while none
  /// has moved far enough to tell.
  public var grip: [String: String]?
  /// Hands mean nothing until both fists, a button or a client give them their meaning back.
  public var handsOff: Bool = false
  /// Hands are there, or were a moment ago.
  public var handsPresent: Bool
  /// It is silent because nobody is there.
  public var autoPaused: Bool
  /// A person has paused it.
  public var paused: Bool
  /// Out of its fields, as they are described here.
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

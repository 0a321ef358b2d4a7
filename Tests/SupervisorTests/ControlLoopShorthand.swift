import GestureFlowAPI
import Sound
import Supervisor

/// Single changes of the controls, as a test makes them.
extension ControlLoop {
  /// A box's controls in mode player.
  convenience init(_ engine: SoundEngine) { self.init(Controls(engine)) }

  func set(mode: Mode) { change { $0.set(mode: mode) } }
  func set(speed: Speed? = nil, pitchCents: Cents? = nil, volume: Volume? = nil) {
    change { $0.set(speed: speed, pitchCents: pitchCents, volume: volume) }
  }
  func play() { change { $0.play() } }
  func pause() { change { $0.pause() } }
}

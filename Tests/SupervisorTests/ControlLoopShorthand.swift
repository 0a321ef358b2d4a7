import GestureFlowAPI
import Sound
import Supervisor

/// Single changes of the controls, in a short form for tests.
extension ControlLoop {
  /// Makes the controls of a box in mode player.
  convenience init(_ engine: SoundEngine) { self.init(Controls(engine)) }

  func set(mode: Mode) { change { $0.set(mode: mode) } }
  func set(speed: Speed? = nil, pitchCents: Cents? = nil, volume: Volume? = nil) {
    change { $0.set(speed: speed, pitchCents: pitchCents, volume: volume) }
  }
  func play() { change { $0.play() } }
  func pause() { change { $0.pause() } }
}

import GestureFlowAPI
import Modes
import Sound

/// Single changes of the controls, in a short form for tests.
extension ControlLoop {
  /// Makes the controls of a box in mode player.
  package convenience init(_ engine: SoundEngine) { self.init(Controls(engine)) }

  package func set(mode: Mode) { change { $0.set(mode: mode) } }
  package func set(speed: Speed? = nil, pitchCents: Cents? = nil, volume: Volume? = nil) {
    change { $0.set(speed: speed, pitchCents: pitchCents, volume: volume) }
  }
  package func play() { change { $0.play() } }
  package func pause() { change { $0.pause() } }
}

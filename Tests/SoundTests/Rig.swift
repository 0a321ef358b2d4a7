import Sound
import TestSupport

/// An engine whose tapes the test fills and loads, and its rendered sound. The test gives the left side of its
/// tapes; the right side is the left one inverted.
final class Rig {
  let engine = SoundEngine(volume: 1)
  /// The left side of the output, without the limiter's delay: sample n was rendered n frames after the start.
  private(set) var left: [Float] = []
  /// State of the player after each block.
  private(set) var states: [PlayerState] = []
  private var serial = 0

  var state: PlayerState { states.last ?? PlayerState() }
  /// Number of rendered frames.
  var now: Int { states.count * SoundFormat.block }

  func fill(_ tape: Int, _ samples: [Float]) { engine.player.tapes[tape].append(samples.flatMap { [$0, -$0] }, count: samples.count) }

  /// Switches to a tape with its next block.
  func load(_ tape: Int, at frame: Int64) {
    serial += 1
    engine.player.load(tape, at: frame, serial: serial)
  }

  func set(speed: Float = 1, cents: Float = 0, isPaused: Bool = false) {
    engine.player.set(SoundLevels(speed: speed, cents: cents, volume: 1, isPaused: isPaused))
  }

  /// Returns the tapes released since the last call.
  func released() -> [Int] {
    var tapes: [Int] = []
    while let tape = engine.player.released.pop() { tapes.append(tape) }
    return tapes
  }

  func render(_ blocks: Int) {
    var block = [Float](repeating: 9, count: 2 * SoundFormat.block)
    for _ in 0..<blocks {
      engine.rtRender(&block)
      for i in 0..<SoundFormat.block where states.count * SoundFormat.block + i >= Limiter.delay { left.append(block[2 * i]) }
      states.append(engine.player.state)
    }
  }

  /// Returns noise, so that every sample shows its origin. Its level stays below the limiter, which also
  /// measures between samples.
  static func noise(_ frames: Int, seed: UInt64 = 7) -> [Float] {
    var random = SplitMix(seed)
    return (0..<frames).map { _ in Float(0.3 * random.unit() - 0.15) }
  }

  static func sine(_ hz: Double, frames: Int, level: Float = 0.25) -> [Float] {
    let both = Signals.sine(hz, seconds: Double(frames) / Signals.rate + 0.001, level: level)
    return (0..<frames).map { both[2 * $0] }
  }
}

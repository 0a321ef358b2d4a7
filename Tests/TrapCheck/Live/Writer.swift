import Sound

/// A writer of another program's sound, as from a pipe's thread.
/// It writes with a clock, without one, or not at all; with pauses, pitch, ends and begins.
final class Writer {
  private static let frames = 4096
  private let engine: SoundEngine
  private let left, right: UnsafeMutablePointer<Float>
  private var levels = InletLevels(volume: 1)

  init(_ engine: SoundEngine) {
    self.engine = engine
    left = .allocate(capacity: Self.frames)
    right = .allocate(capacity: Self.frames)
    for i in 0..<Self.frames {
      let x = Float((i * 7) % 400) / 1000 - 0.2
      (left + i).initialize(to: x)
      (right + i).initialize(to: -x)
    }
    engine.inlet.begin(rate: 48_000)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Makes the inlet audible, if it is the scene.
  func show(_ kind: Kind) {
    levels = InletLevels(volume: 1, isHeard: kind == .inlet)
    engine.inlet.set(levels)
  }

  /// Writes the sound until the next block, and sets its playback.
  func drive(_ i: Int) {
    // The same rate, which needs no memory: this thread may make no system call.
    if i % 1300 == 1299 { engine.inlet.begin(rate: 48_000) }
    if i % 1300 == 1200 { engine.inlet.end() }
    // 600 blocks from a writer with a clock, then a writer that fills the room; 60 blocks without a writer.
    if i % 1000 < 600 { _ = engine.inlet.write(left, right, frames: 128) }
    if i % 1000 >= 660 { _ = engine.inlet.write(left, right, frames: Self.frames) }
    levels.volume = 0.5 + Float(i % 100) / 200
    levels.cents = i % 800 < 500 ? 0 : Float(i * 7 % 4801 - 2400)
    levels.isPaused = i % 900 < 40
    levels.isAway = i % 700 < 30
    engine.inlet.set(levels)
  }
}

import Realtime
import Sound

/// A short part of the heard wave, for drawing.
package final class WaveView: Sendable {
  private let last = Published<[Float]>([])

  /// Reads a new part of the wave. The supervisor calls it ten times a second, so that each reader gets a fresh part.
  package func refresh(_ engine: SoundEngine) {
    let fresh = engine.takeScope()
    if fresh.count >= 192 { last.store(fresh) }
  }

  /// 128 samples at 12,000 a second, -1...1. They begin at a rise through zero, so that a drawing of them stands
  /// still.
  package var samples: ArraySlice<Float> { Self.steady(last.now) }

  /// Returns 128 samples from a rise through zero. It is the first rise with enough samples after it.
  package static func steady(_ wave: [Float]) -> ArraySlice<Float> {
    let rise = wave.indices.dropFirst().first { wave[$0 - 1] < 0 && wave[$0] >= 0 && $0 <= wave.count - 128 } ?? 0
    return wave.dropFirst(rise).prefix(128)
  }
}

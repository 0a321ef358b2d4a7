import Sound
import Synchronization

/// A moment of the wave that is heard, for pictures of it.
package final class WaveView: Sendable {
  private let last = Mutex<[Float]>([])

  /// Takes a new look; the supervisor does, ten times a second, so that it is fresh for whoever asks.
  package func refresh(_ engine: SoundEngine) {
    let fresh = engine.takeScope()
    if fresh.count >= 192 { last.withLock { $0 = fresh } }
  }

  /// 128 samples, 12,000 a second, -1...1, beginning where the wave rises through zero, so that a picture of it stands still.
  package var samples: ArraySlice<Float> { Self.steady(last.withLock { $0 }) }

  /// The 128 samples from the first rise through zero that has so many behind it.
  package static func steady(_ wave: [Float]) -> ArraySlice<Float> {
    let rise = wave.indices.dropFirst().first { wave[$0 - 1] < 0 && wave[$0] >= 0 && $0 <= wave.count - 128 } ?? 0
    return wave.dropFirst(rise).prefix(128)
  }
}

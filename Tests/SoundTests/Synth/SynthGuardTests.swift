import Sound
import Testing

/// The guard finds NaN and infinity at every place, even when a valid frame follows.
@Suite struct SynthGuardTests {
  @Test(arguments: [Float.nan, .infinity, -.infinity, 4.1, -4.1], [0, 1, 7, 15]) func `one frame is enough`(bad: Float, place: Int) {
    var frames = [Float](repeating: 0.5, count: 16)
    #expect(SynthGuard.rtIsSound(frames, frames.count, most: 4))
    frames[place] = bad
    #expect(!SynthGuard.rtIsSound(frames, frames.count, most: 4))
  }
}

import Sound
import Testing

/// What is no number is found wherever it stands; before, a voice overlooked one that a sound frame followed.
@Suite struct SynthGuardTests {
  @Test(arguments: [Float.nan, .infinity, -.infinity, 4.1, -4.1], [0, 1, 7, 15]) func `one frame is enough`(bad: Float, place: Int) {
    var frames = [Float](repeating: 0.5, count: 16)
    #expect(SynthGuard.rtIsSound(frames, frames.count, most: 4))
    frames[place] = bad
    #expect(!SynthGuard.rtIsSound(frames, frames.count, most: 4))
  }
}

import Sound

/// A synthesizer that the test drives block by block, like the engine.
struct SynthBench: ~Copyable {
  var synth = Synth()
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []

  init(_ sound: SynthSound = SynthSound()) { synth.rtTake(sound) }

  /// Renders blocks of `count` frames to `left` and `right`.
  mutating func render(_ blocks: Int, count: Int = SoundFormat.block) {
    for _ in 0..<blocks {
      let at = left.count
      left += [Float](repeating: 0, count: count)
      right += [Float](repeating: 0, count: count)
      left.withUnsafeMutableBufferPointer { l in
        right.withUnsafeMutableBufferPointer { r in synth.rtAdd(l.baseAddress! + at, r.baseAddress! + at, count: count) }
      }
    }
  }

  /// Renders until it is silent, at most 30 s.
  mutating func renderOut() {
    for _ in 0..<11_250 {
      if synth.sounding == 0 { return }
      render(1)
    }
  }
}

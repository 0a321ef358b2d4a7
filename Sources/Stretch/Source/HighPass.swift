/// A fourth-order high-pass at 4 kHz of both channels. It is for sound at 48 kHz.
/// It is a second-order Butterworth filter used twice (bilinear transform, transposed form II), so a bass
/// leaves nothing above 4 kHz.
struct HighPass {
  private var first = (SIMD2<Float>(), SIMD2<Float>())
  private var second = (SIMD2<Float>(), SIMD2<Float>())

  /// Clears a state that has faded below -300 dBFS.
  /// In silence it would become denormal, and then a frame takes ten times as long.
  mutating func settle() {
    let (a, b) = (first.0 * first.0 + first.1 * first.1, second.0 * second.0 + second.1 * second.1)
    if (a + b).sum() < 1e-30 { self = HighPass() }
  }

  @inline(__always) mutating func next(_ x: SIMD2<Float>) -> SIMD2<Float> {
    let y = 0.689_31 * x + first.0
    first.0 = first.1 + 1.279_63 * y - 1.378_61 * x
    first.1 = 0.689_31 * x - 0.477_6 * y
    let z = 0.689_31 * y + second.0
    second.0 = second.1 + 1.279_63 * z - 1.378_61 * y
    second.1 = 0.689_31 * y - 0.477_6 * z
    return z
  }
}

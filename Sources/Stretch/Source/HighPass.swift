/// A fourth-order high-pass at 4 kHz, for sound at 48 kHz.
/// It is a second-order Butterworth filter used twice (bilinear transform, transposed form II), so a bass
/// leaves nothing above 4 kHz.
struct HighPass {
  private var state = SIMD4<Float>(repeating: 0)

  mutating func next(_ x: Float) -> Float {
    let y = 0.689_31 * x + state.x
    state.x = state.y + 1.279_63 * y - 1.378_61 * x
    state.y = 0.689_31 * x - 0.477_6 * y
    let z = 0.689_31 * y + state.z
    state.z = state.w + 1.279_63 * z - 1.378_61 * y
    state.w = 0.689_31 * y - 0.477_6 * z
    return z
  }
}

/// Second-order Butterworth high-pass at 4 kHz of sound at 48 kHz (bilinear transform; transposed form II).
struct HighPass {
  private var first: Float = 0
  private var second: Float = 0

  mutating func next(_ x: Float) -> Float {
    let y = 0.689_31 * x + first
    first = -1.378_61 * x + 1.279_63 * y + second
    second = 0.689_31 * x - 0.477_6 * y
    return y
  }
}

/// Deep tones, separated from their own mirror image.
///
/// A real tone has a second peak at its negative frequency. Under the long Hann window that peak still has -60
/// dB at the bins of a tone of 55 Hz, nine bins away. So the rotation that is read there varies by as much from
/// grain to grain. The spectrum under one more Hann window is half of a bin and a quarter of each neighbour,
/// turned by the place of the grain's middle. Its side lobes fall by 30 dB an octave instead of 18. Its main
/// lobe is wider, which does no harm to tones so far apart.
extension Phases {
  /// First bin that is read without the extra window: 190 Hz.
  private static let bass = 16
  /// -30 dB, in energy.
  private static let leak: Float = 0.001

  /// Recomputes the `rtCompare` results of the deepest bins.
  @_noLocks func rtCompareBass(last: Planes, old: Planes) {
    var b = 1
    while b < Self.bass {
      let (p, q) = (Self.rtNarrow(last, b), Self.rtNarrow(old, b))
      let (s, t) = (Self.rtNarrow(last, Transform.size &- b), Self.rtNarrow(old, Transform.size &- b))
      let re = p.re * q.re + p.im * q.im + s.re * t.re + s.im * t.im
      let im = p.im * q.re - p.re * q.im - (s.im * t.re - s.re * t.im)
      let (r, i) = (turn.re[b], turn.im[b])
      cross.re[b] = r * re - i * im
      cross.im[b] = r * im + i * re
      b &+= 1
    }
  }

  /// Passes or removes bin 0, which has no partner to turn with.
  /// The leak of a deep tone there would be heard as another tone, at the frequency that the input has from
  /// grain to grain. It is removed, which is an error at the tone's own frequency. Energy above a tone's side
  /// lobe stays unchanged, and so does everything while nothing is turned.
  @_noLocks func rtPassLowest(_ now: Planes, _ work: Planes) {
    var (re, im) = (now.re[0], now.im[0])
    if turn.re[1] != 1, re * re + im * im < Self.leak * energy[Int(peak[0])] { (re, im) = (0, 0) }
    work.re[0] = re
    work.im[0] = im
  }

  /// Returns a bin under one more Hann window.
  @_noLocks @inline(__always) private static func rtNarrow(_ z: Planes, _ b: Int) -> (re: Float, im: Float) {
    // Cosine and sine of 2 pi 1792 / 4096: the distance of the grain's middle from the start of the transform.
    let (cosine, sine): (Float, Float) = (-0.923_879_5, 0.382_683_43)
    let (low, high) = (b &- 1, (b &+ 1) & (Transform.size &- 1))
    let re = 0.5 * z.re[b] + 0.25 * (cosine * (z.re[low] + z.re[high]) + sine * (z.im[low] - z.im[high]))
    let im = 0.5 * z.im[b] + 0.25 * (cosine * (z.im[low] + z.im[high]) - sine * (z.re[low] - z.re[high]))
    return (re, im)
  }
}

import Glibc

/// Tells tones from noise by the spectrum of 85 ms: tones stand out from the bins around them, noise does not.
struct Tonality: ~Copyable {
  /// Above this it is tones: noise has 1.5 to 1.9 in groups of 32 bins (its energies are spread exponentially), tones that the transform can tell apart 4 and more.
  static let limit: Float = 2.0
  private static let (first, last, group) = (170, 1354, 32)
  /// The same below 2 kHz, of groups of 16 bins; there the loudest groups count most, because a chord may have all of its partials in one or two.
  private static let (deepest, deepGroup) = (10, 16)
  /// Above this it is tones below 2 kHz.
  static let deepLimit: Float = 2.8
  /// Groups of bins that are more than 30 dB below the loudest do not count.
  private static let floor: Float = 1e-3

  private let arena: Arena
  private let transform = StretchTables.shared.transform
  private let x: Planes
  private let y: Planes

  init() {
    var arena = Arena(bytes: 4 * (Transform.size * 4 + 256))
    (x, y) = (arena.planes(Transform.size), arena.planes(Transform.size))
    self.arena = arena
  }

  /// How much the bins between 2 and 16 kHz differ: the median over groups of 32 bins of the mean square of their energies by the square of the mean. Not for the audio thread.
  /// - Parameter sample: 4096 samples by their number.
  mutating func measure(_ sample: (Int) -> Float) -> Float {
    let groups = contrasts(Self.first..<Self.last, by: Self.group, sample)
    let loudest = groups.map(\.energy).max()!
    let contrasts = groups.filter { $0.energy > loudest * Self.floor }.map(\.contrast).sorted()
    // None is left where energies are beyond what a float holds: that is no noise.
    return contrasts.isEmpty ? .infinity : contrasts[contrasts.count / 2]
  }

  /// The same between 120 Hz and 2 kHz: the mean of the groups' contrasts, each with its energy. - Parameter sample: 4096 samples by their number.
  mutating func measureDeep(_ sample: (Int) -> Float) -> Float {
    let groups = contrasts(Self.deepest..<Self.first, by: Self.deepGroup, sample)
    let all = groups.reduce(0) { $0 + $1.energy }
    return all.isFinite ? groups.reduce(0) { $0 + $1.contrast * $1.energy / all } : .infinity
  }

  /// Energy of each group of bins, and how much its bins differ.
  private mutating func contrasts(_ bins: Range<Int>, by size: Int, _ sample: (Int) -> Float) -> [(energy: Float, contrast: Float)] {
    for i in 0..<Transform.size {
      x.re[i] = sample(i) * Float(0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(Transform.size)))
      x.im[i] = 0
    }
    let spectrum = transform.run(x, y)
    return stride(from: bins.lowerBound, to: bins.upperBound - size + 1, by: size).map { begin in
      var (sum, squares): (Float, Float) = (1e-30, 0)
      for bin in begin..<begin + size {
        let energy = spectrum.re[bin] * spectrum.re[bin] + spectrum.im[bin] * spectrum.im[bin]
        sum += energy
        squares += energy * energy
      }
      return (sum, squares / sum / sum * Float(size))
    }
  }
}

import Glibc

/// A type that separates tones from noise by their spectrum.
/// The spectrum is of 85 ms.
/// Tones stand out from the bins around them, noise does not.
struct Tonality: ~Copyable {
  /// Limit above which the sound has tones.
  /// Noise has 1.5 to 1.9 in groups of 32 bins (its energies are spread exponentially), tones that the
  /// transform can separate 4 and more.
  static let limit: Float = 2.0
  private static let (first, last, group) = (170, 1354, 32)
  /// First bin and group size below 2 kHz.
  /// There the loudest groups count most, because a chord may have all of its partials in one or two.
  private static let (deepest, deepGroup) = (10, 16)
  /// Limit above which the sound has tones below 2 kHz.
  static let deepLimit: Float = 2.8
  /// Lowest energy of a group, relative to the loudest: -30 dB.
  /// Lower groups do not count.
  private static let floor: Float = 1e-3

  private static let window = (0..<Transform.size).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(Transform.size))) }

  private let arena: Arena
  private let transform = StretchTables.shared.transform
  private let x: Planes
  private let y: Planes

  init() {
    var arena = Arena(bytes: 4 * (Transform.size * 4 + 256))
    (x, y) = (arena.planes(Transform.size), arena.planes(Transform.size))
    self.arena = arena
  }

  /// Measures the contrast of the bins between 2 and 16 kHz.
  /// It is the median over groups of 32 bins of the mean square of their energies by the square of the mean.
  /// Not for the audio thread.
  /// - Parameter sample: 4096 samples by their number.
  mutating func measure(_ sample: (Int) -> Float) -> Float {
    let groups = contrasts(Self.first..<Self.last, by: Self.group, sample)
    let loudest = groups.map(\.energy).max()!
    let contrasts = groups.filter { $0.energy > loudest * Self.floor }.map(\.contrast).sorted()
    // The list is empty if energies overflow a float: that is not noise.
    return contrasts.isEmpty ? .infinity : contrasts[contrasts.count / 2]
  }

  /// Measures the contrast between 120 Hz and 2 kHz.
  /// It is the mean of the groups' contrasts, weighted by energy.
  /// - Parameter sample: 4096 samples by their number.
  mutating func measureDeep(_ sample: (Int) -> Float) -> Float {
    let groups = contrasts(Self.deepest..<Self.first, by: Self.deepGroup, sample)
    let all = groups.reduce(0) { $0 + $1.energy }
    return all.isFinite ? groups.reduce(0) { $0 + $1.contrast * $1.energy / all } : .infinity
  }

  /// Returns the energy and the contrast of each group of bins.
  private mutating func contrasts(_ bins: Range<Int>, by size: Int, _ sample: (Int) -> Float) -> [(energy: Float, contrast: Float)] {
    for i in 0..<Transform.size {
      x.re[i] = sample(i) * Self.window[i]
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

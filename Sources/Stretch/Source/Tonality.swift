import Glibc

/// Tells tones from noise by the spectrum of 85 ms between 2 and 16 kHz: tones stand out from the bins around them, noise does not.
struct Tonality: ~Copyable {
  /// Above this it is tones: noise has 1.5 to 1.9 in groups of 32 bins (its energies are spread exponentially), tones that the transform can tell apart 4 and more.
  static let limit: Float = 2.0
  private static let (first, last, group) = (170, 1354, 32)
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

  /// How much the bins differ: the median over groups of 32 bins of the mean square of their energies by the square of the mean. Not for the audio thread.
  /// - Parameter sample: 4096 samples by their number.
  mutating func measure(_ sample: (Int) -> Float) -> Float {
    for i in 0..<Transform.size {
      x.re[i] = sample(i) * Float(0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(Transform.size)))
      x.im[i] = 0
    }
    var (from, to) = (x, y)
    for pass in 0..<transform.count {
      transform.rtRun(pass: pass, part: 0, of: 1, from: from, to: to)
      (from, to) = (to, from)
    }
    var groups: [(energy: Float, contrast: Float)] = []
    for begin in stride(from: Self.first, to: Self.last, by: Self.group) {
      var (sum, squares): (Float, Float) = (1e-30, 0)
      for bin in begin..<begin + Self.group {
        let energy = from.re[bin] * from.re[bin] + from.im[bin] * from.im[bin]
        sum += energy
        squares += energy * energy
      }
      groups.append((sum, squares / sum / sum * Float(Self.group)))
    }
    let loudest = groups.map(\.energy).max()!
    let contrasts = groups.filter { $0.energy > loudest * Self.floor }.map(\.contrast).sorted()
    // None is left where energies are beyond what a float holds: that is no noise.
    return contrasts.isEmpty ? .infinity : contrasts[contrasts.count / 2]
  }
}

import CSndFile
import Foundation

/// Sounds for tests, and measurements of sounds.
public enum Signals {
  /// Sample rate of the tests' sounds, in Hz.
  public static let rate = 48_000.0

  /// Returns a sine of `hz`, interleaved stereo with equal sides.
  /// - Parameters:
  ///   - level: the peak. 1 is full scale.
  ///   - rate: sample rate in Hz.
  public static func sine(_ hz: Double, seconds: Double, level: Float = 0.5, rate: Double = rate) -> [Float] {
    let count = Int(seconds * rate)
    return [Float](unsafeUninitializedCapacity: 2 * count) { samples, filled in
      for i in 0..<count {
        let x = level * Float(sin(2 * .pi * hz * Double(i) / rate))
        samples.initializeElement(at: 2 * i, to: x)
        samples.initializeElement(at: 2 * i + 1, to: x)
      }
      filled = 2 * count
    }
  }

  /// Writes interleaved sound as a 32-bit float WAV. `format` may be another libsndfile format.
  public static func write(
    _ samples: [Float], to path: String, rate: Int = 48_000, channels: Int = 2, format: Int = SF_FORMAT_WAV | SF_FORMAT_FLOAT
  ) {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    info.format = Int32(format)
    let file = sf_open(path, Int32(SFM_WRITE), &info)
    precondition(file != nil, "cannot write \(path)")
    sf_writef_float(file, samples, Int64(samples.count / channels))
    sf_close(file)
  }

  /// Returns the left side of a sound file. 1 is full scale. The result is empty when the file cannot be read.
  public static func readLeft(_ path: String) -> [Float] {
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else { return [] }
    defer { sf_close(file) }
    var all = [Float](repeating: 0, count: Int(info.frames) * Int(info.channels))
    sf_readf_float(file, &all, info.frames)
    return stride(from: 0, to: all.count, by: Int(info.channels)).map { all[$0] }
  }

  /// Returns the frequency of a single tone in Hz. It comes from the mean distance of the rising zero crossings. It
  /// is 0 when there are fewer than two crossings.
  public static func frequency(_ x: ArraySlice<Float>, rate: Double = rate) -> Double {
    var first: Double?
    var last = 0.0
    var count = 0
    var previous = x.first ?? 0
    for (i, value) in x.enumerated().dropFirst() {
      if previous < 0, value >= 0 {
        let at = Double(i) - Double(value) / Double(value - previous)
        if first == nil { first = at } else { count += 1 }
        last = at
      }
      previous = value
    }
    guard let first, count > 0 else { return 0 }
    return Double(count) * rate / (last - first)
  }

  /// Returns the largest second difference. A click in a low tone shows there.
  public static func roughest(_ x: ArraySlice<Float>) -> Float {
    var worst: Float = 0
    for i in x.indices.dropFirst(2) {
      let bend: Float = x[i] - 2 * x[i - 1] + x[i - 2]
      worst = max(worst, abs(bend))
    }
    return worst
  }

  /// Returns the root mean square. It is 0 without samples.
  public static func level(_ x: ArraySlice<Float>) -> Double {
    (x.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(x.count, 1))).squareRoot()
  }

  /// Returns the energy of both sides before each frame and at the end.
  public static func energy(_ left: [Float], _ right: [Float]) -> [Double] {
    var (energy, sum) = ([0.0], 0.0)
    energy.reserveCapacity(left.count + 1)
    for i in left.indices {
      sum += Double(left[i] * left[i] + right[i] * right[i])
      energy.append(sum)
    }
    return energy
  }

  /// Returns the highest absolute value; infinity when a sample is infinite or NaN, and 0 without samples.
  public static func peak(_ x: [Float]) -> Float {
    var peak: Float = 0
    for value in x { peak = max(peak, value.isFinite ? abs(value) : .infinity) }
    return peak
  }

  /// Returns a ratio of amplitudes in dB, at least -240.
  public static func decibels(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-12)) }

  /// Returns a window whose side lobes lie 92 dB down.
  /// - Parameter t: 0..<2 pi over the samples.
  public static func blackmanHarris(_ t: Double) -> Double { 0.35875 - 0.48829 * cos(t) + 0.14128 * cos(2 * t) - 0.01168 * cos(3 * t) }
  /// Returns a narrower window. It suits centre frequencies, but hides weak lines beside a strong one.
  /// - Parameter t: 0..<2 pi over the samples.
  public static func hann(_ t: Double) -> Double { 0.5 - 0.5 * cos(t) }

  /// Returns the magnitudes of the spectrum of 2^k samples under a window.
  public static func spectrum(_ x: ArraySlice<Float>, window: (Double) -> Double = blackmanHarris) -> [Double] {
    let n = x.count
    precondition(n > 1 && n & (n - 1) == 0, "a power of two")
    var re = [Double](repeating: 0, count: n)
    var im = re
    for (i, value) in x.enumerated() {
      let t = 2 * Double.pi * Double(i) / Double(n)
      re[i] = Double(value) * window(t)
    }
    var j = 0
    for i in 1..<n {
      var bit = n >> 1
      while j & bit != 0 {
        j ^= bit
        bit >>= 1
      }
      j ^= bit
      if i < j {
        re.swapAt(i, j)
        im.swapAt(i, j)
      }
    }
    // A stage of a shorter length uses every second, fourth... factor of the last stage.
    let angle = -2 * Double.pi / Double(n)
    let (cosines, sines) = ((0..<n / 2).map { cos(angle * Double($0)) }, (0..<n / 2).map { sin(angle * Double($0)) })
    var length = 2
    while length <= n {
      let step = n / length
      for start in stride(from: 0, to: n, by: length) {
        for k in 0..<length / 2 {
          let (c, s) = (cosines[k * step], sines[k * step])
          let (a, b) = (start + k, start + k + length / 2)
          let tr = re[b] * c - im[b] * s
          let ti = re[b] * s + im[b] * c
          re[b] = re[a] - tr
          im[b] = im[a] - ti
          re[a] += tr
          im[a] += ti
        }
      }
      length *= 2
    }
    return (0..<n / 2).map { (re[$0] * re[$0] + im[$0] * im[$0]).squareRoot() }
  }

  /// Returns the loudest tone's frequency, and the loudest other line. The latter is in dB relative to the tone.
  public static func spurs(_ x: ArraySlice<Float>) -> (hz: Double, worst: Double) {
    let s = spectrum(x)
    let peak = s.indices.dropFirst(4).max { s[$0] < s[$1] }!
    let others = s.indices.dropFirst(4).filter { abs($0 - peak) > 16 }
    let worst = others.map { s[$0] }.max() ?? 0
    let (a, b, c) = (log(s[peak - 1]), log(s[peak]), log(s[peak + 1]))
    let shift = 0.5 * (a - c) / (a - 2 * b + c)
    return ((Double(peak) + shift) * rate / Double(x.count), decibels(worst / s[peak]))
  }
}

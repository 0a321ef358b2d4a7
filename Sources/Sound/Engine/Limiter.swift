import CLanes
import CRealtime
import Foundation

/// A limiter that keeps the true peak at or below -1 dBTP. The true peak includes values between the samples; this
/// holds for sound below 20 kHz. Sound that never comes near the ceiling passes unchanged, 1.6 ms late. After a
/// peak this is so again within four seconds. A sample that is NaN becomes silence.
///
/// The gain recovers in two ways, and the slower one counts: in 30 ms after each peak, and in 400 ms when peaks
/// have followed each other for about a second. So the gain does not move with each of those peaks. After a peak
/// the gain is held for 20 to 40 ms: between two peaks of a low tone the wave keeps its shape.
///
/// Peaks are estimated at four times the rate with a windowed sinc (ITU-R BS.1770-4, Annex 2, describes the
/// method). Between those points a parabola through three of them gives the peak: fourfold oversampling alone
/// misses up to 0.5 dB at 20 kHz. A sliding minimum holds the needed gain over the look-ahead. The mean over the
/// same length then smooths it, so that it is reached when the peak comes.
package struct Limiter: ~Copyable {
  /// Highest peak. It is -1 dB, less 0.1 dB for the error of the estimate.
  package static let ceiling: Float = 0.8810
  /// Look-ahead in frames.
  static let ahead = 64
  static let taps = 24
  /// Largest valid sample, 36 dB over full scale; larger ones become silence.
  private static let most: Float = 64
  /// Delay of the limiter in frames.
  package static let delay = ahead - 1 + taps / 2
  /// Frames for which a peak holds the gain down: 20 ms. This is the minimum, and half of the maximum. The lowest
  /// tone of a piano (27.5 Hz) peaks every 18 ms.
  static let hold = 960
  /// Recovery of the gain per frame after a short peak. This share of the remaining distance gives a time constant
  /// of 30 ms.
  private static let fastRelease = 0.000_694_203
  /// The same after many peaks: 400 ms. A single hit of 30 ms lowers this slow gain by less than a tenth of the
  /// reduction that it needs.
  private static let slowRelease = 0.000_052_082
  /// Share of the distance by which the slow gain falls per frame. The time constant is 1.2 s.
  private static let slowAttack = 0.000_017_361

  private let filter: UnsafeMutablePointer<Float>  // 3 phases x 24 taps
  private let history: UnsafeMutablePointer<Float>  // 2 x 24 doubled, for the filter
  private let points: UnsafeMutablePointer<Float>  // 2 x 2, the last two points of the fine grid
  private let loudFor: UnsafeMutablePointer<Int>  // 2, frames until the filter holds only quiet samples
  /// Level up to which samples cannot peak near the ceiling between them.
  private let quiet: Float
  private let line: UnsafeMutablePointer<Float>  // 2 x 128, the look-ahead
  private let minima: UnsafeMutablePointer<Float>  // gains of the sliding minimum, oldest first
  private let stamps: UnsafeMutablePointer<Int>
  private let window: UnsafeMutablePointer<Float>  // the last `ahead` minima
  private var first = 0
  private var last = 0
  private var sum: Double = Double(Limiter.ahead)
  /// Least gain of the current and the previous `hold` frames.
  private var (needed, neededBefore): (Float, Float) = (1, 1)
  /// Frames of the current stretch.
  private var held = 0
  /// Gain after a short peak and after many. Double precision, because the last steps of a slow recovery are
  /// smaller than a float's.
  private var (fast, slow) = (1.0, 1.0)
  private var frame = 0

  package init() {
    func make<T>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
      let p = UnsafeMutablePointer<T>.allocate(capacity: count)
      p.initialize(repeating: value, count: count)
      return p
    }
    filter = make(3 * Self.taps, 0)
    history = make(4 * Self.taps, 0)
    points = make(4, 0)
    loudFor = make(2, 0)
    line = make(256, 0)
    minima = make(128, 1)
    stamps = make(128, 0)
    window = make(Self.ahead, 1)
    var gain = 1.0
    for phase in 1...3 {
      var sum = 0.0
      for tap in 0..<Self.taps {
        let x = Double(tap) - Double(Self.taps / 2 - 1) - Double(phase) / 4
        let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
        let u = x / Double(Self.taps / 2)
        let hann = abs(u) >= 1 ? 0 : 0.5 + 0.5 * cos(.pi * u)
        filter[(phase - 1) * Self.taps + tap] = Float(sinc * hann)
        sum += abs(sinc * hann)
      }
      gain = max(gain, sum)
    }
    // The parabola adds at most an eighth.
    quiet = Self.ceiling * 0.85 / Float(gain)
  }

  deinit {
    filter.deallocate()
    history.deallocate()
    points.deallocate()
    loudFor.deallocate()
    line.deallocate()
    minima.deallocate()
    stamps.deallocate()
    window.deallocate()
  }

  /// Limits two planes in place.
  @_noLocks package mutating func rtProcess(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count {
      let l = abs(left[i]) <= Limiter.most ? left[i] : 0
      let r = abs(right[i]) <= Limiter.most ? right[i] : 0
      let peak = max(rtPeak(l, 0), rtPeak(r, 1))
      let wanted = peak > Limiter.ceiling ? Limiter.ceiling / peak : 1
      let gain = rtSmooth(rtRelease(wanted))
      let slot = frame & 127
      line[slot] = l
      line[128 &+ slot] = r
      let from = (frame &- Limiter.delay) & 127
      left[i] = line[from] * gain
      right[i] = line[128 &+ from] * gain
      frame &+= 1
    }
  }

  /// Returns the peak between the two samples half a filter ago.
  @_noLocks @inline(never) private func rtPeak(_ x: Float, _ channel: Int) -> Float {
    let size = Limiter.taps
    let at = history + (channel &* 2 &* size)
    let slot = frame % size
    // Write each sample twice, so that the last samples are always contiguous.
    at[slot] = x
    at[slot &+ size] = x
    let before = points + 2 &* channel
    if abs(x) > quiet { loudFor[channel] = size }
    guard loudFor[channel] > 0 else {
      before[0] = 0
      before[1] = 0
      return 0
    }
    loudFor[channel] &-= 1
    let newest = at + (slot &+ 1)
    var (a, b) = (before[0], before[1])
    var peak: Float = 0
    for phase in 0..<4 {
      var c: Float = 0
      if phase == 0 {
        c = newest[size / 2 &- 1]
      } else {
        c = gf_lanes_rows(newest, filter + ((phase &- 1) &* size), Int64(size))
      }
      peak = max(peak, max(abs(c), Limiter.rtTop(a, b, c)))
      a = b
      b = c
    }
    before[0] = a
    before[1] = b
    return peak
  }

  /// Returns the height of the parabola through three consecutive points. 0 unless the middle one is the farthest
  /// from 0.
  @_noLocks private static func rtTop(_ a: Float, _ b: Float, _ c: Float) -> Float {
    guard abs(b) >= abs(a), abs(b) >= abs(c) else { return 0 }
    let bend = 2 * b - a - c
    return abs(bend) > 1e-9 ? abs(b + (a - c) * (a - c) / (8 * bend)) : 0
  }

  /// Returns the gain that is allowed now. It never exceeds the gain that is needed, and is less if a lower gain
  /// was needed recently.
  @_noLocks private mutating func rtRelease(_ wanted: Float) -> Float {
    if held == Limiter.hold {
      (needed, neededBefore) = (1, needed)
      held = 0
    }
    held &+= 1
    needed = min(needed, wanted)
    let least = Double(min(needed, neededBefore))
    fast = least < fast ? least : fast + (least - fast) * Limiter.fastRelease
    if fast > 0.9999 { fast = 1 }
    slow += (fast - slow) * (fast < slow ? Limiter.slowAttack : Limiter.slowRelease)
    if fast == 1, slow > 0.9999 { slow = 1 }
    return Float(min(fast, slow))
  }

  /// Returns the mean of the sliding minimum over the look-ahead. The mean covers the same length.
  @_noLocks private mutating func rtSmooth(_ gain: Float) -> Float {
    while first < last, minima[(last &- 1) & 127] >= gain { last &-= 1 }
    minima[last & 127] = gain
    stamps[last & 127] = frame
    last &+= 1
    while stamps[first & 127] <= frame &- Limiter.ahead { first &+= 1 }
    let least = minima[first & 127]
    let slot = frame % Limiter.ahead
    sum += Double(least) - Double(window[slot])
    window[slot] = least
    let mean = Float(sum / Double(Limiter.ahead))
    return least == 1 && mean > 0.99999 ? 1 : mean
  }
}

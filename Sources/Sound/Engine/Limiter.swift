import CLanes
import CRealtime
import Foundation

/// Keeps the true peak (between the samples, too) at or below -1 dBTP, for sound below 20 kHz.
/// Sound that never comes near the ceiling passes untouched, 1.6 ms late; after a peak it does so again within four seconds.
/// A sample that is NaN becomes silence.
///
/// The gain comes back in two ways, the later of which counts: with 30 ms after each peak, and with 400 ms where peaks have followed one
/// another for about a second, so that it does not move with each of them. It stands still for 20 to 40 ms after a peak: between two peaks
/// of a low tone the wave keeps its shape.
///
/// Peaks are estimated at four times the rate with a windowed sinc (ITU-R BS.1770-4, Annex 2, describes the method), and between those points with the parabola
/// through three of them: fourfold alone misses up to 0.5 dB at 20 kHz. The needed gain is held over the look-ahead by
/// a sliding minimum and then averaged over the same length, so that it has arrived when the peak does.
package struct Limiter: ~Copyable {
  /// -1 dB, less 0.1 dB for what the estimate can miss.
  package static let ceiling: Float = 0.8810
  /// Look-ahead in frames.
  static let ahead = 64
  static let taps = 24
  /// Beyond this a value is no sound: 36 dB over full scale.
  private static let most: Float = 64
  /// What the whole adds to the sound's way, in frames.
  package static let delay = ahead - 1 + taps / 2
  /// Frames for which a peak holds the gain down at least, and half of the most: 20 ms.
  /// The lowest tone of a piano (27.5 Hz) peaks every 18 ms.
  static let hold = 960
  /// Share of the way back that the gain goes each frame after a short peak: 30 ms to one part in e.
  private static let fastRelease = 0.000_694_203
  /// The same after many peaks: 400 ms. Those of a single hit of 30 ms lower this way's gain by less than a tenth of what they need.
  private static let slowRelease = 0.000_052_082
  /// Share of the way that the slow gain goes down each frame: 1.2 s to one part in e.
  private static let slowAttack = 0.000_017_361

  private let filter: UnsafeMutablePointer<Float>  // 3 phases x 24 taps
  private let history: UnsafeMutablePointer<Float>  // 2 x 24 doubled, for the filter
  private let points: UnsafeMutablePointer<Float>  // 2 x 2, the last two points of the fine grid
  private let loudFor: UnsafeMutablePointer<Int>  // 2, frames until the filter holds only quiet samples
  /// While the filter holds nothing louder than this, no point between the samples can come near the ceiling.
  private let quiet: Float
  private let line: UnsafeMutablePointer<Float>  // 2 x 128, the look-ahead
  private let minima: UnsafeMutablePointer<Float>  // gains of the sliding minimum, oldest first
  private let stamps: UnsafeMutablePointer<Int>
  private let window: UnsafeMutablePointer<Float>  // the last `ahead` minima
  private var first = 0
  private var last = 0
  private var sum: Double = Double(Limiter.ahead)
  /// Least gain that was needed in the present stretch of `hold` frames, and in the one before it.
  private var (needed, neededBefore): (Float, Float) = (1, 1)
  /// Frames of the present stretch.
  private var held = 0
  /// Gain after a short peak and after many. In double precision: the last steps of a slow way are smaller than a float's.
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
    // The parabola adds an eighth at most.
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

  /// Largest value between a sample half a filter ago and the one after it.
  @_noLocks @inline(never) private func rtPeak(_ x: Float, _ channel: Int) -> Float {
    let size = Limiter.taps
    let at = history + (channel &* 2 &* size)
    let slot = frame % size
    // Written twice, so that the last samples always lie in a row.
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

  /// Height of the parabola through three points in a row, if the middle one is the farthest from 0.
  @_noLocks private static func rtTop(_ a: Float, _ b: Float, _ c: Float) -> Float {
    guard abs(b) >= abs(a), abs(b) >= abs(c) else { return 0 }
    let bend = 2 * b - a - c
    return abs(bend) > 1e-9 ? abs(b + (a - c) * (a - c) / (8 * bend)) : 0
  }

  /// The gain that is allowed now: never more than what is needed, less where it has been needed of late.
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

  /// Sliding minimum over the look-ahead, then its mean over the same length.
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

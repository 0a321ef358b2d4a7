import CRealtime
import Foundation

/// Keeps the true peak (between the samples, too) at or below -1 dBTP. What never comes near the ceiling passes untouched, 1.7 ms late.
///
/// Peaks are estimated at four times the rate with a windowed sinc (ITU-R BS.1770-4, Annex 2, describes the method). The needed gain is held over the look-ahead by
/// a sliding minimum and then averaged over the same length, so that it has arrived when the peak does.
package struct Limiter: ~Copyable, @unchecked Sendable {
  /// -1 dB, less 0.1 dB for what a fourfold estimate can miss.
  package static let ceiling: Float = 0.8810
  /// Look-ahead in frames.
  static let ahead = 64
  static let taps = 12
  /// What the whole adds to the sound's way, in frames.
  package static let delay = ahead - 1 + taps / 2
  /// Share of the way back to 1 that the gain goes each frame: 80 ms to one part in e.
  private static let release: Float = 1 - 0.99974

  private let filter: UnsafeMutablePointer<Float>  // 3 phases x 12 taps
  private let history: UnsafeMutablePointer<Float>  // 2 x 12 doubled, for the filter
  private let line: UnsafeMutablePointer<Float>  // 2 x 128, the look-ahead
  private let minima: UnsafeMutablePointer<Float>  // gains of the sliding minimum, oldest first
  private let stamps: UnsafeMutablePointer<Int>
  private let window: UnsafeMutablePointer<Float>  // the last `ahead` minima
  private var first = 0
  private var last = 0
  private var sum: Double = Double(Limiter.ahead)
  private var envelope: Float = 1
  private var frame = 0
  /// Least gain since it was asked for last, 0...1.
  private(set) var leastGain: Float = 1

  package init() {
    func make<T>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
      let p = UnsafeMutablePointer<T>.allocate(capacity: count)
      p.initialize(repeating: value, count: count)
      return p
    }
    filter = make(3 * Self.taps, 0)
    history = make(4 * Self.taps, 0)
    line = make(256, 0)
    minima = make(128, 1)
    stamps = make(128, 0)
    window = make(Self.ahead, 1)
    for phase in 1...3 {
      for tap in 0..<Self.taps {
        let x = Double(tap) - Double(Self.taps / 2 - 1) - Double(phase) / 4
        let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
        let u = (x + 0.0) / Double(Self.taps / 2)
        let hann = abs(u) >= 1 ? 0 : 0.5 + 0.5 * cos(.pi * u)
        filter[(phase - 1) * Self.taps + tap] = Float(sinc * hann)
      }
    }
  }

  deinit {
    filter.deallocate()
    history.deallocate()
    line.deallocate()
    minima.deallocate()
    stamps.deallocate()
    window.deallocate()
  }

  /// Limits two planes in place.
  @_noLocks package mutating func rtProcess(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count {
      let l = left[i]
      let r = right[i]
      let peak = max(rtPeak(l, 0), rtPeak(r, 1))
      let wanted = peak > Limiter.ceiling ? Limiter.ceiling / peak : 1
      envelope = wanted < envelope ? wanted : envelope + (wanted - envelope) * Limiter.release
      if envelope > 0.9999 { envelope = 1 }
      let gain = rtSmooth(envelope)
      let slot = frame & 127
      line[slot] = l
      line[128 &+ slot] = r
      let from = (frame &- Limiter.delay) & 127
      left[i] = line[from] * gain
      right[i] = line[128 &+ from] * gain
      if gain < leastGain { leastGain = gain }
      frame &+= 1
    }
  }

  /// Largest of a sample half a filter ago and the three points after it.
  @_noLocks private func rtPeak(_ x: Float, _ channel: Int) -> Float {
    let size = Limiter.taps
    let at = history + (channel &* 2 &* size)
    let slot = frame % size
    // Written twice, so that the last twelve samples always lie in a row.
    at[slot] = x
    at[slot &+ size] = x
    let newest = at + (slot &+ 1)
    var peak = abs(newest[size / 2 &- 1])
    for phase in 0..<3 {
      let f = filter + (phase &* size)
      var y: Float = 0
      for tap in 0..<size { y += f[tap] * newest[tap] }
      peak = max(peak, abs(y))
    }
    return peak
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

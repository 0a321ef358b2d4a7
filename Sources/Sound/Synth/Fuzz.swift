import CLanes
import CRealtime
import Foundation

/// Distortion with a hyperbolic tangent at twice the sample rate. The double rate keeps overtones above half of
/// the sample rate from aliasing. The output is 31 frames late, with or without distortion.
package struct Fuzz: ~Copyable {
  /// Delay added to the sound, in frames.
  package static let delay = 2 * half - 1
  /// Half of the taps of the half-band filter. The filter passes 20 kHz and blocks everything above 28 kHz (-80
  /// dB).
  private static let half = 16
  private static let taps = 2 * half
  /// Maximum drive in octaves: 36 dB.
  private static let octaves: Float = 6

  private let filter: UnsafeMutablePointer<Float>
  /// Sample memory of both sides. Each side has the last 64 input samples and the distorted samples in between.
  /// Both are written twice, so that the last ones lie in a row. The distorted samples at the input's own
  /// positions follow.
  private let lines: UnsafeMutablePointer<Float>
  /// Number of input samples that are kept. The filter needs this many to compute everything that the clean sound
  /// left out.
  private static let kept = 2 * taps
  private static let perSide = 2 * kept + 3 * taps
  /// Position of the next input sample. The distorted samples have half as many positions.
  private var slot = 0
  /// Whether the distorted samples belong to the input. While they are inaudible they are not computed.
  private var isKept = true
  private var knob = Glide(0, half: 0.008)
  private var (drive, level, share): (Float, Float, Float) = (1, 1, 0)
  /// How often invalid values caused a reset.
  package private(set) var resets = 0

  package init() {
    filter = .allocate(capacity: Self.taps)
    lines = .allocate(capacity: 2 * Self.perSide)
    lines.initialize(repeating: 0, count: 2 * Self.perSide)
    func bessel(_ x: Double) -> Double {
      var sum = 1.0
      for k in stride(from: 39.0, through: 1, by: -1) { sum = 1 + sum * x * x / (4 * k * k) }
      return sum
    }
    var sum = 0.0
    let taps = (0..<Self.taps).map { i -> Double in
      let t = Double(i) - Double(Self.half) + 0.5
      let inside = 1 - pow(t / Double(Self.half), 2)
      let window = bessel(7.86 * inside.squareRoot()) / bessel(7.86)
      let tap = sin(.pi * t) / (.pi * t) * window
      sum += tap
      return tap
    }
    for (i, tap) in taps.enumerated() { (filter + i).initialize(to: Float(tap / sum)) }
  }

  deinit {
    filter.deallocate()
    lines.deallocate()
  }

  /// Sets the amount of distortion.
  /// - Parameter amount: 0 (clean) ... 1; NaN is ignored.
  @_noLocks package mutating func rtAim(_ amount: Float) { knob.rtAim(min(max(amount, 0), 1)) }

  /// Erases the stored sound.
  @_noLocks package mutating func rtClear() { lines.update(repeating: 0, count: 2 * Self.perSide) }

  /// Distorts two planes in place.
  @_noLocks package mutating func rtProcess(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      let frames = min(SynthStep.frames, count &- done)
      let amount = knob.rtNext()
      let goalDrive = gf_exp2f(Self.octaves * amount)
      // Take back half of the drive in dB. So loud sounds keep about the same level.
      let goalLevel = gf_exp2f(-0.5 * Self.octaves * amount)
      // The first tenth of the knob's range fades the distortion in.
      let goalShare = min(10 * amount, 1)
      let (a, b, c) = ((goalDrive - drive) / Float(frames), (goalLevel - level) / Float(frames), (goalShare - share) / Float(frames))
      if share == 0, goalShare == 0 {
        rtPass(left + done, right + done, frames)
      } else {
        if !isKept { rtCatchUp() }
        for i in done..<done &+ frames {
          drive += a
          level += b
          share += c
          (left[i], right[i]) = rtFrame(left[i], right[i])
          slot = (slot &+ 1) & (Self.kept &- 1)
        }
      }
      (drive, level, share) = (goalDrive, goalLevel, goalShare)
      if !SynthGuard.rtIsSound(left + done, right + done, frames) {
        rtClear()
        resets &+= 1
      }
      done &+= frames
    }
  }

  @_noLocks @inline(never) private func rtFrame(_ x: Float, _ y: Float) -> (Float, Float) {
    let right = lines + Self.perSide
    let (cleanLeft, cleanRight) = (rtKeep(x, lines), rtKeep(y, right))
    rtDistort(slot)
    let place = slot & (Self.taps &- 1)
    let (between, even) = (2 * Self.kept + place &+ 1, 2 * Self.kept + 2 * Self.taps + ((place &- Self.half &+ 1) & (Self.taps &- 1)))
    let odd = rtDot(lines + between, right + between)
    let (wetLeft, wetRight) = (0.5 * (lines[even] + odd.x) * level, 0.5 * (right[even] + odd.y) * level)
    return (cleanLeft + (wetLeft - cleanLeft) * share, cleanRight + (wetRight - cleanRight) * share)
  }

  /// Stores an input sample.
  /// - Returns: the clean output sample.
  @_noLocks private func rtKeep(_ x: Float, _ side: UnsafeMutablePointer<Float>) -> Float {
    side[slot] = x
    side[slot &+ Self.kept] = x
    return side[slot &+ Self.kept &- Self.taps &+ 1]
  }

  /// Distorts both sides' input samples at a position. It also distorts the samples between them and the next, as
  /// they lie in the middle of the filter. Inlined: the call of each frame stands in its loop.
  @_noLocks @inline(__always) private func rtDistort(_ slot: Int) {
    let right = lines + Self.perSide
    let (between, even) = (2 * Self.kept, 2 * Self.kept + 2 * Self.taps)
    let oldest = slot &+ Self.kept &- Self.taps &+ 1
    let place = slot & (Self.taps &- 1)
    let middle = rtDot(lines + oldest, right + oldest)
    let here = oldest &+ Self.half &- 1
    let all = gf_four_tanh(drive * lines[here], drive * right[here], drive * middle.x, drive * middle.y)
    lines[even &+ place] = all.x
    right[even &+ place] = all.y
    lines[between &+ place] = all.z
    lines[between &+ place &+ Self.taps] = all.z
    right[between &+ place] = all.w
    right[between &+ place &+ Self.taps] = all.w
  }

  /// Passes frames through unchanged.
  @_noLocks private mutating func rtPass(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    isKept = false
    for i in 0..<count {
      left[i] = rtKeep(left[i], lines)
      right[i] = rtKeep(right[i], lines + Self.perSide)
      slot = (slot &+ 1) & (Self.kept &- 1)
    }
  }

  /// Computes the skipped distorted samples that are still needed. The drive was that of a clean sound all the
  /// time.
  @_noLocks private mutating func rtCatchUp() {
    isKept = true
    for ago in 1...Self.taps {
      let place = (slot &- ago) & (Self.kept &- 1)
      rtDistort(place)
    }
  }

  @_noLocks private func rtDot(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>) -> SIMD2<Float> {
    gf_lanes_rows_pair(left, right, filter, Int64(Self.taps))
  }
}

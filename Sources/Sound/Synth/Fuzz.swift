import CLanes
import CRealtime
import Foundation

/// Distortion by a hyperbolic tangent at twice the rate, so that what it adds above half of the rate does not fold back. 31 frames late, whether it distorts or not.
package struct Fuzz: ~Copyable {
  /// What it adds to the sound's way, in frames.
  package static let delay = 2 * half - 1
  /// Half of the taps of a half-band filter that lets 20 kHz through and nothing above 28 kHz (-80 dB).
  private static let half = 16
  private static let taps = 2 * half
  /// Octaves of drive at the most: 36 dB.
  private static let octaves: Float = 6

  private let filter: UnsafeMutablePointer<Float>
  /// For each side: the last 64 samples of the input, and the distorted samples in between, each written twice so that the last lie in a row;
  /// then the distorted samples themselves.
  private let lines: UnsafeMutablePointer<Float>
  /// Samples of the input that are kept: as many as the filter needs to compute all that the clean sound has left out.
  private static let kept = 2 * taps
  private static let perSide = 2 * kept + 3 * taps
  /// Where the next sample of the input goes; what was distorted has half as many places.
  private var slot = 0
  /// The distorted samples are those of the input; while nothing of them is heard they are not computed.
  private var isKept = true
  private var knob = Glide(0, half: 0.008)
  private var (drive, level, share): (Float, Float, Float) = (1, 1, 0)
  /// How often it was no sound and was reset.
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

  /// - Parameter amount: 0 (clean) ... 1; what is no number is ignored.
  @_noLocks package mutating func rtAim(_ amount: Float) { knob.rtAim(min(max(amount, 0), 1)) }

  /// Forgets what it has heard.
  @_noLocks package mutating func rtClear() { lines.update(repeating: 0, count: 2 * Self.perSide) }

  /// Distorts two planes in place.
  @_noLocks package mutating func rtProcess(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      let frames = min(SynthStep.frames, count &- done)
      let amount = knob.rtNext()
      let goalDrive = gf_exp2f(Self.octaves * amount)
      // Half of the drive in dB is taken back: what is loud stays about as loud.
      let goalLevel = gf_exp2f(-0.5 * Self.octaves * amount)
      // The first tenth of the knob fades it in.
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

  /// Keeps a sample of the input. - Returns: the one that comes out clean now.
  @_noLocks private func rtKeep(_ x: Float, _ side: UnsafeMutablePointer<Float>) -> Float {
    side[slot] = x
    side[slot &+ Self.kept] = x
    return side[slot &+ Self.kept &- Self.taps &+ 1]
  }

  /// Distorts both sides' samples of the input at a place, and those between them and the next, as they lie in the middle of the filter.
  /// Inlined: each frame's call stands in its loop.
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

  /// Lets frames through as they are.
  @_noLocks private mutating func rtPass(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    isKept = false
    for i in 0..<count {
      left[i] = rtKeep(left[i], lines)
      right[i] = rtKeep(right[i], lines + Self.perSide)
      slot = (slot &+ 1) & (Self.kept &- 1)
    }
  }

  /// Computes the distorted samples that were left out, as far as they are still needed; the drive was that of a clean sound all the time.
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

import CLanes

/// A resampler that changes the pitch of the stretched sound.
/// It reads the sound faster or slower. The ratio changes linearly from block to block.
struct Resampler {
  /// Stretched time of the next output frame, in 2^-32 frames.
  private(set) var reading: Int64 = 0
  /// Stretched frames for an output frame, in 2^-32.
  private(set) var ratio = Fixed.one
  private let table: SincTable

  init(_ table: SincTable) { self.table = table }

  /// Starts at a stretched time with a ratio.
  @_noLocks mutating func rtReset(at time: Int64, ratio: Int64) {
    reading = time &<< 32
    self.ratio = ratio
  }

  /// Moves the origin of stretched time.
  @_noLocks mutating func rtRebase(_ by: Int64) { reading &-= by &<< 32 }

  /// The filter and input of a block.
  struct Reach {
    var bank: Int
    /// Stretched time up to which the sound must be final.
    var end: Int64
  }

  /// Returns the input of a block while the ratio changes to `wanted`.
  @_noLocks func rtReach(_ count: Int, wanted: Int64) -> Reach {
    let n = Int64(count)
    let bank = table.rtBank(Fixed.rtToDouble(max(ratio, wanted)))
    let end = reading &+ ratio &* n &+ (wanted &- ratio) / 2 &* (n &+ 1)
    return Reach(bank: bank, end: (end &>> 32) &+ Int64(SincTable.taps(bank) / 2) &+ 4)
  }

  /// Returns the offset to the nearest whole frame of stretched time.
  /// It is limited to what a block of `count` frames may move: 0.2 cents at most.
  @_noLocks func rtWayHome(_ count: Int) -> Int64 {
    let over = reading & (Fixed.one &- 1)
    let most = Int64(count) &<< 19
    return over < Fixed.one / 2 ? max(-over, -most) : min(Fixed.one &- over, most)
  }

  /// Renders a block to two planes while the ratio changes to `wanted`.
  /// `aside` is a small additional offset, see `rtWayHome`.
  @_noLocks mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, wanted: Int64, aside: Int64, bank: Int,
    _ line: OutputLine
  ) {
    let taps = SincTable.taps(bank)
    let rows = table.rtRows(bank)
    let (x, y) = (line.sum.re, line.sum.im)
    let change = (wanted &- ratio) / Int64(count)
    var step = ratio &+ aside / Int64(count)
    // The index in memory, so that no frame needs the origin.
    var at = reading &- (line.origin &<< 32)
    let begin = at
    ratio = wanted
    if change == 0, step == Fixed.one, at & (Fixed.one &- 1) == 0 {
      let first = Int(at &>> 32)
      for i in 0..<count {
        left[i] = x[first &+ i]
        right[i] = y[first &+ i]
      }
      reading &+= Int64(count) &<< 32
      return
    }
    for i in 0..<count {
      let first = Int(at &>> 32) &- taps / 2 &+ 1
      (left[i], right[i]) = Self.rtFrame(rows, taps, UInt32(truncatingIfNeeded: at), x + first, y + first)
      step &+= change
      at &+= step
    }
    // The remainder of the division.
    reading &+= at &- begin &+ aside % Int64(count)
  }

  /// Renders one frame of both channels.
  /// `x` and `y` are at the first tap, `fraction` is the place between two frames in 2^-32.
  @_noLocks @inline(__always) private static func rtFrame(
    _ rows: UnsafePointer<Float>, _ taps: Int, _ fraction: UInt32, _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>
  ) -> (Float, Float) {
    let scaled = Float(fraction &>> 8) * (Float(SincTable.phases) / 16_777_216)
    let phase = Int(scaled)
    let share = rtFill(scaled - Float(phase))
    let low = rows + phase &* taps
    let high = low + taps
    var a = rtFill(0)
    var b = a
    var k = 0
    while k < taps {
      let l = rtLoad(low, k)
      let c = gf_lanes_muladd(share, rtLoad(high, k) - l, l)
      a = gf_lanes_muladd(c, rtLoad(x, k), a)
      b = gf_lanes_muladd(c, rtLoad(y, k), b)
      k &+= laneCount
    }
    return (gf_lanes_sum(a), gf_lanes_sum(b))
  }
}

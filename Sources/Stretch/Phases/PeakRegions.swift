import CLanes

/// Identity phase locking (Laroche and Dolson, 1999).
/// Every peak of the energy turns its region, half way to the next peaks.
extension Phases {
  /// Finds the bins that are louder than two neighbours on either side.
  /// It does part `part` of `parts`, in order.
  @_noLocks @inline(never) mutating func rtFindPeaks(_ part: Int, of parts: Int) {
    let lanes = laneCount
    let (e, list) = (energy, peak)
    let share = Self.bins / parts
    var n = part == 0 ? 0 : found
    if part == 0 {
      for b in 3..<lanes where e[b] > e[b &- 1] && e[b] >= e[b &+ 1] && e[b] > e[b &- 2] && e[b] >= e[b &+ 2] {
        list[n] = Int32(truncatingIfNeeded: b)
        n &+= 1
      }
    }
    var b = share &* part &+ lanes
    let end = min(Self.bins &- lanes, share &* (part &+ 1) &+ lanes)
    while b < end {
      let x = rtLoad(e, b)
      // -1 at a peak: every bin is written, and the next one overwrites a bin without a peak.
      let bits = gf_lanes_peaks(x, rtLoad(e, b &- 1), rtLoad(e, b &+ 1), rtLoad(e, b &- 2), rtLoad(e, b &+ 2))
      var k = 0
      while k < lanes {
        list[n] = Int32(truncatingIfNeeded: b &+ k)
        n &-= Int(bits[k])
        k &+= 1
      }
      b &+= lanes
    }
    found = n
  }

  /// Removes side lobes, in two passes over the peaks.
  /// It does part `part` of `parts`, in order.
  @_noLocks mutating func rtThinOut(_ part: Int, of parts: Int) {
    let half = parts / 2
    if part < half {
      sideLobes.rtLookDown(part, of: half, peak, found, energy)
      return
    }
    peaks = sideLobes.rtLookUp(part &- half, of: half, peak, peaks, energy)
    if part == parts &- 1, peaks == 0 {
      peak[0] = Int32(Self.bins / 2)
      peaks = 1
    }
  }

  /// Gives each region the rotation of its peak.
  /// Whole vectors are written; the next region overwrites the excess. It does part `part` of `parts`, in
  /// order.
  @_noLocks mutating func rtSpread(_ part: Int, of parts: Int) {
    let (turn, list) = (turn, peak)
    var from = part == 0 ? 0 : regionFrom
    let end = peaks &* (part &+ 1) / parts
    var k = peaks &* part / parts
    while k < end {
      let to = k &+ 1 < peaks ? (Int(list[k]) &+ Int(list[k &+ 1]) &+ 1) / 2 : Self.bins
      let z = Complex(rtFill(peakTurn.re[k]), rtFill(peakTurn.im[k]))
      var b = from
      while b < to {
        turn.rtSet(b, z)
        b &+= laneCount
      }
      from = to
      k &+= 1
    }
    regionFrom = from
  }
}

import CLanes

/// The relation of the current grain to the one before it.
struct Relation {
  /// Whether it is the first grain.
  var isFirst = false
  /// Whether input and output have advanced equally since the grain before.
  var isStraight = false
  /// Whether an onset arrives with it.
  var isArriving = false
  /// Whether it belongs to a roll.
  /// High bins without a tone keep the phases of the input, so each pulse stays unchanged.
  var isGrainy = false
  /// Whether the same holds from 150 Hz on, without tones.
  var isBare = false
  /// Whether the stretching has ended and rotations go back to none.
  var isGoingHome = false
}

extension Phases {
  /// Computes energies and the rotation r unit(last conj(old)) of each bin.
  /// `last` is the grain before, `old` the input one step before the current grain. It does part `part` of
  /// `parts`.
  @_noLocks func rtCompare(_ part: Int, of parts: Int, now: Planes, last: Planes, old: Planes, _ relation: Relation) {
    let energy = energy
    let before = before
    let (cross, turn) = (cross, turn)
    let lanes = laneCount
    var b = Self.bins / parts &* part
    let end = b &+ Self.bins / parts
    if relation.isStraight {
      while b < end {
        let m = Transform.size &- b &- lanes &+ 1
        rtStore(rtLoad(energy, b), before, b)
        rtStore(rtEnergy(now.rtComplex(b), now.rtComplex(m)), energy, b)
        b &+= lanes
      }
      return
    }
    while b < end {
      // The mirrored bins; bin N is padding.
      let m = Transform.size &- b &- lanes &+ 1
      let (low, high) = (old.rtComplex(b), old.rtComplex(m))
      let turned = last.rtComplex(b).rtTimesConjugate(low)
      let mirrored = last.rtComplex(m).rtTimesConjugate(high).rtReversed()
      let step = Complex(turned.re + mirrored.re, turned.im - mirrored.im)
      rtStore(rtEnergy(low, high), before, b)
      cross.rtSet(b, turn.rtComplex(b) * step)
      rtStore(rtEnergy(now.rtComplex(b), now.rtComplex(m)), energy, b)
      b &+= lanes
    }
    if part == 0 { rtCompareBass(last: last, old: old) }
  }

  /// Decides each peak's rotation, from the sum over three bins.
  /// At an onset, bins that rise start again with the phases of the input.
  @_noLocks mutating func rtDecide(_ part: Int, of parts: Int, _ relation: Relation) {
    let (e, f, x, y) = (energy, before, cross.re, cross.im)
    let end = peaks &* (part &+ 1) / parts
    var k = peaks &* part / parts
    let grainyFrom = relation.isBare ? Self.bareFrom : Self.grainyFrom
    var isTurned = part == 0 ? false : isTurned
    while k < end {
      let b = Int(peak[k])
      var re: Float = 1
      var im: Float = 0
      var isNew = relation.isFirst
      if relation.isArriving { isNew = isNew || e[b &- 1] + e[b] + e[b &+ 1] > 2 * (f[b &- 1] + f[b] + f[b &+ 1]) }
      if relation.isGrainy, b >= grainyFrom {
        if !Self.rtStandsOut(e, b) { isNew = true }
        if !Self.rtStandsOut(f, b) { isNew = true }
      }
      if !isNew {
        if relation.isStraight {
          re = turn.re[b]
          im = turn.im[b]
          if relation.isGoingHome { (re, im) = Self.rtUnwound(re, im) }
        } else {
          let (p, q) = (x[b &- 1] + x[b] + x[b &+ 1], y[b &- 1] + y[b] + y[b &+ 1])
          let square = p * p + q * q
          if square > 1e-30 {
            let scale = 1 / gf_root(square)
            re = p * scale
            im = q * scale
          }
        }
      }
      if im != 0 || re != 1 { isTurned = true }
      peakTurn.re[k] = re
      peakTurn.im[k] = im
      k &+= 1
    }
    self.isTurned = isTurned
  }

  /// Bin from which a roll's grains keep the input's phases: 2 kHz.
  private static let grainyFrom = 170
  /// The same for hits without tones: 150 Hz.
  private static let bareFrom = 13
  /// Smallest energy ratio of a tone's peak to the bins four away.
  /// The main lobe of the window has ended there. Above this ratio a peak is a tone even in a roll. The step
  /// before must be above it, too, because some peaks of noise stand out by chance. With a lower value pulses
  /// lose grain to such peaks (at 16 in one grain alone: 27 dB instead of 52); with a higher one tones under
  /// pulses are lost.
  private static let prominence: Float = 64

  @_noLocks @inline(__always) private static func rtStandsOut(_ energy: UnsafePointer<Float>, _ b: Int) -> Bool {
    if energy[b] <= prominence * energy[b &- 4] { return false }
    return energy[b] > prominence * energy[b &+ 4]
  }

  /// Returns a rotation by 1/48 of a turn nearer to none.
  /// For a tone it is 2 Hz, for a quarter of a second at most.
  @_noLocks private static func rtUnwound(_ re: Float, _ im: Float) -> (Float, Float) {
    let (c, s): (Float, Float) = (0.991_444_86, 0.130_526_19)
    if re >= c { return (1, 0) }
    return im > 0 ? (re * c + im * s, im * c - re * s) : (re * c - im * s, im * c + re * s)
  }

  /// Turns the current grain.
  @_noLocks func rtTurn(_ part: Int, of parts: Int, now: Planes, into work: Planes) {
    let turn = turn
    let lanes = laneCount
    let share = Self.bins / parts
    var b = share &* part
    let end = b &+ share
    while b < end {
      let m = Transform.size &- b &- lanes &+ 1
      let r = turn.rtComplex(b)
      work.rtSet(b, now.rtComplex(b) * r)
      work.rtSet(m, now.rtComplex(m).rtTimesConjugate(r.rtReversed()))
      b &+= lanes
    }
    if part == 0 { rtPassLowest(now, work) }
    if part == parts &- 1 { rtPass(now, work, Self.bins) }
  }

  /// Copies a bin that has no partner.
  @_noLocks private func rtPass(_ now: Planes, _ work: Planes, _ bin: Int) {
    work.re[bin] = now.re[bin]
    work.im[bin] = now.im[bin]
  }
}

/// Returns energies of both channels, from bins and mirrored bins.
@_noLocks @inline(__always) private func rtEnergy(_ low: Complex, _ high: Complex) -> Lanes {
  low.rtEnergy() + gf_lanes_reversed(high.rtEnergy())
}

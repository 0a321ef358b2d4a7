/// The single steps of a grain's work.
extension Grainwork {
  /// The part of the grain around an input frame that a step reads.
  @_noLocks func rtPiece(_ step: Step, _ planes: Planes, at frame: Int64) -> Stretcher.Piece {
    let (from, to) = Self.rtRange(step, Windows.longest)
    return Stretcher.Piece(
      from: frame &- Int64(Self.middle) &+ Int64(from), count: to &- from, left: planes.re + from, right: planes.im + from)
  }

  /// A step's share of `length` frames.
  @_noLocks private static func rtRange(_ step: Step, _ length: Int) -> (Int, Int) {
    let (part, parts) = (Int(step.part), Int(step.parts))
    // Whole vectors.
    return (length &* part / parts & ~7, length &* (part &+ 1) / parts & ~7)
  }

  /// Puts what was read under the window, and silence behind it.
  @_noLocks mutating func rtTake() {
    let step = list.steps[next]
    let planes = step.stage == .loadNow ? now : step.stage == .loadOld ? old : last
    let (from, to) = Self.rtRange(step, Windows.longest)
    windows.rtApply(planes, from: from, to: to)
    if step.part == 0 { Self.rtClear(planes, Windows.longest, Transform.size) }
    next &+= 1
  }

  @_noLocks private static func rtClear(_ planes: Planes, _ from: Int, _ to: Int) {
    let zero = Complex(rtFill(0), rtFill(0))
    var i = from
    while i < to {
      planes.rtSet(i, zero)
      i &+= laneCount
    }
  }

  @_noLocks @inline(never) mutating func rtDo(_ step: Step, _ reading: Int64) {
    let (part, parts) = (Int(step.part), Int(step.parts))
    let relation = map.relation
    switch step.stage {
    case .place, .loadLast, .loadNow, .loadOld, .finish: break
    case .transformLast: last = rtTransformed(last, step)
    case .transformNow: now = rtTransformed(now, step)
    case .transformOld: if !relation.isStraight { old = rtTransformed(old, step) }
    case .compare: phases.rtCompare(part, of: parts, now: now, last: last, old: old, relation)
    case .findPeaks: phases.rtFindPeaks(part, of: parts)
    case .thinOut: phases.rtThinOut(part, of: parts)
    case .decide: phases.rtDecide(part, of: parts, relation)
    case .spread: phases.rtSpread(part, of: parts)
    case .turn: phases.rtTurn(part, of: parts, now: now, into: turned)
    case .invert: rtInvert(step)
    case .add:
      if part == 0 { line.rtMakeRoom(begin: begin, reading: reading) }
      let (from, to) = Self.rtRange(step, shape.length)
      line.rtAdd(turned, at: Self.middle, shape, begin, from: from, to: to)
    }
  }

  /// A transform goes back and forth between a spectrum and `spare`; if the result lies in the latter, the two change places. Answers where the spectrum is then.
  @_noLocks private mutating func rtTransformed(_ planes: Planes, _ step: Step) -> Planes {
    let isBack = step.pass & 1 == 1
    transform.rtRun(
      pass: Int(step.pass), part: Int(step.part), of: Int(step.parts), from: isBack ? spare : planes, to: isBack ? planes : spare)
    guard rtEndsInSpare(step) else { return planes }
    let result = spare
    spare = planes
    return result
  }

  /// The same backwards, for the grain that was turned.
  @_noLocks private mutating func rtInvert(_ step: Step) {
    let isBack = step.pass & 1 == 1
    let (from, to) = isBack ? (spare, turned) : (turned, spare)
    transform.rtRun(
      pass: Int(step.pass), part: Int(step.part), of: Int(step.parts), from: Planes(re: from.im, im: from.re),
      to: Planes(re: to.im, im: to.re))
    guard rtEndsInSpare(step) else { return }
    spare = from
    turned = to
  }

  @_noLocks private func rtEndsInSpare(_ step: Step) -> Bool {
    guard Int(step.pass) == transform.count &- 1 else { return false }
    return step.part &+ 1 == step.parts && step.pass & 1 == 0
  }
}

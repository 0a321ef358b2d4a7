/// The single steps of a grain's work.
extension Grainwork {
  /// Returns the input that a step reads around an input frame.
  @_noLocks func rtPiece(_ step: Step, _ planes: Planes, at frame: Int64) -> Stretcher.Piece {
    let (from, to) = Self.rtRange(step, Windows.longest)
    return Stretcher.Piece(
      from: frame &- Int64(Self.middle) &+ Int64(from), count: to &- from, left: planes.re + from, right: planes.im + from)
  }

  /// Returns a step's part of `length` frames.
  @_noLocks private static func rtRange(_ step: Step, _ length: Int) -> (Int, Int) {
    let (part, parts) = (Int(step.part), Int(step.parts))
    // Whole vectors.
    return (length &* part / parts & ~7, length &* (part &+ 1) / parts & ~7)
  }

  /// Applies the window to the input, with silence after it.
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

  /// Does a part of a transform between a spectrum and `spare`.
  /// If the result ends in `spare`, the two change places.
  /// - Returns: the planes that hold the spectrum.
  @_noLocks private mutating func rtTransformed(_ planes: Planes, _ step: Step) -> Planes {
    let isBack = step.pass & 1 == 1
    transform.rtRun(
      pass: Int(step.pass), part: Int(step.part), of: Int(step.parts), from: isBack ? spare : planes, to: isBack ? planes : spare)
    guard rtEndsInSpare(step) else { return planes }
    let result = spare
    spare = planes
    return result
  }

  /// Does a part of the inverse transform of the turned grain.
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

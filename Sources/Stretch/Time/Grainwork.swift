/// The vocoder's work, grain by grain: a grain is one windowed piece of the input, transformed, turned, transformed back and added to the output line.
///
/// For the grain in work and the one before it in the output, a step earlier, the rotation of a bin is r_k = r_(k-1) unit(Z(p_(k-1)) conj Z(p_k - step)), with Z(p) the spectrum
/// of the input around p: a second transform, one step before the grain. Where the input has gone on by exactly one step, r stays, and the second transform is left out.
struct Grainwork {
  /// Bytes of memory that it takes.
  static let bytes = Phases.bytes + OutputLine.bytes + 10 * (Transform.size * 4 + 256) + 4096
  /// Where a grain's middle lies in the transform.
  static let middle = Windows.longest / 2

  private let transform: Transform
  private let windows: Windows
  private let list: StepList
  private let onsets: UnsafeMutablePointer<Int64>
  private var now, old, last, turned, spare: Planes
  private var phases: Phases
  private(set) var line: OutputLine
  private var map = TimeMap()
  private var shape: Windows.Shape
  /// Stretched time at which the grain in work begins; what lies before is final.
  private var begin: Int64 = 0
  /// Frames that became final with the last grain.
  private var hop: Int
  /// Stretched frames from the middle of the last grain to the middle of this one.
  private var step: Int64 = 0
  /// Stretched time of the middle of the grain in work.
  private var centre: Int64 = 0
  /// The next step of the list.
  private var next = 0

  init(_ arena: inout Arena, _ tables: StretchTables) {
    transform = tables.transform
    windows = tables.windows
    list = tables.steps
    onsets = arena.array(Int64.self, Stretcher.onsetsAtOnce)
    (now, old, last) = (arena.planes(Transform.size + 16), arena.planes(Transform.size + 16), arena.planes(Transform.size + 16))
    (turned, spare) = (arena.planes(Transform.size + 16), arena.planes(Transform.size + 16))
    phases = Phases(&arena)
    line = OutputLine(&arena)
    shape = windows.rtShape(Windows.count - 1)
    hop = shape.hop
  }

  /// Starts anew: the first grains reach past stretched time `time`, which is input frame `frame`.
  @_noLocks mutating func rtReset(_ time: Int64, at frame: Int64) {
    shape = windows.rtShape(Windows.count &- 1)
    hop = shape.hop
    begin = time &- Int64(shape.length &- hop)
    centre = begin &- Int64(hop) &+ Int64(shape.length / 2)
    next = 0
    phases.rtReset()
    line.rtReset(origin: begin &- OutputLine.history)
    map.rtReset(at: frame)
  }

  /// Works on until something is wanted from the source, or nothing is due before stretched time `need`.
  @_noLocks mutating func rtNext(_ need: Int64, reading: Int64) -> Stretcher.Want {
    while true {
      if need <= begin {
        // (A change of the filter can bring `need` back behind the last grain's begin.)
        let due = Int(need &- begin &+ Int64(hop)) &* list.count / hop
        if next >= due { return .nothing }
      }
      let step = list.steps[next]
      switch step.stage {
      case .place: return .onsets(after: map.taken, onsets)
      case .loadNow: return .frames(rtPiece(step, now, at: map.place))
      case .loadOld where !map.relation.isStraight: return .frames(rtPiece(step, old, at: map.place &- self.step))
      default: rtDo(step, reading)
      }
      rtAdvance()
    }
  }

  @_noLocks @inline(__always) private mutating func rtAdvance() { next = next &+ 1 == list.count ? 0 : next &+ 1 }

  /// Places the grain in work. `reading` is the stretched time that is heard, which belongs to `position` of the input; all but `onsets` in 2^-32.
  @_noLocks mutating func rtPlace(onsets count: Int, reading: Int64, position: Int64, speed: Int64, ratio: Int64) {
    shape = windows.rtShape(Windows.count &- 1)
    let middle = begin &+ Int64(shape.length / 2)
    step = middle &- centre
    centre = middle
    let slope = Double(speed) / Double(ratio)
    let ahead = Double((centre &<< 32) &- reading)
    let nominal = Fixed.rtFrame(position &+ Int64(ahead * slope))
    map.rtPlace(
      TimeMap.Wish(centre: centre, length: shape.length, nominal: nominal, slope: slope, step: step), onsets: onsets, count: count)
    rtAdvance()
  }

  /// The part of the grain around an input frame that a step reads.
  @_noLocks private func rtPiece(_ step: Step, _ planes: Planes, at frame: Int64) -> Stretcher.Piece {
    let (from, to) = rtRange(step)
    let begin = Self.middle &- shape.length / 2
    return Stretcher.Piece(
      from: frame &- Int64(shape.length / 2) &+ Int64(from), count: to &- from, left: planes.re + begin + from,
      right: planes.im + begin + from)
  }

  @_noLocks private func rtRange(_ step: Step) -> (Int, Int) {
    let (part, parts) = (Int(step.part), Int(step.parts))
    return (shape.length &* part / parts, shape.length &* (part &+ 1) / parts)
  }

  /// Puts what was read under the window, and silence beside it.
  @_noLocks mutating func rtTake() {
    let step = list.steps[next]
    let planes = step.stage == .loadNow ? now : old
    let (from, to) = rtRange(step)
    Windows.rtApply(shape, planes, at: Self.middle, from: from, to: to)
    if step.part == 0 {
      Self.rtClear(planes, 0, Self.middle &- shape.length / 2)
      Self.rtClear(planes, Self.middle &+ shape.length / 2, Transform.size)
    }
    rtAdvance()
  }

  @_noLocks private static func rtClear(_ planes: Planes, _ from: Int, _ to: Int) {
    let zero = Complex(rtFill(0), rtFill(0))
    var i = from
    while i < to {
      planes.rtSet(i, zero)
      i &+= laneCount
    }
  }

  @_noLocks private mutating func rtDo(_ step: Step, _ reading: Int64) {
    let (part, parts) = (Int(step.part), Int(step.parts))
    let relation = map.relation
    switch step.stage {
    case .place, .loadNow, .loadOld: break
    case .transformNow: now = rtTransformed(now, step)
    case .transformOld: if !relation.isStraight { old = rtTransformed(old, step) }
    case .compare: phases.rtCompare(part, of: parts, now: now, last: last, old: old, relation)
    case .findPeaks: phases.rtFindPeaks(part, of: parts)
    case .decide: phases.rtDecide(part, of: parts, relation)
    case .spread: phases.rtSpread(part, of: parts)
    case .turn: phases.rtTurn(part, of: parts, now: now, into: turned)
    case .invert: rtInvert(step)
    case .add:
      if part == 0 { line.rtMakeRoom(begin: begin, reading: reading) }
      let (from, to) = rtRange(step)
      line.rtAdd(turned, at: Self.middle, shape, begin, from: from, to: to)
    case .finish: rtFinish()
    }
  }

  @_noLocks private mutating func rtFinish() {
    hop = shape.hop
    line.rtFinish(begin, count: hop)
    begin &+= Int64(hop)
    (now, last) = (last, now)
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

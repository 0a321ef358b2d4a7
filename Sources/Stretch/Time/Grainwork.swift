/// The vocoder's work, grain by grain.
/// A grain is one windowed piece of the input, transformed, turned, transformed back and added to the output
/// line.
///
/// The current grain follows the one before it by one step in the output. The rotation of a bin is r_k =
/// r_(k-1) unit(Z(p_(k-1)) conj Z(p_k - step)), with Z(p) the spectrum of the input around p. This needs a
/// second transform, one step before the grain. If the input has advanced by exactly one step, r stays, and the
/// second transform is skipped.
struct Grainwork {
  /// Size of its memory in bytes.
  static let bytes = Phases.bytes + OutputLine.bytes + 10 * (Transform.size * 4 + 256) + 4096
  /// Index of a grain's middle in the transform.
  static let middle = Windows.longest / 2

  let transform: Transform
  let windows: Windows
  private let steps: StepList
  private let resuming: StepList
  private let onsets: UnsafeMutablePointer<Onset>
  var now, old, last, turned, spare: Planes
  var phases: Phases
  var line: OutputLine
  var map = TimeMap()
  var shape: Windows.Shape
  /// Stretched time at which the current grain begins; everything before is final.
  var begin: Int64 = 0
  /// Number of frames that became final with the last grain.
  var hop: Int
  /// Stretched frames from the last grain's middle to this one's.
  private var step: Int64 = 0
  /// Stretched time of the middle of the current grain.
  private var centre: Int64 = 0
  var list: StepList
  /// The next step of the list.
  var next = 0
  /// Number of last stretched frames that were not changed.
  /// They were read at the input's own pace and not turned.
  var plain = 0

  init(_ arena: inout Arena, _ tables: StretchTables) {
    transform = tables.transform
    windows = tables.windows
    steps = tables.steps
    resuming = tables.resuming
    list = tables.steps
    onsets = arena.array(Onset.self, Stretcher.onsetsAtOnce)
    (now, old, last) = (arena.planes(Transform.size + 16), arena.planes(Transform.size + 16), arena.planes(Transform.size + 16))
    (turned, spare) = (arena.planes(Transform.size + 16), arena.planes(Transform.size + 16))
    phases = Phases(&arena)
    line = OutputLine(&arena)
    shape = windows.rtLongest()
    hop = shape.hop
  }

  /// Restarts: the first grains reach past stretched time `time`.
  /// It is input frame `frame`.
  @_noLocks mutating func rtReset(_ time: Int64, at frame: Int64) {
    shape = windows.rtLongest()
    rtBegin(time &- Int64(shape.length &- shape.hop), list: steps)
    line.rtReset(origin: begin &- OutputLine.history)
    map.rtReset(at: frame)
  }

  /// Starts to stretch after stretched time `time`, which is input frame `frame`.
  /// Nothing was stretched until then. The next grain is the first that may be stretched.
  /// - Returns: the input to read before `rtResumed` completes it.
  @_noLocks mutating func rtResume(_ time: Int64, at frame: Int64) -> Stretcher.Piece {
    shape = windows.rtLongest()
    rtBegin(time &+ Int64(shape.hop), list: resuming)
    line.rtResume(origin: time &- OutputLine.history, begin: begin)
    map.rtResume(at: frame &+ centre &- time)
    return Stretcher.Piece(
      from: frame &- OutputLine.history, count: Int(OutputLine.history) &+ shape.hop &+ Windows.pastCount, left: line.sum.re,
      right: line.sum.im)
  }

  /// Completes `rtResume`.
  @_noLocks mutating func rtResumed() { line.rtWeigh(begin: begin, past: windows.past) }

  @_noLocks private mutating func rtBegin(_ begin: Int64, list: StepList) {
    self.begin = begin
    self.list = list
    hop = shape.hop
    centre = begin &- Int64(hop) &+ Int64(shape.length / 2)
    next = 0
    plain = 0
    phases.rtReset()
  }

  /// Moves the origin of stretched time.
  @_noLocks mutating func rtRebase(_ by: Int64) {
    begin &-= by
    centre &-= by
    line.rtRebase(by)
    map.rtRebase(by)
  }

  /// Whether the output line holds the unchanged input.
  /// This is so at speed 1, when all grains in reach were read at its own pace with their own phases. Also
  /// `reading`, a stretched time in 2^-32, must be a whole frame that belongs to input frame `frame`.
  @_noLocks func rtIsHome(_ reading: Int64, _ frame: Int64) -> Bool {
    guard plain > Windows.longest &+ 1024, reading & (Fixed.one &- 1) == 0 else { return false }
    return map.place &- centre == frame &- (reading &>> 32)
  }

  /// Works until it needs input, or no work is due.
  /// The work is due before stretched time `need`.
  @_noLocks @inline(never) mutating func rtNext(_ need: Int64, reading: Int64) -> Stretcher.Want {
    while true {
      if need <= begin {
        // A change of the filter can move `need` back: before the last grain's start.
        let due = Int(need &- begin &+ Int64(hop)) &* list.count / hop
        if next >= due { return .nothing }
      }
      let step = list.steps[next]
      switch step.stage {
      case .place: return .onsets(after: map.taken, onsets)
      case .loadLast: return .frames(rtPiece(step, last, at: map.place))
      case .loadNow: return .frames(rtPiece(step, now, at: map.place))
      case .loadOld where !map.relation.isStraight: return .frames(rtPiece(step, old, at: map.place &- self.step))
      case .finish: rtFinish()
      default:
        rtDo(step, reading)
        next &+= 1
      }
    }
  }

  /// Places the current grain.
  /// `reading` is the stretched time that is heard, which belongs to `position` of the input; it, `speed` and
  /// `ratio` are in 2^-32.
  @_noLocks mutating func rtPlace(onsets count: Int, reading: Int64, position: Place, speed: Int64, ratio: Int64) {
    let slope = Double(speed) / Double(ratio)
    let here = rtNominal(begin &+ Int64(shape.length / 2), reading, position, slope)
    let hits = map.rtHits(begin &+ Int64(shape.length / 2), here, slope, onsets, count)
    shape = windows.rtNext(after: shape, ratio: Fixed.rtToDouble(ratio), inRoll: hits != .none)
    let middle = begin &+ Int64(shape.length / 2)
    step = middle &- centre
    centre = middle
    let nominal = rtNominal(centre, reading, position, slope)
    map.rtPlace(
      TimeMap.GrainRequest(centre: centre, length: shape.length, nominal: nominal, slope: slope, step: step), onsets: onsets, count: count)
    map.relation.isGrainy = hits != .none && Windows.rtIsShort(shape)
    map.relation.isBare = hits == .bare
    map.relation.isGoingHome = speed == Fixed.one && ratio == Fixed.one
    next &+= 1
  }

  /// Returns the place in the input that belongs to a stretched time.
  @_noLocks private func rtNominal(_ time: Int64, _ reading: Int64, _ position: Place, _ slope: Double) -> Int64 {
    position.rtNearest(Int64(Double((time &<< 32) &- reading) * slope))
  }

  @_noLocks private mutating func rtFinish() {
    plain = map.relation.isStraight && !phases.isTurned ? plain &+ shape.hop : 0
    hop = shape.hop
    line.rtFinish(begin, count: hop)
    begin &+= Int64(hop)
    (now, last) = (last, now)
    next = 0
    list = steps
  }
}

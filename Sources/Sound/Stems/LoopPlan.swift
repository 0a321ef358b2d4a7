/// Which frame of a clip belongs to which frame of the transport: a short list of segments, each the whole cycle or a loop, from a bar line on.
///
/// A quarter of a channel of n bars is a quarter of n bars: in 4/4 n beats. The whole cycle is always counted from the set's beginning, so that a loop's end finds the channel where it would be without the loop; a loop is counted from the bar
/// line where it begins. What has been read, or told to a stretcher, is never changed.
package struct LoopPlan: BitwiseCopyable {
  /// Frames behind what was read up to which onsets are told, and behind which segments may still change: 128 ms. A stretcher looks 5760 ahead at most.
  package static let lead: Int64 = 6144
  /// Frames before what was read that may be asked for again.
  package static let behind: Int64 = 21_504
  /// Segments that it has room for: what was, what is, what is fixed and what is pending.
  private static let room = 4

  /// From where on what is played.
  package struct Segment: BitwiseCopyable {
    /// Frame of the transport where it begins.
    package var from: Int64
    /// Bar of the transport where it begins.
    package var bar: Int64
    /// What is played.
    package var region: LoopRegion
    /// 32nd note that its rounds are counted from, and 32nd notes of a round.
    var origin: Int64
    var length: Int64
    /// Frame of the clip that a round begins with.
    var first: Int64
  }

  private let grid: BarGrid
  /// 32nd notes of a quarter of the channel.
  private let quarter: Int64
  /// Length of the clip in frames.
  private let frames: Int64
  private var segments: InlineArray<4, Segment>
  private var count = 1
  /// Frames of the transport below which something may have been read.
  package private(set) var reached: Int64 = 0
  /// The joint whose likeness is known, and how much its two sides are the same.
  private var jointAt = Int64.min
  private var likeness: Float = 0

  /// The whole cycle, for ever.
  /// - Parameters: - grid: of the set. - bars: of the channel. - frames: of its clip, as many as the bars have on the grid.
  package init(_ grid: BarGrid, bars: Int, frames: Int64) {
    self.grid = grid
    quarter = Int64(bars) &* grid.bar / 4
    self.frames = frames
    segments = InlineArray(repeating: Segment(from: .min / 4, bar: .min / 4, region: .whole, origin: 0, length: 4 &* quarter, first: 0))
  }

  /// A stretch of the transport in which the clip runs on.
  struct Round {
    /// First frame, and the frame behind the last.
    var begin: Int64
    var end: Int64
    /// Frame of the clip at `begin`; it may lie a whole length beyond the clip.
    var clip: Int64
    /// Frame of the clip that follows at `end`.
    var next: Int64
    /// Whether the clip does not simply go on at `end`.
    var isCut: Bool
  }

  /// The round that a frame of the transport belongs to.
  @_noLocks func rtRound(at frame: Int64) -> Round {
    let index = rtIndex(at: frame)
    let here = segments[index]
    let k = rtFloor(grid.rtThirtySecond(at: frame) &- here.origin, here.length)
    let start = grid.rtStart(ofThirtySecond: here.origin &+ k &* here.length)
    var round = Round(
      begin: max(start, here.from), end: grid.rtStart(ofThirtySecond: here.origin &+ (k &+ 1) &* here.length), clip: 0,
      next: here.first, isCut: false)
    round.clip = here.first &+ round.begin &- start
    if index &+ 1 < count, segments[index &+ 1].from <= round.end {
      round.end = segments[index &+ 1].from
      round.next = rtClipFrame(segments[index &+ 1], round.end)
    }
    round.isCut = rtInside(round.clip &+ round.end &- round.begin) != round.next
    return round
  }

  /// A frame of the clip, gone round until it lies in it.
  @_noLocks func rtInside(_ clip: Int64) -> Int64 {
    let rest = clip % frames
    return rest < 0 ? rest &+ frames : rest
  }

  /// The frame of the clip that is heard at a frame of the transport.
  @_noLocks package func rtClipFrame(at frame: Int64) -> Int64 { rtClipFrame(segments[rtIndex(at: frame)], frame) }

  @_noLocks private func rtClipFrame(_ segment: Segment, _ frame: Int64) -> Int64 {
    let k = rtFloor(grid.rtThirtySecond(at: frame) &- segment.origin, segment.length)
    return rtInside(segment.first &+ frame &- grid.rtStart(ofThirtySecond: segment.origin &+ k &* segment.length))
  }

  /// The segment that a frame of the transport belongs to.
  @_noLocks package func rtSegment(at frame: Int64) -> Segment { segments[rtIndex(at: frame)] }

  /// The segment that is last for now: what is pending, if it begins behind a frame.
  @_noLocks package func rtPending(behind frame: Int64) -> Segment? { segments[count &- 1].from > frame ? segments[count &- 1] : nil }

  @_noLocks private func rtIndex(at frame: Int64) -> Int {
    var index = count &- 1
    while index > 0, segments[index].from > frame { index &-= 1 }
    return index
  }

  /// Something up to a frame of the transport is read.
  @_noLocks package mutating func rtReach(_ frame: Int64) { reached = max(reached, frame) }

  /// How much the two sounds are the same that meet at a frame of the transport, if that was worked out last.
  @_noLocks func rtLikeness(at joint: Int64) -> Float? { joint == jointAt ? likeness : nil }

  /// Keeps that.
  @_noLocks mutating func rtKeep(likeness: Float, at joint: Int64) {
    jointAt = joint
    self.likeness = likeness
  }

  /// Asks for a region from the first bar on that begins behind `fixed`, in place of what was pending there. What is played there already is no change.
  /// - Parameter fixed: what lies before this frame of the transport stays as it is.
  @_noLocks package mutating func rtAsk(_ region: LoopRegion, fixed: Int64) {
    rtForget(fixed: fixed)
    while count > 1, segments[1].from <= reached &- Self.behind &- Int64(SpliceCurve.frames) { rtForgetFirst() }
    guard segments[count &- 1].region != region, count < Self.room else { return }
    let bar = grid.rtBar(from: fixed)
    var segment = Segment(
      from: grid.rtStart(ofBar: bar), bar: bar, region: region, origin: 0, length: 4 &* quarter, first: 0)
    if !region.isWhole {
      segment.origin = bar &* grid.bar
      segment.length = Int64(region.end &- region.start) &* quarter
      segment.first = grid.rtStart(ofThirtySecond: Int64(region.start) &* quarter)
    }
    segments[count] = segment
    count &+= 1
  }

  /// Takes back what is pending and begins at a frame or behind it. - Returns: whether there was any.
  @_noLocks @discardableResult mutating func rtForget(fixed: Int64) -> Bool {
    let before = count
    while count > 1, segments[count &- 1].from >= fixed { count &-= 1 }
    return count < before
  }

  /// What is played in the end, as far as it is known.
  @_noLocks func rtLast() -> LoopRegion { segments[count &- 1].region }

  /// The first bar of the set that begins at a frame of the transport or behind it.
  @_noLocks func rtBar(from frame: Int64) -> Int64 { grid.rtBar(from: frame) }

  @_noLocks private mutating func rtForgetFirst() {
    for index in 1..<count { segments[index &- 1] = segments[index] }
    count &-= 1
  }
}

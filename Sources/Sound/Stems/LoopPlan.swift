/// A map from frames of the transport to frames of a clip. It is a short list of segments; each one plays the
/// whole cycle or a loop from a bar line on.
///
/// A quarter of a channel of n bars has the length of n / 4 bars: in 4/4 that is n beats. The whole cycle is
/// always counted from the start of the set. So the end of a loop finds the channel where it would be without the
/// loop. A loop is counted from the bar line at which it begins. Frames that were read, or whose onsets a
/// stretcher has received, never change.
package struct LoopPlan: BitwiseCopyable {
  /// Frames beyond the last read for which onsets are reported: 128 ms. Segments may still change behind that. A
  /// stretcher reads at most 5760 frames ahead.
  package static let lead: Int64 = 6144
  /// Number of frames read last that may be read again.
  package static let behind: Int64 = 21_504
  /// Maximum number of segments: past, current, fixed and pending.
  private static let room = 4

  /// A region of the clip and the frame at which it begins.
  package struct Segment: BitwiseCopyable {
    /// Frame of the transport at which the segment begins.
    package var from: Int64
    /// Bar of the transport at which the segment begins.
    package var bar: Int64
    /// The region that is played.
    package var region: LoopRegion
    /// Start of the first round and length of each, in 32nd notes.
    var origin: Int64
    var length: Int64
    /// Frame of the clip at the start of a round.
    var first: Int64
  }

  private let grid: BarGrid
  /// Length of a quarter of the channel, in 32nd notes.
  private let quarter: Int64
  /// Length of the clip in frames.
  private let frames: Int64
  private var segments: InlineArray<4, Segment>
  private var count = 1
  /// Frame of the transport below which frames may have been read.
  package private(set) var reached: Int64 = 0
  /// The joint whose likeness is known. The second value is the likeness of its two sides.
  private var jointAt = Int64.min
  private var likeness: Float = 0

  /// Creates a plan that plays the whole cycle endlessly.
  /// - Parameters:
  ///   - grid: grid of the set.
  ///   - bars: length of the channel.
  ///   - frames: length of the clip, equal to the length of the bars on the grid.
  package init(_ grid: BarGrid, bars: Int, frames: Int64) {
    self.grid = grid
    quarter = Int64(bars) &* grid.bar / 4
    self.frames = frames
    segments = InlineArray(repeating: Segment(from: .min / 4, bar: .min / 4, region: .whole, origin: 0, length: 4 &* quarter, first: 0))
  }

  /// A section of the transport without a jump in the clip.
  struct Round {
    /// First frame, and the frame after the last.
    var begin: Int64
    var end: Int64
    /// Frame of the clip at `begin`. It may be up to one clip length beyond the end of the clip.
    var clip: Int64
    /// Frame of the clip that follows at `end`.
    var next: Int64
    /// Whether the clip jumps at `end` instead of continuing.
    var isCut: Bool
  }

  /// Returns the round that contains a frame of the transport.
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

  /// Wraps a frame number into the range of the clip.
  @_noLocks func rtInside(_ clip: Int64) -> Int64 {
    let rest = clip % frames
    return rest < 0 ? rest &+ frames : rest
  }

  /// Returns the clip's frame that is heard at a transport frame.
  @_noLocks package func rtClipFrame(at frame: Int64) -> Int64 { rtClipFrame(segments[rtIndex(at: frame)], frame) }

  @_noLocks private func rtClipFrame(_ segment: Segment, _ frame: Int64) -> Int64 {
    let k = rtFloor(grid.rtThirtySecond(at: frame) &- segment.origin, segment.length)
    return rtInside(segment.first &+ frame &- grid.rtStart(ofThirtySecond: segment.origin &+ k &* segment.length))
  }

  /// Returns the segment that contains a frame of the transport.
  @_noLocks package func rtSegment(at frame: Int64) -> Segment { segments[rtIndex(at: frame)] }

  /// Returns the last segment if it begins after a frame. That segment is pending.
  @_noLocks package func rtPending(behind frame: Int64) -> Segment? { segments[count &- 1].from > frame ? segments[count &- 1] : nil }

  @_noLocks private func rtIndex(at frame: Int64) -> Int {
    var index = count &- 1
    while index > 0, segments[index].from > frame { index &-= 1 }
    return index
  }

  /// Records that frames up to a frame of the transport were read.
  @_noLocks package mutating func rtReach(_ frame: Int64) { reached = max(reached, frame) }

  /// Returns the likeness at a joint, if it was calculated last.
  @_noLocks func rtLikeness(at joint: Int64) -> Float? { joint == jointAt ? likeness : nil }

  /// Stores the likeness of the two sounds at a joint.
  @_noLocks mutating func rtKeep(likeness: Float, at joint: Int64) {
    jointAt = joint
    self.likeness = likeness
  }

  /// Requests a region from the first bar at or after `fixed`. It replaces a pending region. A request for the
  /// region that already plays changes nothing.
  /// - Parameter fixed: frames of the transport before this one keep their plan.
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

  /// Removes pending segments that begin at or after a frame.
  /// - Returns: whether there was one.
  @_noLocks @discardableResult mutating func rtForget(fixed: Int64) -> Bool {
    let before = count
    while count > 1, segments[count &- 1].from >= fixed { count &-= 1 }
    return count < before
  }

  /// Returns the region of the last segment known so far.
  @_noLocks func rtLast() -> LoopRegion { segments[count &- 1].region }

  /// Returns the first bar that begins at or after a transport frame.
  @_noLocks func rtBar(from frame: Int64) -> Int64 { grid.rtBar(from: frame) }

  @_noLocks private mutating func rtForgetFirst() {
    for index in 1..<count { segments[index &- 1] = segments[index] }
    count &-= 1
  }
}

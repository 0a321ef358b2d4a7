import CLanes

/// The buffer in which grains are summed, in stretched time.
/// It holds the stretched sound around the place that is read.
///
/// Frames before the current grain are final. After them are the sums of the grains so far, with the sums of
/// their windows. Each frame is divided by the latter when it becomes final, so grains may change their length
/// and their distance.
struct OutputLine {
  /// Size of the memory in frames. Old frames are moved out when it is full.
  static let capacity = 8192
  /// Number of frames that stay readable before the place that is read.
  static let history: Int64 = 160
  static let bytes = 3 * (capacity * 4 + 256)

  let sum: Planes
  let weight: UnsafeMutablePointer<Float>
  /// Stretched time of the first frame in memory.
  private(set) var origin: Int64 = 0
  /// Stretched time after the last frame that a grain was added to.
  private var top: Int64 = 0

  init(_ arena: inout Arena) {
    sum = arena.planes(Self.capacity)
    weight = arena.floats(Self.capacity)
  }

  /// Clears the buffer: silence from stretched time `origin` on.
  @_noLocks mutating func rtReset(origin: Int64) {
    self.origin = origin
    top = origin
    sum.re.update(repeating: 0, count: Self.capacity)
    sum.im.update(repeating: 0, count: Self.capacity)
    weight.update(repeating: 0, count: Self.capacity)
  }

  /// Prepares the buffer for sound that ran at its own pace.
  /// The sound from `origin` up to `begin` and the rest of the windows is read next; then `rtWeigh` completes
  /// it.
  @_noLocks mutating func rtResume(origin: Int64, begin: Int64) {
    self.origin = origin
    top = begin &+ Int64(Windows.pastCount)
  }

  /// Weights the frames read after `begin` as though grains had brought them.
  @_noLocks @inline(never) func rtWeigh(begin: Int64, past: UnsafePointer<Float>) {
    let slot = rtSlot(begin)
    let (sum, weight) = (sum, weight)
    let size = rtFill(Float(Transform.size))
    var i = 0
    while i < Windows.pastCount {
      let w = rtLoad(past, i)
      let x = sum.rtComplex(slot &+ i)
      sum.rtSet(slot &+ i, Complex(x.re * w * size, x.im * w * size))
      rtStore(w, weight, slot &+ i)
      i &+= laneCount
    }
  }

  /// Moves the origin of stretched time.
  @_noLocks mutating func rtRebase(_ by: Int64) {
    origin &-= by
    top &-= by
  }

  @_noLocks @inline(__always) func rtSlot(_ time: Int64) -> Int { Int(truncatingIfNeeded: time &- origin) }

  /// Moves out old frames if a grain at `begin` would not fit.
  /// These are more than the history before `reading`. `begin` and `reading` are stretched times.
  @_noLocks mutating func rtMakeRoom(begin: Int64, reading: Int64) {
    guard rtSlot(begin) &+ Windows.longest > Self.capacity else { return }
    let keep = max(min(reading, begin) &- Self.history, origin)
    let (from, count) = (rtSlot(keep), rtSlot(top) &- rtSlot(keep))
    Self.rtMove(sum.re, from, count)
    Self.rtMove(sum.im, from, count)
    Self.rtMove(weight, from, count)
    origin = keep
  }

  /// Moves forwards, in whole vectors.
  /// Values after the last are overwritten before they count.
  @_noLocks private static func rtMove(_ p: UnsafeMutablePointer<Float>, _ from: Int, _ count: Int) {
    var i = 0
    while i < count {
      rtStore(rtLoad(p, from &+ i), p, i)
      i &+= laneCount
    }
  }

  /// Adds frames `from..<to` of a grain and of its window.
  /// The grain begins at stretched time `time`. Pieces come in rising order.
  @_noLocks mutating func rtAdd(_ grain: Planes, at middle: Int, _ shape: Windows.Shape, _ time: Int64, from: Int, to: Int) {
    let begin = middle &- shape.length / 2
    let slot = rtSlot(time)
    let (sum, weight, values, weights) = (sum, weight, shape.values, shape.weights)
    let covered = min(max(Int(truncatingIfNeeded: top &- time), from), to)
    var i = from
    while i < covered {
      let w = rtLoad(values, i)
      let (z, y) = (grain.rtComplex(begin &+ i), sum.rtComplex(slot &+ i))
      sum.rtSet(slot &+ i, y.rtPlus(z, times: w))
      rtStore(rtLoad(weight, slot &+ i) + rtLoad(weights, i), weight, slot &+ i)
      i &+= laneCount
    }
    while i < to {
      let w = rtLoad(values, i)
      let z = grain.rtComplex(begin &+ i)
      sum.rtSet(slot &+ i, Complex(z.re * w, z.im * w))
      rtStore(rtLoad(weights, i), weight, slot &+ i)
      i &+= laneCount
    }
    top = max(top, time &+ Int64(to))
  }

  /// Makes `count` frames from stretched time `time` on final.
  @_noLocks func rtFinish(_ time: Int64, count: Int) {
    let slot = rtSlot(time)
    let (sum, weight) = (sum, weight)
    // The inverse transform does not divide by its size.
    let size = rtFill(Float(Transform.size))
    let least = rtFill(1e-3)
    let one = rtFill(1)
    var i = 0
    while i < count {
      let w = rtLoad(weight, slot &+ i)
      let scale = gf_lanes_div(one, gf_lanes_max(w, least) * size)
      let y = sum.rtComplex(slot &+ i)
      sum.rtSet(slot &+ i, Complex(y.re * scale, y.im * scale))
      i &+= laneCount
    }
  }
}

import Hands

/// A type that smooths every landmark of hands.
/// Each hand has its own filters. Coordinates pass the filters in hand sizes, so near and far hands behave
/// alike.
public struct HandSmoother: Sendable {
  /// Prediction time of a predicting filter, in seconds.
  /// New hands use a new value at once, and all hands do when it changes by more than 2 ms.
  public var lookAhead: Float = 0.02 {
    didSet {
      if kind.isOther(lookAhead, than: inUse) {
        inUse = lookAhead
        memories = [:]
      }
    }
  }
  private let kind: FilterKind
  private let noise: LandmarkNoise
  private var memories: [Int: Memory] = [:]
  private var inUse: Float = 0.02
  /// Longest absence that does not restart a hand's filters, in seconds.
  /// See `FramePace.longestPause`.
  var forgetAfter = 0.15

  private struct Memory: Sendable {
    var filters: [any ScalarFilter]
    var time: Double
    var size: Float
    /// The last smoothed landmarks.
    var smoothed: Landmarks
  }

  /// Creates filters of one kind, adapted to the noise of a model.
  public init(_ kind: FilterKind, noise: LandmarkNoise = .float) {
    self.kind = kind
    self.noise = noise
  }

  /// Restarts the filters of all hands.
  mutating func forget() { memories = [:] }

  /// Returns the frame with smoothed landmarks; points in space stay unchanged.
  ///
  /// Landmarks that were kept from an earlier frame are not a measurement. Their output stays the same, and the
  /// filters ignore the time in which nothing changed. One reading that is filtered four times weighs almost
  /// four times as much, and a still hand would shake 1.7 times as much behind the filter.
  public mutating func smooth(_ frame: HandFrame) -> HandFrame {
    guard kind != .none else { return frame }
    var result = frame
    for i in result.hands.indices { smooth(&result.hands[i], frame) }
    memories = memories.filter { frame.time - $0.value.time < 1 }
    return result
  }

  private mutating func smooth(_ hand: inout Hand, _ frame: HandFrame) {
    let measured = hand.landmarks.size(aspect: frame.aspect)
    var memory =
      memories[hand.id]
      ?? Memory(
        filters: (0..<Landmarks.count * 2).map { _ in kind.make(lookAhead: inUse, noise: noise) }, time: -.infinity, size: measured,
        smoothed: hand.landmarks)
    let dt = frame.time - memory.time
    if hand.isKept, (0...forgetAfter).contains(dt) {
      hand.landmarks = memory.smoothed
      memory.time = frame.time
      memories[hand.id] = memory
      return
    }
    if dt > forgetAfter || dt < 0 {
      for k in memory.filters.indices { memory.filters[k].reset() }
      memory.size = measured
    }
    // The unit changes slowly, and the filters' memory is rescaled with it. A hand is several of its
    // sizes away from the corner of the frame: the noise of the size, times that, would be in every coordinate.
    let old = memory.size
    memory.size += (measured - memory.size) * min(1, Float(max(dt, 0)) * 4)
    let unit = memory.size
    if unit > 0, unit != old { for k in memory.filters.indices { memory.filters[k].rescale(by: old / unit) } }
    for k in 0..<Landmarks.count {
      let x = memory.filters[2 * k].update(hand.landmarks[k].x * frame.aspect / unit, dt: Float(dt))
      let y = memory.filters[2 * k + 1].update(hand.landmarks[k].y / unit, dt: Float(dt))
      hand.landmarks[k].x = x * unit / frame.aspect
      hand.landmarks[k].y = y * unit
    }
    memory.time = frame.time
    memory.smoothed = hand.landmarks
    memories[hand.id] = memory
  }
}

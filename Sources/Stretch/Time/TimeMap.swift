/// The input place of each grain.
/// Near an onset grains follow the input's own pace, so every grain has the onset at the same place of the
/// output. Elsewhere they follow the exact sum of speeds.
struct TimeMap {
  /// The values for the placement of a grain.
  struct GrainRequest {
    /// Stretched time of the grain's middle.
    var centre: Int64
    var length: Int
    /// Place in the input that belongs to the middle, in frames.
    var nominal: Int64
    /// Input frames for a frame of stretched time.
    var slope: Double
    /// Stretched frames from the grain before to this one.
    var step: Int64
  }

  /// Input frame of the middle of the current grain.
  private(set) var place: Int64 = 0
  /// Input frame up to which onsets are processed.
  private(set) var taken: Int64 = 0
  var relation = Relation()
  private var isHeld = false
  private var heldOnset: Int64 = 0
  /// Stretched time at which the held onset is heard.
  private var heldAt: Int64 = 0
  private var heldIsStrong = false
  /// Stretched time of the last onset of a roll.
  private(set) var lastRoll = Int64.min / 4
  /// Whether no tones lie below 2 kHz around it.
  private var lastRollIsBare = false
  private var lastOnset = Int64.min / 4
  /// Stretched time at which it is heard.
  private var lastAt: Int64 = 0
  private var isFresh = true
  /// Whether the input ran at its own pace until now.
  /// Onsets up to the last place stay where they are.
  private var isResumed = false

  /// Restarts at an input frame.
  @_noLocks mutating func rtReset(at frame: Int64) {
    self = TimeMap()
    taken = frame &- Int64(Windows.longest)
  }

  /// Continues after input that ran at its own pace.
  /// It ended at frame `frame`.
  @_noLocks mutating func rtResume(at frame: Int64) {
    self = TimeMap()
    place = frame
    taken = frame &- Int64(Windows.longest / 2)
    isFresh = false
    isResumed = true
  }

  /// Moves the origin of stretched time.
  @_noLocks mutating func rtRebase(_ by: Int64) {
    heldAt &-= by
    lastAt &-= by
    lastRoll &-= by
  }

  /// Places a grain.
  /// - Parameter onsets: the next onsets after `taken`, in rising order.
  @_noLocks mutating func rtPlace(_ request: GrainRequest, onsets: UnsafePointer<Onset>, count: Int) {
    let reach = Int64(3 &* request.length / 8)
    if isHeld, request.centre &- heldAt > reach {
      isHeld = false
      lastOnset = heldOnset
      lastAt = heldAt
    }
    let next = rtTake(request, reach, onsets, count)
    var place = request.nominal
    if isHeld {
      place = heldOnset &+ (request.centre &- heldAt)
    } else {
      if !isFresh { place = max(place, self.place) }
      place = max(place, rtBehindOnset(request, reach))
      if next < count, place > onsets[next].frame &- reach {
        place = onsets[next].frame &- reach
        if place < lastOnset &+ reach { place = (onsets[next].frame &+ lastOnset) / 2 }
      }
    }
    relation.isArriving = false
    if isHeld, heldIsStrong { relation.isArriving = request.centre &- heldAt <= request.step }
    relation.isStraight = false
    if !isFresh { relation.isStraight = place &- self.place == request.step }
    relation.isFirst = isFresh
    isFresh = false
    isResumed = false
    self.place = place
  }

  /// Returns the first place that does not repeat the last onset.
  /// Below half of the speed its tail would stand still there for long, until the exact place has reached it.
  /// Instead it moves on at half of the speed.
  @_noLocks private func rtBehindOnset(_ request: GrainRequest, _ reach: Int64) -> Int64 {
    let edge = lastOnset &+ reach
    guard request.slope < 0.5, request.centre &- lastAt > reach, request.nominal < edge &+ reach else { return edge }
    return edge &+ Int64(0.5 * request.slope * Double(request.centre &- lastAt &- reach))
  }

  /// The kind of hits that a grain belongs to.
  enum Hits { case none, roll, bare }

  /// Returns the hits of a grain with its middle at `centre`.
  /// It belongs to a roll, or one follows soon, so grains should become short. Bare are hits without tones
  /// below 2 kHz.
  @_noLocks func rtHits(_ centre: Int64, _ nominal: Int64, _ slope: Double, _ onsets: UnsafePointer<Onset>, _ count: Int) -> Hits {
    if centre &- lastRoll < Self.rollRest { return lastRollIsBare ? .bare : .roll }
    var k = 0
    while k < count {
      if Double(onsets[k].frame &- nominal) > Self.rollLead * slope { return .none }
      if onsets[k].isRoll { return onsets[k].isBare ? .bare : .roll }
      k &+= 1
    }
    return .none
  }

  /// Stretched frames before and after a roll in which grains are short.
  private static let rollLead = 2560.0
  private static let rollRest: Int64 = 1024

  /// Takes the next onset if it is near enough.
  /// It must be in reach, and nearer than the held one.
  /// - Returns: the number of the first onset that is not taken.
  @_noLocks private mutating func rtTake(_ request: GrainRequest, _ reach: Int64, _ onsets: UnsafePointer<Onset>, _ count: Int) -> Int {
    var next = 0
    while next < count {
      let onset = onsets[next].frame
      var away = rtRounded(Double(onset &- request.nominal) / request.slope)
      if isResumed, onset <= place { away = onset &- place &- request.step }
      if away > reach { break }
      if isHeld, away > abs(request.centre &- heldAt) { break }
      taken = onset
      lastOnset = onset
      lastAt = request.centre &+ away
      next &+= 1
      if -away > reach { continue }
      isHeld = true
      heldOnset = onset
      heldAt = request.centre &+ away
      heldIsStrong = onsets[next &- 1].isStrong
      if onsets[next &- 1].isRoll {
        lastRoll = heldAt
        lastRollIsBare = onsets[next &- 1].isBare
      }
    }
    return next
  }
}

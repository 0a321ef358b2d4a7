/// Where each grain is read: near an onset at the input's own pace, so that every grain has it at the same place of the output; elsewhere where the exact sum of speeds says.
struct TimeMap {
  /// What is asked for when a grain is placed.
  struct Wish {
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

  /// Input frame of the middle of the grain in work.
  private(set) var place: Int64 = 0
  /// Onsets up to here have been dealt with.
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
  /// The input ran at its own pace up to the last place; onsets up to there are where they were.
  private var isResumed = false

  /// Starts anew at an input frame.
  @_noLocks mutating func rtReset(at frame: Int64) {
    self = TimeMap()
    taken = frame &- Int64(Windows.longest)
  }

  /// Goes on behind an input frame up to which everything ran at its own pace.
  @_noLocks mutating func rtResume(at frame: Int64) {
    self = TimeMap()
    place = frame
    taken = frame &- Int64(Windows.longest / 2)
    isFresh = false
    isResumed = true
  }

  /// Counts stretched time from another begin.
  @_noLocks mutating func rtRebase(_ by: Int64) {
    heldAt &-= by
    lastAt &-= by
    lastRoll &-= by
  }

  /// Places a grain. - Parameter onsets: the next onsets behind `taken`, in rising order.
  @_noLocks mutating func rtPlace(_ wish: Wish, onsets: UnsafePointer<Onset>, count: Int) {
    let reach = Int64(3 &* wish.length / 8)
    if isHeld, wish.centre &- heldAt > reach {
      isHeld = false
      lastOnset = heldOnset
      lastAt = heldAt
    }
    let next = rtTake(wish, reach, onsets, count)
    var place = wish.nominal
    if isHeld {
      place = heldOnset &+ (wish.centre &- heldAt)
    } else {
      if !isFresh { place = max(place, self.place) }
      place = max(place, rtBehindOnset(wish, reach))
      if next < count, place > onsets[next].frame &- reach {
        place = onsets[next].frame &- reach
        if place < lastOnset &+ reach { place = (onsets[next].frame &+ lastOnset) / 2 }
      }
    }
    relation.isArriving = false
    if isHeld, heldIsStrong { relation.isArriving = wish.centre &- heldAt <= wish.step }
    relation.isStraight = false
    if !isFresh { relation.isStraight = place &- self.place == wish.step }
    relation.isFirst = isFresh
    isFresh = false
    isResumed = false
    self.place = place
  }

  /// The first place at which the last onset is not read again. Below half of the speed its tail would stand still there for long, until the exact place has caught up: it moves
  /// on at half of the speed.
  @_noLocks private func rtBehindOnset(_ wish: Wish, _ reach: Int64) -> Int64 {
    let edge = lastOnset &+ reach
    guard wish.slope < 0.5, wish.centre &- lastAt > reach, wish.nominal < edge &+ reach else { return edge }
    return edge &+ Int64(0.5 * wish.slope * Double(wish.centre &- lastAt &- reach))
  }

  /// Hits that a grain belongs to.
  enum Hits { case none, roll, bare }

  /// Whether the grain with its middle at `centre` belongs to a roll, or is soon followed by one, so that grains should become short; bare are hits without tones below 2 kHz.
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

  /// Stretched frames before a roll from which on, and behind it up to which, grains are made short.
  private static let rollLead = 2560.0
  private static let rollRest: Int64 = 1024

  /// Takes the next onset when it is in reach and nearer than the held one. Answers the number of the first that is not taken.
  @_noLocks private mutating func rtTake(_ wish: Wish, _ reach: Int64, _ onsets: UnsafePointer<Onset>, _ count: Int) -> Int {
    var next = 0
    while next < count {
      let onset = onsets[next].frame
      var away = rtRounded(Double(onset &- wish.nominal) / wish.slope)
      if isResumed, onset <= place { away = onset &- place &- wish.step }
      if away > reach { break }
      if isHeld, away > abs(wish.centre &- heldAt) { break }
      taken = onset
      lastOnset = onset
      lastAt = wish.centre &+ away
      next &+= 1
      if -away > reach { continue }
      isHeld = true
      heldOnset = onset
      heldAt = wish.centre &+ away
      heldIsStrong = onsets[next &- 1].isStrong
      if onsets[next &- 1].isRoll {
        lastRoll = heldAt
        lastRollIsBare = onsets[next &- 1].isBare
      }
    }
    return next
  }
}

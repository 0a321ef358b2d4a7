/// The volume, taken hold of by opening both hands and changed by moving them apart or together.
public struct VolumeClutch: Sendable {
  /// Both hands hold the volume.
  public private(set) var isEngaged = false
  /// 0...1.
  public private(set) var value: Float
  private var anchor: Float
  private var start: Float = 1
  private var openSince: Double?
  private var openDistance: Float = 0
  /// The distances since then.
  private var dwell = DwellLine()
  private var lastOpen = -Double.infinity
  private var wasInterrupted = false
  private var notBefore = -Double.infinity
  private var pair: (left: Int, right: Int)?
  /// When the hands took hold, in seconds, the volume since then, and the hands as they were seen last.
  private var engagedAt = 0.0
  private var course = ValueCourse<Float>()
  private var passage = Passage()

  /// The identities of both hands that hold the volume; nil while none do.
  var heldBy: (left: Int, right: Int)? { isEngaged ? pair : nil }

  /// What the clutch sees of two hands in one frame.
  public struct Look: Sendable {
    /// Between the two wrists, in hand sizes.
    var distance: Float
    /// Both hands are open and neither pinches.
    var areOpen: Bool
    /// Both hands may begin something.
    var mayBegin: Bool
    /// Identities of the left and the right hand: another pair begins anew.
    var left: Int
    var right: Int
    /// What the hands as a whole do: the one that moves more, and the one that came last.
    var passage: Passage

    /// The look of one frame.
    public init(distance: Float, areOpen: Bool, mayBegin: Bool = true, left: Int = 1, right: Int = 2, passage: Passage = Passage()) {
      self.distance = distance
      self.areOpen = areOpen
      self.mayBegin = mayBegin
      self.left = left
      self.right = right
      self.passage = passage
    }
  }

  /// Both hands must be open and at rest this long to engage, in seconds.
  static let engageAfter = 0.3
  /// At rest: their distance changes by less than this meanwhile, in hand sizes.
  static let rest: Float = 0.25
  /// Extended fingers that make a hand open.
  static let openFrom = 3
  /// Hands smaller than this on average, in picture heights, hold no volume: they are some five metres away and a few pixels large, and their size, in which the distance is counted, is mostly noise.
  static let leastSize = LevelAndRoll.leastSize
  /// A misread or missing hand for less than this lets nothing go, in seconds.
  static let dropout = 0.1

  /// - Parameter initial: 0...1.
  public init(initial: Float) {
    value = initial
    anchor = initial
  }

  /// Sets the value from elsewhere; held hands go on from there.
  public mutating func set(_ value: Float) {
    self.value = min(max(value, 0), 1)
    wasInterrupted = true
    course.forget()
  }

  /// A pinch holds another value, or has just let it go: the hands must rest before they take the volume.
  public mutating func wait(at time: Double) {
    if isEngaged { takeBack(to: TakingBack.letGo(began: engagedAt, ended: lastOpen, passage)) }
    release()
    notBefore = time + Self.engageAfter
  }

  /// The hands count as having rested where they were seen last.
  mutating func restHands() { passage = passage.resting }

  /// Takes one frame.
  /// - Parameter look: nil unless both hands are seen.
  public mutating func update(_ look: Look?, at time: Double) {
    guard let look, look.areOpen, pair == nil || (pair! == (look.left, look.right)) else {
      let isAnotherPair = look.map { l in pair.map { $0 != (l.left, l.right) } ?? false } ?? false
      if isAnotherPair || time - lastOpen >= Self.dropout { release(look) }
      wasInterrupted = true
      return
    }
    lastOpen = time
    passage = look.passage
    pair = (look.left, look.right)
    let d = max(look.distance, 0.1)
    guard isEngaged else { return wait(d, mayBegin: look.mayBegin, at: time) }
    if wasInterrupted {
      // What the hands did while they were not seen open must not be heard.
      wasInterrupted = false
      anchor = value
      start = d
    }
    // From silence a ratio would lead nowhere: below 0.05 the way is as steep as at 0.05.
    let steep = max(anchor, 0.05)
    value = min(max(anchor + steep * (d / start - 1), 0), 1)
    course.see(value, at: time)
  }

  private mutating func wait(_ d: Float, mayBegin: Bool, at time: Double) {
    guard time >= notBefore else { return }
    guard mayBegin else {
      openSince = nil
      return
    }
    if openSince == nil || abs(d - openDistance) > Self.rest {
      openSince = time
      openDistance = d
      dwell.forget()
    }
    dwell.see(d, at: time)
    guard let since = openSince, time - since >= Self.engageAfter - 1e-6 else { return }
    isEngaged = true
    wasInterrupted = false
    anchor = value
    start = max(dwell.end ?? d, 0.1)
    engagedAt = time
    course.forget()
    course.see(value, at: time)
  }

  /// The hands are not open any more. - Parameter look: of both hands; nil when one has left.
  private mutating func release(_ look: Look?) {
    if isEngaged, let look {
      takeBack(to: TakingBack.closed(began: engagedAt, ended: lastOpen, passage, now: look.passage))
    } else if isEngaged {
      takeBack(to: TakingBack.left(began: engagedAt, lastSeen: lastOpen, passage))
    }
    release()
  }

  private mutating func takeBack(to time: Double?) {
    if let time, let before = course.value(at: time) { value = before }
  }

  private mutating func release() {
    isEngaged = false
    openSince = nil
    pair = nil
  }
}

extension VolumeClutch.Look {
  /// - Parameters:
  ///   - areOpen: both hands are open and neither pinches; hands that are too small count as closed.
  ///   - aspect: width / height of the picture.
  init(_ left: ReadHand, _ right: ReadHand, areOpen: Bool, aspect: Float) {
    let (a, b) = (left.hand.landmarks[.wrist], right.hand.landmarks[.wrist])
    let (dx, dy) = ((a.x - b.x) * aspect, a.y - b.y)
    let size = (left.palm + right.palm) / 2
    self.init(
      distance: (dx * dx + dy * dy).squareRoot() / size, areOpen: areOpen && size >= VolumeClutch.leastSize,
      mayBegin: left.gate.isOpen && right.gate.isOpen, left: left.hand.id,
      right: right.hand.id, passage: left.passage.joined(right.passage))
  }
}

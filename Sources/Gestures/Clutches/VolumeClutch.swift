/// A volume that two open hands take and move.
/// Moving the hands apart or together changes it.
public struct VolumeClutch: Sendable {
  /// Whether both hands hold the volume.
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
  /// State since the engagement.
  /// It is the time in seconds, the volumes, and the last motion of the hands.
  private var engagedAt = 0.0
  private var course = ValuePath<Float>()
  private var passage = Passage()

  /// Identities of both hands that hold the volume. Nil while it is not held.
  var heldBy: (left: Int, right: Int)? { isEngaged ? pair : nil }

  /// The reading of two hands in one frame.
  public struct Reading: Sendable {
    /// Distance of the two wrists, in hand sizes.
    var distance: Float
    /// Whether both hands are open and neither pinches.
    var areOpen: Bool
    /// Whether both hands may begin something.
    var mayBegin: Bool
    /// Identities of the left and the right hand. Another pair begins again.
    var left: Int
    var right: Int
    /// The motion of the hands. It combines the hand that moves more, and the hand that came last.
    var passage: Passage

    /// Creates the reading of one frame.
    public init(distance: Float, areOpen: Bool, mayBegin: Bool = true, left: Int = 1, right: Int = 2, passage: Passage = Passage()) {
      self.distance = distance
      self.areOpen = areOpen
      self.mayBegin = mayBegin
      self.left = left
      self.right = right
      self.passage = passage
    }
  }

  /// Time of open, resting hands to engage, in seconds.
  static let engageAfter = 0.3
  /// Largest change of their distance at rest, in hand sizes.
  static let rest: Float = 0.25
  /// Number of extended fingers that make a hand open.
  static let openFrom = 3
  /// Smallest mean size of hands that hold the volume, in frame heights.
  /// Smaller hands are about five metres away and a few pixels large. Their size, in which the distance is
  /// counted, is mostly noise.
  static let leastSize = LevelAndRoll.leastSize
  /// Duration of a misread or missing hand without effect, in seconds.
  static let dropout = 0.1

  /// Creates a free volume.
  /// - Parameter initial: 0...1.
  public init(initial: Float) {
    value = initial
    anchor = initial
  }

  /// Sets the value from outside; hands that hold it continue from there.
  public mutating func set(_ value: Float) {
    self.value = min(max(value, 0), 1)
    wasInterrupted = true
    course.forget()
  }

  /// Makes the hands rest before they can take the volume.
  /// A pinch holds another value, or has just released it.
  public mutating func wait(at time: Double) {
    if isEngaged { takeBack(to: TakingBack.letGo(began: engagedAt, ended: lastOpen, passage)) }
    release()
    notBefore = time + Self.engageAfter
  }

  /// Treats the hands as having rested at their last place.
  mutating func restHands() { passage = passage.resting }

  /// Processes one frame.
  /// - Parameters:
  ///   - look: nil unless both hands are seen.
  ///   - time: capture time of the frame in seconds.
  public mutating func update(_ look: Reading?, at time: Double) {
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
      // Motion of hands not seen open must not be heard.
      wasInterrupted = false
      anchor = value
      start = d
    }
    // A ratio cannot leave silence: below 0.05 the slope is that at 0.05.
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

  /// Releases hands that are not open any more.
  /// - Parameter look: of both hands; nil when one has left.
  private mutating func release(_ look: Reading?) {
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

extension VolumeClutch.Reading {
  /// Creates the reading of two hands.
  /// - Parameters:
  ///   - areOpen: whether both hands are open and neither pinches; hands that are too small count as closed.
  ///   - aspect: width / height of the frame.
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

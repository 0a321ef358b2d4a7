/// A part of a channel, shown between the tips of both index fingers.
package struct Timeline: Sendable {
  /// What the hands show; nil while they show nothing.
  package private(set) var region: LoopRegion?
  private var pair: (left: Int, right: Int)?
  private var since: Double?
  private var lastSeen = -Double.infinity
  private var regionSince = 0.0
  /// The last region that was there long enough to be meant, and the last that was asked for.
  private var settled: LoopRegion?
  private var asked: LoopRegion?
  /// The hands must let go before they show anything again.
  private var isSpent = false

  /// What two pointing hands look like in one frame.
  package struct Look: Sendable {
    /// Identities of the left and the right hand: another pair begins anew.
    package var left: Int
    package var right: Int
    /// The two index tips as shares of the picture's width.
    package var tips: (left: Float, right: Float)
    /// How much higher one tip is than the other, in hand sizes, 0 or more.
    package var apart: Float

    package init(left: Int = 1, right: Int = 2, tips: (left: Float, right: Float), apart: Float = 0) {
      self.left = left
      self.right = right
      self.tips = tips
      self.apart = apart
    }
  }

  package init() {}

  /// The hands show a region.
  package var isEngaged: Bool { region != nil }
  /// The hands point as if to show a region, whether or not they have done so for long enough.
  package var isShown: Bool { since != nil || isSpent }

  /// Forgets what is shown. Hands that show it still must let go first.
  package mutating func drop() {
    var fresh = Timeline()
    fresh.isSpent = isShown
    fresh.lastSeen = lastSeen
    self = fresh
  }

  /// Takes one frame. - Parameter look: nil unless both hands are seen and point with the index finger alone.
  /// - Returns: the region that is asked for with this frame.
  package mutating func update(_ look: Look?, at time: Double) -> LoopRegion? {
    guard let look, look.apart <= (isEngaged ? Self.level + Self.leaves : Self.level), pair == nil || pair! == (look.left, look.right)
    else {
      let isAnotherPair = look.map { l in pair.map { $0 != (l.left, l.right) } ?? false } ?? false
      return isAnotherPair || time - lastSeen >= Self.dropout - 1e-6 ? letGo() : nil
    }
    lastSeen = time
    guard !isSpent else { return nil }
    pair = (look.left, look.right)
    let began = since ?? time
    since = began
    guard time - began >= Self.engageAfter - 1e-6, let now = LoopRegion(between: look.tips.left, and: look.tips.right, before: region)
    else { return nil }
    if now != region {
      region = now
      regionSince = time
    }
    let lasted = time - regionSince
    if lasted >= Self.settles - 1e-6 { settled = now }
    guard lasted >= Self.steadyFor - 1e-6, now != asked else { return nil }
    asked = now
    return now
  }

  /// What came up on the way out is not meant: the last region that was there for a while is asked for, if it was not yet.
  private mutating func letGo() -> LoopRegion? {
    defer { self = Timeline() }
    return settled == asked ? nil : settled
  }
}

/// Its measures and times.
extension Timeline {
  /// Fingertips are level up to this height difference, in hand sizes; once they show a region, up to so much more.
  package static let level: Float = 0.5
  static let leaves: Float = 0.25
  /// They must be level this long to show a region, in seconds.
  package static let engageAfter = 0.3
  /// A region that lasts so long (seconds) is asked for; on letting go the last that lasted so long.
  package static let steadyFor = 0.3
  static let settles = 0.15
  /// Misread or missing hands for less than this let nothing go, in seconds.
  package static let dropout = 0.2
}

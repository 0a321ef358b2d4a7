/// A part of a channel, shown between two index fingers.
package struct Timeline: Sendable {
  /// The region that the hands show; nil without one.
  package private(set) var region: LoopRegion?
  private var pair: (left: Int, right: Int)?
  private var since: Double?
  private var lastSeen = -Double.infinity
  private var regionSince = 0.0
  /// The last region that was meant, and the last requested one.
  private var settled: LoopRegion?
  private var asked: LoopRegion?
  /// Whether the hands must release before they show a region again.
  private var isSpent = false

  /// The reading of two pointing hands in one frame.
  package struct Reading: Sendable {
    /// Identities of the left and the right hand. Another pair begins again.
    package var left: Int
    package var right: Int
    /// The two index tips as fractions of the frame's width.
    package var tips: (left: Float, right: Float)
    /// Height difference of the two tips, in hand sizes, 0 or more.
    package var apart: Float

    package init(left: Int = 1, right: Int = 2, tips: (left: Float, right: Float), apart: Float = 0) {
      self.left = left
      self.right = right
      self.tips = tips
      self.apart = apart
    }
  }

  package init() {}

  /// Whether the hands show a region.
  package var isEngaged: Bool { region != nil }
  /// Whether the hands point as if to show a region.
  /// The time does not matter.
  package var isShown: Bool { since != nil || isSpent }

  /// Forgets the region. Hands that still show it must release first.
  package mutating func drop() {
    var fresh = Timeline()
    fresh.isSpent = isShown
    fresh.lastSeen = lastSeen
    self = fresh
  }

  /// Processes one frame.
  /// - Parameter look: nil unless both hands are seen and point with the index finger alone.
  /// - Returns: the region that is requested with this frame.
  package mutating func update(_ look: Reading?, at time: Double) -> LoopRegion? {
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

  /// Releases the hands and returns the last region that lasted.
  /// It is nil if that region was requested before.
  /// Regions that appear only during the release are not meant.
  private mutating func letGo() -> LoopRegion? {
    defer { self = Timeline() }
    return settled == asked ? nil : settled
  }
}

/// Lengths and times of the timeline.
extension Timeline {
  /// Largest height difference of level fingertips, in hand sizes.
  /// Once they show a region, `leaves` is added.
  package static let level: Float = 0.5
  static let leaves: Float = 0.25
  /// Time of level fingertips until they show a region, in seconds.
  package static let engageAfter = 0.3
  /// Time after which a region is requested, in seconds.
  /// At the release, the last region that lasted `settles` is requested.
  package static let steadyFor = 0.3
  static let settles = 0.15
  /// Time for which misread or missing hands release nothing, in seconds.
  package static let dropout = 0.2
}

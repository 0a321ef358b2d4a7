import GestureFlowAPI

/// Limits the palm searches of `auto` while no hand is tracked. The searches take at most half of a core. Pure.
package struct SearchPace: Sendable {
  /// Number of searches judged together, and their largest share of a core.
  private static let window = 15
  private static let share = 0.5
  /// Relative change of the limit below which it stays.
  private static let slack = 0.2
  /// Searches a second from which the machine keeps up with every request.
  private static let enough = 30.0
  /// Fewest searches a second, even on a slow machine.
  private static let least = 2.0

  /// Searches a second at most; nil for no limit.
  package private(set) var most: Double?
  /// Limit of the board.
  private let limit: Double
  private var work: [Double] = []

  /// Makes a judge that has seen no search yet.
  /// - Parameter limit: searches a second that it never exceeds, and its first limit; nil for no limit.
  package init(limit: Double? = nil) {
    self.limit = limit ?? .infinity
    most = limit
  }

  /// The reason for a change of the limit, in figures.
  package struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// Searches a second at most from now on; nil for no limit.
    package var most: Double?
    /// Median CPU time of a search in seconds.
    package var work: Double
    /// Whether this is the board's limit, whatever a search needs.
    package var isOfBoard: Bool

    package init(most: Double?, work: Double, isOfBoard: Bool = false) {
      self.most = most
      self.work = work
      self.isOfBoard = isOfBoard
    }

    package var description: String {
      let figures = "a palm search needs \((work * 1000).rounded(digits: 1)) ms of CPU time"
      let limit = most.map { "at most \($0.rounded(digits: 1)) a second" } ?? "without a limit"
      return "\(figures): \(limit) without hands" + (isOfBoard ? ", as the board is set" : "")
    }
  }

  /// Adds the palm search of one frame to the judgement.
  ///
  /// - Parameter cpu: CPU time in seconds of one search on the tracker's own thread; 0 for a frame without a search.
  /// - Returns: the new limit, when it changes.
  package mutating func judge(cpu: Double) -> Finding? {
    guard cpu > 0 else { return nil }
    work.append(cpu)
    if work.count > Self.window { work.removeFirst() }
    guard work.count == Self.window else { return nil }
    let median = work.sorted()[Self.window / 2]
    let allowed = min(max(Self.share / median, Self.least), limit)
    guard abs(allowed - (most ?? Self.enough)) > Self.slack * (most ?? Self.enough) else { return nil }
    let new = allowed < Self.enough ? allowed : nil
    guard new != most else { return nil }
    most = new
    return Finding(most: new, work: median, isOfBoard: new == limit)
  }
}

import GestureFlowAPI

/// Decides how many palm searches a second `auto` allows itself while no hand is tracked: so many that they take no more than half of a core. Pure.
package struct SearchPace: Sendable {
  /// Searches that are judged together, and the share of a core that they may take.
  private static let window = 15
  private static let share = 0.5
  /// The limit moves when it would be off by more than this.
  private static let slack = 0.2
  /// With so many a second the machine keeps up with every search that is asked for.
  private static let enough = 30.0
  /// An empty room is looked at this often all the same: a search takes what it takes.
  private static let least = 2.0

  /// Searches a second at most; nil is as many as are wanted.
  package private(set) var most: Double?
  /// What the board allows.
  private let limit: Double
  private var work: [Double] = []

  /// - Parameter limit: searches a second that are never exceeded, and with which it begins; nil: as many as are wanted.
  package init(limit: Double? = nil) {
    self.limit = limit ?? .infinity
    most = limit
  }

  /// Why there are fewer, in figures.
  package struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// Searches a second at most from now on; nil is as many as are wanted.
    package var most: Double?
    /// Median CPU time of a search in seconds.
    package var work: Double
    /// It is the board's limit, whatever a search needs.
    package var isOfBoard: Bool

    package init(most: Double?, work: Double, isOfBoard: Bool = false) {
      self.most = most
      self.work = work
      self.isOfBoard = isOfBoard
    }

    package var description: String {
      let figures = "a palm search needs \((work * 1000).rounded(digits: 1)) ms of CPU time"
      let limit = most.map { "at most \($0.rounded(digits: 1)) a second" } ?? "as many as are wanted"
      return "\(figures): \(limit) without hands" + (isOfBoard ? ", as the board is set" : "")
    }
  }

  /// Takes the palm searches of one frame into account.
  ///
  /// - Parameter cpu: CPU time in seconds of one search on the tracker's own thread; 0 in a frame without one.
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

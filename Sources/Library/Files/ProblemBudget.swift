/// Limits the number of skipped files stored with their reasons. Further ones are counted only: index, status and
/// reader have limited room.
package struct ProblemBudget: Sendable {
  /// Maximum number of skipped files per stick stored with their reasons.
  package static let most = 1000
  /// Share of these for files that another system leaves behind. A stick written on a Mac has one beside each track,
  /// and they must not hide the others.
  package static let mostJunk = 100

  private var kept = 0
  private var keptJunk = 0
  /// Number of files that were only counted.
  package private(set) var more = 0

  package init() {}

  /// Requests room for one file's reason. Returns false if there is not enough.
  package mutating func take(isJunk: Bool = false) -> Bool {
    guard kept < Self.most, !isJunk || keptJunk < Self.mostJunk else {
      more += 1
      return false
    }
    kept += 1
    if isJunk { keptJunk += 1 }
    return true
  }
}

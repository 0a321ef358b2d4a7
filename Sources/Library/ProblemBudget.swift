/// How many skipped files are kept with their reasons. The rest is counted: the index, the status and a person have room for some.
package struct ProblemBudget: Sendable {
  /// Most skipped files of a stick that are kept with their reasons.
  package static let most = 1000
  /// Of these, files that another system has left behind: a stick written on a Mac has one beside each track, and they must not hide the others.
  package static let mostJunk = 100

  private var kept = 0
  private var keptJunk = 0
  /// Files that were only counted.
  package private(set) var more = 0

  package init() {}

  /// Asks for room for one file's reason.
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

/// Decides which problems are new and must be spoken. Pure.
///
/// A problem that comes and goes is spoken at most once a minute.
package struct NewProblems: Sendable {
  /// Shortest time in seconds between two reports of the same problem.
  package static let pause = 60.0
  private var present: [String] = []
  /// Times at which problems were spoken, in seconds.
  private var spoken: [String: Double] = [:]

  /// Makes the state before any problem.
  package init() {}

  /// Takes the problems of this moment, by the names of their sentences. Each name comes once.
  /// - Parameter now: seconds of any clock that does not jump.
  /// - Returns: those that have begun, in order.
  package mutating func take(_ problems: [String], at now: Double) -> [String] {
    var new: [String] = []
    for problem in problems where !present.contains(problem) {
      if let last = spoken[problem], now - last < Self.pause { continue }
      spoken[problem] = now
      new.append(problem)
    }
    present = problems
    return new
  }
}

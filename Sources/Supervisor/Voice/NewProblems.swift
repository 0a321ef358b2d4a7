/// Decides which problems are new and must be spoken. Pure.
///
/// A problem that comes and goes is spoken at most once a minute. If it comes back too soon and stays, it is spoken
/// when the minute is over.
package struct NewProblems: Sendable {
  /// Shortest time in seconds between two reports of the same problem.
  package static let pause = 60.0
  /// Present problems that were spoken.
  private var present: [String] = []
  /// Times at which problems were spoken, in seconds.
  private var spoken: [String: Double] = [:]

  /// Makes the state before any problem.
  package init() {}

  /// Takes the problems of this moment, by the names of their sentences. Each name comes once.
  /// - Parameter now: seconds of any clock that does not jump.
  /// - Returns: those to speak now, in order.
  package mutating func take(_ problems: [String], at now: Double) -> [String] {
    let new = problems.filter { problem in
      !present.contains(problem) && spoken[problem].map { now - $0 >= Self.pause } ?? true
    }
    for problem in new { spoken[problem] = now }
    present = problems.filter { present.contains($0) || new.contains($0) }
    return new
  }
}

/// The schedule for new requests of missing lines. Pure: the time is a parameter.
public struct LineRetry: Sendable {
  private let first: Double
  private let longest: Double
  private var pause: Double
  private var due: Double?

  /// Creates a schedule.
  /// - Parameters: seconds to the first attempt, and the longest pause in seconds; each pause is twice the one
  ///   before.
  public init(first: Double = 5, longest: Double = 60) {
    (self.first, self.longest) = (first, longest)
    pause = first
  }

  /// Returns whether an attempt is due.
  /// - Parameters: whether lines are missing; seconds of the clock.
  public mutating func isDue(lacks: Bool, at now: Double) -> Bool {
    guard lacks else {
      (pause, due) = (first, nil)
      return false
    }
    guard let due else {
      self.due = now + pause
      return false
    }
    guard now >= due else { return false }
    pause = min(pause * 2, longest)
    self.due = now + pause
    return true
  }
}

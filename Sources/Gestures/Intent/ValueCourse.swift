/// The values that a control had while hands moved it, so that it can go back to one of them.
struct ValueCourse<Value: Sendable>: Sendable {
  /// Seconds that are remembered: longer than a hand takes to leave.
  private static var remembered: Double { 3 }
  private var values: [(time: Double, value: Value)] = []

  /// Takes the value after a frame.
  mutating func see(_ value: Value, at time: Double) {
    values.append((time, value))
    values.removeAll { time - $0.time > Self.remembered }
  }

  /// The value at a time: the last before it, or the first that is known. Nil when none is.
  func value(at time: Double) -> Value? { (values.last { $0.time <= time + 1e-6 } ?? values.first)?.value }

  /// What was before does not count any more.
  mutating func forget() { values = [] }
}

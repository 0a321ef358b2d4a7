/// The recent values of a control, so that it can go back.
struct ValuePath<Value: Sendable>: Sendable {
  /// Memory in seconds: longer than a hand takes to leave.
  private static var remembered: Double { 3 }
  private var values: [(time: Double, value: Value)] = []

  /// Adds the value after a frame.
  mutating func see(_ value: Value, at time: Double) {
    values.append((time, value))
    values.removeAll { time - $0.time > Self.remembered }
  }

  /// Returns the value at a time.
  /// It is the last one before that time, or the first known one; nil without values.
  func value(at time: Double) -> Value? { (values.last { $0.time <= time + 1e-6 } ?? values.first)?.value }

  /// Forgets earlier values.
  mutating func forget() { values = [] }
}

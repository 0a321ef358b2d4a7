/// Soft takeover of a parameter by a controller. The controller takes effect only when it passes the present value,
/// so the value does not jump to the knob's position.
struct PickUp: Sendable {
  /// Seconds for which a set value still counts as the present one. The part that applies it may report it late.
  private static let memory = 0.25
  /// Largest number of remembered values of a fast turn.
  private static let most = 32

  private var last: UInt8?
  /// Values that the controller has set lately, the newest last.
  private var given: [(value: Double, time: Double)] = []

  /// Takes a controller position.
  /// - Parameters:
  ///   - place: of the controller, 0...127.
  ///   - present: the parameter's current value.
  ///   - time: in seconds.
  /// - Returns: the parameter's new value; nil until the controller takes over.
  mutating func take(_ place: UInt8, present: Double, _ scale: LearnScale, at time: Double) -> Double? {
    defer { last = place }
    let here = scale.place(of: present)
    if !holds(here, scale, time) {
      given = []
      guard reaches(Double(place), here, scale.tolerance) else { return nil }
      given.append((present, time))
    }
    let value = scale.value(at: place)
    given.append((value, time))
    if given.count > Self.most { given.removeFirst() }
    return value
  }

  /// Whether the value is still one that this controller set.
  private mutating func holds(_ here: Double, _ scale: LearnScale, _ time: Double) -> Bool {
    guard let newest = given.last else { return false }
    given.removeAll { time - $0.time > Self.memory }
    if given.isEmpty { given = [newest] }
    // The box may round a value by less than half a step.
    return given.contains { abs(scale.place(of: $0.value) - here) < 0.5 }
  }

  /// Whether the controller is at the present value or just crossed it.
  private func reaches(_ place: Double, _ here: Double, _ tolerance: Double) -> Bool {
    if abs(place - here) <= tolerance { return true }
    guard let last else { return false }
    return (Double(last) - here) * (place - here) <= 0
  }
}

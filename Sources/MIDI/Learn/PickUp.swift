/// A controller that takes over only where it passes the present value, so that nothing jumps to where the knob happens to stand.
struct PickUp: Sendable {
  /// What was given is the present value only after a moment: whoever carries it out may be a look behind.
  private static let memory = 0.25
  /// Of a fast turn: so many are remembered at most.
  private static let most = 32

  private var last: UInt8?
  /// What the controller has given lately, the newest last.
  private var given: [(value: Double, time: Double)] = []

  /// - Parameters:
  ///   - place: of the controller, 0...127.
  ///   - present: the parameter's value of now.
  ///   - time: in seconds.
  /// - Returns: the parameter's new value; nil while the controller has not taken over.
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

  /// Nobody else has changed the value since.
  private mutating func holds(_ here: Double, _ scale: LearnScale, _ time: Double) -> Bool {
    guard let newest = given.last else { return false }
    given.removeAll { time - $0.time > Self.memory }
    if given.isEmpty { given = [newest] }
    // The box may round what it was given, but not by half a step.
    return given.contains { abs(scale.place(of: $0.value) - here) < 0.5 }
  }

  /// It is at the present value, or has just gone over it or left it.
  private func reaches(_ place: Double, _ here: Double, _ tolerance: Double) -> Bool {
    if abs(place - here) <= tolerance { return true }
    guard let last else { return false }
    return (Double(last) - here) * (place - here) <= 0
  }
}

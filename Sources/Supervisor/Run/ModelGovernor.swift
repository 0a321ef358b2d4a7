/// Decides when `auto` goes down to the lite model: when more than a quarter of the last 60 frames took longer than 80 % of the time between two frames. Pure.
package struct ModelGovernor: Sendable {
  private var over: [Bool] = []
  private let window = 60

  package init() {}

  /// - Parameters:
  ///   - seconds: what the frame took, from picture to hands.
  ///   - interval: time between two frames, in seconds.
  ///   - hands: how many were tracked. A frame without one takes as long as its palm search, which the lite model does not shorten: it does not count.
  package mutating func shouldStepDown(seconds: Double, interval: Double, hands: Int) -> Bool {
    guard hands > 0, interval > 0.001, interval < 2 else { return false }
    over.append(seconds > 0.8 * interval)
    if over.count > window { over.removeFirst() }
    return over.count == window && over.count(where: { $0 }) > window / 4
  }
}

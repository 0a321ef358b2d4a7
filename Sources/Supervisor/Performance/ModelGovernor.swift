import GestureFlowAPI

/// Decides when `auto` goes down to a smaller model: when the tracker's own work, in CPU time, leaves too little of the time between two pictures of the camera.
/// A loaded machine makes frames late and not their work longer, so it is no reason. Pure, and it speaks once.
package struct ModelGovernor: Sendable {
  /// Frames that are judged together; a frame with more work than this share of the time between two pictures is over; and the share of such frames that is too many.
  private static let window = 60
  private static let mostWork = 0.8
  private static let mostOver = 0.25

  private var work: [Double] = []
  private var over: [Bool] = []
  private var last: (index: Int, time: Double)?
  private var hasSpoken = false

  package init() {}

  /// Why the model is too large, in figures.
  package struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// Median CPU time of a frame and time between two pictures, in seconds.
    package var work, interval: Double
    /// Frames that were over, of how many.
    package var over, of: Int

    package var description: String {
      func ms(_ seconds: Double) -> Double { (seconds * 1000).rounded(digits: 1) }
      return
        "the tracker needs \(ms(work)) ms of CPU time a frame and the camera gives one every \(ms(interval)) ms (\(over) of \(of) frames took more than 80 % of that)"
    }
  }

  /// Takes one frame into account.
  ///
  /// - Parameters:
  ///   - cpu: CPU time in seconds of the tracker's critical path; waiting for a core is not in it.
  ///   - index: number of the camera's picture, those that were dropped counted: what the tracker left out does not make the camera slower.
  ///   - time: its capture time in seconds.
  ///   - hands: how many were tracked. A frame without one takes as long as its palm search, which another landmark model does not shorten: it does not count.
  package mutating func judge(cpu: Double, index: Int, time: Double, hands: Int) -> Finding? {
    defer { last = (index, time) }
    guard !hasSpoken, hands > 0, let last, index > last.index else { return nil }
    let interval = (time - last.time) / Double(index - last.index)
    guard interval > 0.001, interval < 2 else { return nil }
    work.append(cpu)
    over.append(cpu > Self.mostWork * interval)
    if over.count > Self.window {
      over.removeFirst()
      work.removeFirst()
    }
    let slow = over.count { $0 }
    guard over.count == Self.window, Double(slow) > Self.mostOver * Double(Self.window) else { return nil }
    hasSpoken = true
    return Finding(work: work.sorted()[Self.window / 2], interval: interval, over: slow, of: Self.window)
  }
}

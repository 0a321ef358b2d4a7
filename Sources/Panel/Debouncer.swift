/// Makes one press of a chattering button. A press counts at its first edge; a release only when the line has been quiet for a while, so that chatter
/// neither doubles a press nor delays it. Pure: time comes in with the edges.
public struct Debouncer: Sendable {
  /// Seconds without an edge until a release is believed.
  public let quiet: Double
  /// The button, as it is believed to be.
  public private(set) var isDown = false
  private var level = false
  private var lastEdge = -Double.infinity

  /// - Parameter quiet: 0.005...0.010 s is usual; 0 believes every edge, for a kernel that debounces.
  public init(quiet: Double, isDown: Bool = false) {
    self.quiet = quiet
    self.isDown = isDown
    level = isDown
  }

  /// Takes an edge; answers what became of the button, with the time it is to be dated.
  public mutating func edge(isDown down: Bool, at time: Double) -> [(isDown: Bool, time: Double)] {
    var changes = settle(at: time)
    level = down
    lastEdge = time
    if down, !isDown {
      isDown = true
      changes.append((true, time))
    } else if !down, isDown, quiet == 0 {
      isDown = false
      changes.append((false, time))
    }
    return changes
  }

  /// Believes a release whose quiet time is over; call it also without edges.
  public mutating func settle(at time: Double) -> [(isDown: Bool, time: Double)] {
    guard isDown, !level, time - lastEdge >= quiet else { return [] }
    isDown = false
    return [(false, lastEdge)]
  }
}

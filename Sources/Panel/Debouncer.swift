/// A type that makes one press of a chattering button. A press counts at its first edge. A release counts only after
/// the line was quiet for a while. So chatter neither doubles a press nor delays it. Pure: the time comes in with the
/// edges.
public struct Debouncer: Sendable {
  /// Seconds without an edge until a release counts.
  public let quiet: Double
  /// Whether the button counts as down.
  public private(set) var isDown = false
  private var level = false
  private var lastEdge = -Double.infinity

  /// Creates a debouncer.
  /// - Parameter quiet: usually 0.005...0.010 s. 0 accepts every edge, for a kernel that debounces.
  public init(quiet: Double, isDown: Bool = false) {
    self.quiet = quiet
    self.isDown = isDown
    level = isDown
  }

  /// Takes an edge. Returns the changes of the button, each with its time.
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

  /// Accepts a release whose quiet time is over. Call it also without edges.
  public mutating func settle(at time: Double) -> [(isDown: Bool, time: Double)] {
    guard isDown, !level, time - lastEdge >= quiet else { return [] }
    isDown = false
    return [(false, lastEdge)]
  }
}

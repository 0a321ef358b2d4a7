/// Replacement of edges that the kernel dropped from its full queue. Only the current state of the buttons can be
/// known.
package enum DroppedEdges {
  /// Returns the edges that bring the buttons to their current state. An edge that came after the reading appears
  /// twice, and the second one changes nothing.
  ///
  /// A queue fills while a button chatters, so the missing time must not count as quiet, which would accept a
  /// release. A button that is down gets an edge right after its last one. A button that is up gets an edge now.
  /// - Parameters:
  ///   - edges: the full reading, in order.
  ///   - now: seconds of the monotonic clock.
  ///   - isDown: returns the state of a button; nil if it is unknown.
  package static func after(_ edges: [Edge], now: Double, isDown: (Button) -> Bool?) -> [Edge] {
    var last: [Button: Edge] = [:]
    for edge in edges { last[edge.button] = edge }
    return last.values.compactMap { edge in
      guard let stands = isDown(edge.button), stands != edge.isDown else { return nil }
      return Edge(edge.button, isDown: stands, time: stands ? edge.time.nextUp : now)
    }
  }
}

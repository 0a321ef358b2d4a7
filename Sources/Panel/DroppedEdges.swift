/// What the kernel dropped because its queue of edges was full: how the buttons stand now is all that can be known of it.
package enum DroppedEdges {
  /// Edges that bring the buttons of a full reading to where they stand now. One that came after the reading is told twice, and the second changes nothing.
  ///
  /// A queue fills while a button chatters, so what nobody saw is not taken for quiet, in which a release would be believed: a button that is down went down right
  /// after its last edge, and one that is up went up just now.
  /// - Parameters:
  ///   - edges: the reading, in order. - now: seconds of the monotonic clock.
  ///   - isDown: how a button stands; nil if that cannot be told.
  package static func after(_ edges: [Edge], now: Double, isDown: (Button) -> Bool?) -> [Edge] {
    var last: [Button: Edge] = [:]
    for edge in edges { last[edge.button] = edge }
    return last.values.compactMap { edge in
      guard let stands = isDown(edge.button), stands != edge.isDown else { return nil }
      return Edge(edge.button, isDown: stands, time: stands ? edge.time.nextUp : now)
    }
  }
}

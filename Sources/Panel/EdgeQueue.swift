/// The kernel's handling of a full queue of edges.
package enum EdgeQueue: Sendable {
  /// The kernel keeps 16 edges of a line and drops later ones. This is gpio uAPI v1, which libgpiod 1 uses.
  case dropsNewest
  /// The kernel keeps 16 edges for each line and drops the oldest. This is gpio uAPI v2, which libgpiod 2 uses. The
  /// last edge of a line is always kept.
  case dropsOldest

  /// Largest number of edges in one read.
  package static let most = 16
  /// Largest number of reads in a row. It covers 64 lines with full queues, and edges that come in the meantime.
  package static let mostReadings = 128

  /// Reads all waiting edges.
  /// - Parameters:
  ///   - isWaiting: returns whether more edges wait.
  ///   - read: returns up to `most` edges; the first call does not check `isWaiting`.
  /// - Returns: the edges, and whether the kernel may have dropped some after the last of them.
  package func drain<Element, Failure: Error>(
    isWaiting: () -> Bool, read: () throws(Failure) -> [Element]
  ) throws(Failure) -> (edges: [Element], mayLack: Bool) {
    var edges = try read()
    switch self {
    case .dropsNewest: return (edges, edges.count == Self.most)
    case .dropsOldest:
      var (last, readings) = (edges.count, 1)
      // A full read does not mean dropped edges: the queue of several buttons holds more.
      while last == Self.most, readings < Self.mostReadings, isWaiting() {
        let more = try read()
        edges += more
        (last, readings) = (more.count, readings + 1)
      }
      return (edges, false)
    }
  }
}

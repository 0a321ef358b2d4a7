/// How the kernel treats a full queue of edges.
package enum EdgeQueue: Sendable {
  /// It keeps 16 edges of a line and drops what comes after them (gpio uAPI v1, which libgpiod 1 uses).
  case dropsNewest
  /// It keeps 16 edges times the lines and drops the oldest (gpio uAPI v2, which libgpiod 2 uses). The last edge of a line is always there.
  case dropsOldest

  /// Most edges of one reading.
  package static let most = 16
  /// Readings in a row: 64 lines with a full queue each, and more come meanwhile.
  package static let mostReadings = 128

  /// Reads what waits.
  /// - Parameters:
  ///   - isWaiting: there is more to read. - read: up to `most` edges; called once without a question.
  /// - Returns: the edges, and whether the kernel may have dropped some after the last of them.
  package func drain<Element, Failure: Error>(
    isWaiting: () -> Bool, read: () throws(Failure) -> [Element]
  ) throws(Failure) -> (edges: [Element], mayLack: Bool) {
    var edges = try read()
    switch self {
    case .dropsNewest: return (edges, edges.count == Self.most)
    case .dropsOldest:
      var (last, readings) = (edges.count, 1)
      // A full reading says nothing: the queue of several buttons holds more.
      while last == Self.most, readings < Self.mostReadings, isWaiting() {
        let more = try read()
        edges += more
        (last, readings) = (more.count, readings + 1)
      }
      return (edges, false)
    }
  }
}

import GestureFlowAPI

/// The output of a clocked sink. `write` and `close` run on the writer's thread, which may wait.
package protocol BlockWriter: Sendable {
  /// Opens the file or pipe.
  /// - Throws: `Failure`.
  func open() throws(Failure)
  /// Writes one block of interleaved stereo. Returns the current problem, or nil.
  func write(_ block: UnsafePointer<Float>) -> Failure?
  func close()
  /// Number of blocks that were dropped for lack of a reader.
  var dropped: Int { get }
}

extension BlockWriter {
  /// 0: an output that accepts everything drops nothing.
  package var dropped: Int { 0 }
}

/// A writer that discards everything.
struct NullWriter: BlockWriter {
  func open() throws(Failure) {}
  func write(_ block: UnsafePointer<Float>) -> Failure? { nil }
  func close() {}
}

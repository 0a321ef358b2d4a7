/// What a clocked sink writes into. `write` and `close` come on the writer's thread, which may wait.
package protocol BlockWriter: Sendable {
  /// Opens file or pipe. - Throws: `SinkError`.
  func open() throws(SinkError)
  /// Takes one block of interleaved stereo; answers what is wrong now, or nil.
  func write(_ block: UnsafePointer<Float>) -> String?
  func close()
  /// Blocks that nobody took.
  var dropped: Int { get }
}

extension BlockWriter {
  /// What takes everything drops nothing.
  package var dropped: Int { 0 }
}

/// Plays into nothing.
struct NullWriter: BlockWriter {
  func open() throws(SinkError) {}
  func write(_ block: UnsafePointer<Float>) -> String? { nil }
  func close() {}
}

import CTrap

/// Forbidden calls and loudest sample of one way's blocks.
struct BlockCount {
  /// Forbidden calls in all blocks.
  private(set) var forbidden: Int64 = 0
  /// Loudest sample, 1 at full scale.
  private(set) var peak: Float = 0
  /// Name of the first forbidden call.
  private var first: UnsafePointer<CChar>?

  /// Counts the calls since `trap_arm`, which ends with this.
  /// - Parameter isSeeded: allocates and frees first, which must count as two calls.
  mutating func disarm(isSeeded: Bool) {
    if isSeeded { trap_allocate() }
    var name: UnsafePointer<CChar>?
    let count = trap_disarm(&name)
    if count > 0, first == nil { first = name }
    forbidden += count
  }

  /// Includes the block's samples in the peak.
  mutating func include(_ samples: UnsafePointer<Float>, count: Int) {
    for i in 0..<count { peak = max(peak, abs(samples[i])) }
  }

  /// Prints `WAY blocks=N forbidden=N first=NAME peak=X`.
  func report(_ way: String, _ blocks: Int) {
    print("\(way) blocks=\(blocks) forbidden=\(forbidden) first=\(first.map { String(cString: $0) } ?? "") peak=\(peak)")
  }
}

/// The filter of a fixed rate conversion. `up` frames of output last as long as `down` frames of input.
///
/// Every position between two input frames has a row of its own. If there would be more rows than necessary, a
/// position lies between two rows.
struct ResamplerFilter: ~Copyable {
  let up: Int
  let down: Int
  private let rows: SincRows

  /// Input frames that make one output frame.
  var taps: Int { rows.taps }

  /// - Parameters:
  ///   - from, to: rates in Hz, above 0.
  init(from: Int, to: Int) {
    var (a, b) = (from, to)
    while b != 0 { (a, b) = (b, a % b) }
    up = to / a
    down = from / a
    rows = SincRows(min(up, SincRows.enough), from: from, to: to)
  }

  /// Computes one frame of the output.
  /// - Parameter phase: 0..<`up`, the distance from the middle input frame.
  func apply(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, phase: Int, to output: UnsafeMutablePointer<Float>
  ) {
    if rows.count == up {
      rows.apply(left, right, row: phase, to: output)
    } else {
      rows.apply(left, right, at: Double(phase) / Double(up), to: output)
    }
  }
}

/// The filter of a fixed change of rate. `up` frames of the output last as long as `down` of the input.
///
/// Every place between two input frames has a row of its own, or, where there would be more than enough of them, lies between two rows.
struct ResamplerFilter: ~Copyable {
  let up: Int
  let down: Int
  private let rows: SincRows

  /// Input frames that an output frame is made of.
  var taps: Int { rows.taps }

  /// - Parameters: rates in Hz, above 0.
  init(from: Int, to: Int) {
    var (a, b) = (from, to)
    while b != 0 { (a, b) = (b, a % b) }
    up = to / a
    down = from / a
    rows = SincRows(min(up, SincRows.enough), from: from, to: to)
  }

  /// One frame of the output. - Parameter phase: 0..<`up`, how far behind the middle's input frame it lies.
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

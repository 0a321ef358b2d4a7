/// What is known of the phases: how far each bin is turned in the output against the input, and what decides it next.
///
/// The stereo pair is one complex signal z = left + i right. For bins b and N-b of its spectrum Z a rotation r of both channels is Z[b] *= r, Z[N-b] *= conj(r): left and
/// right never need to be told apart and keep their relation exactly. Only the rotation is carried on, so no phase is ever unwrapped.
struct Phases {
  static let bins = Transform.size / 2
  /// Bytes that its arrays take.
  static let bytes = 9 * (bins * 4 + 256)

  /// Energy of both channels in each bin, of the grain in work and of the one a step before it in the input.
  let energy: UnsafeMutablePointer<Float>
  let before: UnsafeMutablePointer<Float>
  /// The rotation that each bin would take by itself, times an energy.
  let cross: Planes
  /// The rotation of each bin in the last grain; length 1.
  let turn: Planes
  /// The peaks' bins in rising order, and the rotation of each.
  let peak: UnsafeMutablePointer<Int32>
  let peakTurn: Planes
  var peaks = 0
  var sideLobes = SideLobes()
  /// Peaks that were found, side lobes among them.
  var found = 0
  /// Whether any peak of the grain in work is turned.
  var isTurned = false
  /// First bin of the next region.
  var regionFrom = 0

  init(_ arena: inout Arena) {
    energy = arena.floats(Self.bins + 16)
    before = arena.floats(Self.bins + 16)
    cross = arena.planes(Self.bins + 16)
    turn = arena.planes(Self.bins + 16)
    peak = arena.array(Int32.self, Self.bins)
    peakTurn = arena.planes(Self.bins)
    rtReset()
  }

  /// As though nothing had been turned yet.
  @_noLocks mutating func rtReset() {
    (turn.re).update(repeating: 1, count: Self.bins + 1)
    (turn.im).update(repeating: 0, count: Self.bins + 1)
    energy.update(repeating: 0, count: Self.bins)
    isTurned = false
  }
}

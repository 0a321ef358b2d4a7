/// The state of the phases. It is the rotation of each bin against the input.
/// It also holds the values that decide the next rotation.
///
/// The stereo pair is one complex signal z = left + i right. For bins b and N-b of its spectrum Z a rotation r
/// of both channels is Z[b] *= r, Z[N-b] *= conj(r): left and right never need to be separated and keep their
/// relation exactly. Only the rotation is stored, so no phase is ever unwrapped.
struct Phases {
  static let bins = Transform.size / 2
  /// Size of its arrays in bytes.
  static let bytes = 9 * (bins * 4 + 256)

  /// Energy of both channels in each bin.
  /// `energy` is of the current grain, `before` of the one a step before it in the input.
  let energy: UnsafeMutablePointer<Float>
  let before: UnsafeMutablePointer<Float>
  /// The rotation of each bin on its own, times an energy.
  let cross: Planes
  /// The rotation of each bin in the last grain; length 1.
  let turn: Planes
  /// The bins of the peaks in rising order, with their rotations.
  let peak: UnsafeMutablePointer<Int32>
  let peakTurn: Planes
  var peaks = 0
  var sideLobes = SideLobes()
  /// Number of peaks found, side lobes among them.
  var found = 0
  /// Whether any peak of the current grain is turned.
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

  /// Resets all rotations.
  @_noLocks mutating func rtReset() {
    (turn.re).update(repeating: 1, count: Self.bins + 1)
    (turn.im).update(repeating: 0, count: Self.bins + 1)
    energy.update(repeating: 0, count: Self.bins)
    isTurned = false
  }
}

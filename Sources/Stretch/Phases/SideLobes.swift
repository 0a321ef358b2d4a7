/// Peaks that are only the window's side lobes of a louder one are no peaks of their own: they would turn by what little else lies there.
///
/// At x steps of (rate / window's length) from a tone the energy of a Hann window's side lobes is at most 0.1 x^-6 of the tone's, which is 0.22 d^-6 at d bins of the transform.
/// What lies below ten times that is left out.
struct SideLobes {
  /// Energy times d^6 below which a peak is left out, as a share of the louder one's.
  private static let share: Float = 2.2

  /// The peak whose side lobes are looked for.
  private var bin: Float = 0
  private var energy: Float = 0
  private var written = 0

  /// Looks on from a peak, upwards or downwards. Answers whether it stands on its own; if so its side lobes are looked for next.
  @_noLocks @inline(__always) private mutating func rtKeeps(_ bin: Float, _ energy: Float) -> Bool {
    let square = (bin - self.bin) * (bin - self.bin)
    if energy * square * square * square < self.energy * Self.share { return false }
    self.bin = bin
    self.energy = energy
    return true
  }

  /// Looks through a list of peaks from its end down and puts what is kept at the end of its memory. Part `part` of `parts`, in order.
  @_noLocks mutating func rtLookDown(
    _ part: Int, of parts: Int, _ list: UnsafeMutablePointer<Int32>, _ count: Int, _ energies: UnsafePointer<Float>
  ) {
    if part == 0 {
      energy = 0
      written = Phases.bins
    }
    var k = count &- count &* part / parts
    let end = count &- count &* (part &+ 1) / parts
    var state = self
    while k > end {
      k &-= 1
      let b = list[k]
      if state.rtKeeps(Float(b), energies[Int(b)]) {
        state.written &-= 1
        list[state.written] = b
      }
    }
    self = state
  }

  /// Looks through what that has kept from its begin up and puts what is kept at the begin of the memory. Answers how many are kept so far.
  @_noLocks mutating func rtLookUp(
    _ part: Int, of parts: Int, _ list: UnsafeMutablePointer<Int32>, _ kept: Int, _ energies: UnsafePointer<Float>
  ) -> Int {
    if part == 0 { energy = 0 }
    let first = written
    let count = Phases.bins &- first
    var k = first &+ count &* part / parts
    let end = first &+ count &* (part &+ 1) / parts
    var kept = part == 0 ? 0 : kept
    var state = self
    while k < end {
      let b = list[k]
      if state.rtKeeps(Float(b), energies[Int(b)]) {
        list[kept] = b
        kept &+= 1
      }
      k &+= 1
    }
    self = state
    return kept
  }
}

/// A filter that removes side lobes of louder peaks from the peaks.
/// Peaks that are only side lobes of the window would turn by the little energy that else lies there.
///
/// The side lobes of a Hann window have at most 0.1 x^-6 of a tone's energy, at x steps of (rate / window's
/// length) from it. That is 0.22 d^-6 at d bins of the transform. Peaks below ten times that are removed.
struct SideLobes {
  /// Limit of energy times d^6, relative to the louder peak.
  /// Peaks below it are side lobes.
  private static let share: Float = 2.2

  /// The peak whose side lobes are searched.
  private var bin: Float = 0
  private var energy: Float = 0
  private var written = 0

  /// Whether a peak is not a side lobe of the last one.
  /// It works upwards and downwards.
  /// If so, its side lobes are searched next.
  @_noLocks @inline(__always) private mutating func rtKeeps(_ bin: Float, _ energy: Float) -> Bool {
    let square = (bin - self.bin) * (bin - self.bin)
    if energy * square * square * square < self.energy * Self.share { return false }
    self.bin = bin
    self.energy = energy
    return true
  }

  /// Filters a list of peaks from its end down.
  /// The kept peaks go to the end of its memory. It does part `part` of `parts`, in order.
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

  /// Filters the kept peaks from their start up.
  /// The result goes to the start of the memory. It does part `part` of `parts`, in order.
  /// - Returns: number of peaks kept so far.
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

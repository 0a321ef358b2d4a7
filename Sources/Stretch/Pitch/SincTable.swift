import Glibc

/// Low-pass filters for the resampler: windowed sincs (Kaiser, beta 8.5), 128 phases of each, one bank for every semitone upwards. A view of tables that `StretchTables` owns.
///
/// Bank 0 lets everything pass and has 32 taps; banks 1...12 cut off at 2^(-bank/12) of the band with 64 taps, banks 13...24 with 128.
struct SincTable {
  static let phases = 128
  static let banks = 25
  static let mostTaps = 128
  static let bytes = (phases + 1) * (32 + 12 * 64 + 12 * 128) * 4 + 4096

  private let values: UnsafePointer<Float>
  /// The largest ratio that each bank is for.
  private let limits: UnsafePointer<Double>

  init(_ arena: inout Arena) {
    let limits = arena.array(Double.self, Self.banks)
    let values = arena.floats((Self.phases + 1) * (32 + 12 * 64 + 12 * 128))
    for bank in 0..<Self.banks {
      limits[bank] = bank == 0 ? 1.00001 : exp2((Double(bank) + 0.001) / 12)
      for phase in 0...Self.phases { Self.fill(values + Self.row(bank, phase), bank, phase) }
    }
    self.limits = UnsafePointer(limits)
    self.values = UnsafePointer(values)
  }

  private static func fill(_ row: UnsafeMutablePointer<Float>, _ bank: Int, _ phase: Int) {
    let count = taps(bank)
    let cut = exp2(-Double(bank) / 12)
    var h = [Double](repeating: 0, count: count)
    for k in 0..<count {
      let t = Double(k - (count / 2 - 1)) - Double(phase) / Double(phases)
      let u = t / Double(count / 2)
      h[k] = KaiserWindow.value(u, beta: 8.5) * (abs(t) < 1e-12 ? cut : sin(.pi * cut * t) / (.pi * t))
      // Where nothing is to be done nothing is done: a whole step passes bit for bit.
      if bank == 0, phase % phases == 0 { h[k] = abs(t) < 1e-12 ? 1 : 0 }
    }
    let sum = h.reduce(0, +)
    for k in 0..<count { row[k] = Float(h[k] / sum) }
  }

  @_noLocks static func taps(_ bank: Int) -> Int { bank == 0 ? 32 : bank <= 12 ? 64 : 128 }

  @_noLocks private static func row(_ bank: Int, _ phase: Int) -> Int {
    // Taps of a whole row of banks before this one.
    var before = 0
    if bank > 0 { before = 32 &+ 64 &* min(bank &- 1, 12) }
    if bank > 12 { before &+= 128 &* (bank &- 13) }
    return before &* (phases &+ 1) &+ phase &* taps(bank)
  }

  /// The bank for a ratio of input to output frames.
  @_noLocks func rtBank(_ ratio: Double) -> Int {
    var bank = 0
    while bank < Self.banks &- 1, ratio > limits[bank] { bank &+= 1 }
    return bank
  }

  /// First row of a bank; the next phase's row follows after `taps(bank)` values.
  @_noLocks func rtRows(_ bank: Int) -> UnsafePointer<Float> { values + Self.row(bank, 0) }
}

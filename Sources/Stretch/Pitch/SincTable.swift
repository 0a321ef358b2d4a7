import Glibc

/// Low-pass filters for the resampler: windowed sincs (Kaiser, beta 8.5).
/// Each has 128 phases. There is one bank for every semitone upwards and one for all pitches downwards. It is a
/// view of tables that `StretchTables` owns.
///
/// Bank 0 is for the original pitch: it passes everything and has 32 taps. Banks 1...12 cut off at 2^(-bank/12)
/// of the band with 64 taps, banks 13...24 with 128. Bank 25, for pitches downwards, has 48 taps. It
/// attenuates the images above the band by 56 dB at the edge and by 76 dB from 250 Hz above it, 65 dB in the mean of
/// the first 1 kHz. It loses 1 dB at 20.4 kHz of the sound, and nothing at 18 kHz.
struct SincTable {
  static let phases = 128
  static let banks = 26
  static let mostTaps = 128
  static let bytes = (phases + 1) * allTaps * 4 + 4096
  private static let allTaps = 32 + 12 * 64 + 12 * 128 + downTaps
  /// The bank for pitches downwards.
  private static let down = banks - 1
  private static let downTaps = 48
  /// Its cut-off, as a fraction of the band.
  private static let downCut = 0.9

  private let values: UnsafePointer<Float>
  /// The largest ratio of each bank.
  private let limits: UnsafePointer<Double>

  init(_ arena: inout Arena) {
    let limits = arena.array(Double.self, Self.banks)
    let values = arena.floats((Self.phases + 1) * Self.allTaps)
    // Banks with the same number of taps share a window. Its Bessel functions take most of the time.
    var windows: [Int: [Double]] = [:]
    for bank in 0..<Self.banks {
      limits[bank] = bank == 0 ? 1.00001 : exp2((Double(bank) + 0.001) / 12)
      let count = Self.taps(bank)
      let window = windows[count] ?? Self.window(count)
      windows[count] = window
      Self.fill(values + Self.row(bank, 0), bank, window)
    }
    self.limits = UnsafePointer(limits)
    self.values = UnsafePointer(values)
  }

  /// Returns the distance of a tap from the middle.
  /// It counts frames of the input.
  private static func place(_ tap: Int, of count: Int, _ phase: Int) -> Double {
    Double(tap - (count / 2 - 1)) - Double(phase) / Double(phases)
  }

  /// Returns the window at each tap, one phase after another.
  /// It has the lower half of the phases.
  private static func window(_ count: Int) -> [Double] {
    let kaiser = KaiserWindow(beta: 8.5)
    return (0...phases / 2).flatMap { phase in
      (0..<count).map { kaiser.value(place($0, of: count, phase) / Double(count / 2)) }
    }
  }

  /// Fills all rows of a bank.
  /// The filter is symmetric: the upper half of the phases is the lower one, reversed.
  private static func fill(_ rows: UnsafeMutablePointer<Float>, _ bank: Int, _ window: [Double]) {
    let count = taps(bank)
    let cut = bank == down ? downCut : exp2(-Double(bank) / 12)
    var h = [Double](repeating: 0, count: (phases + 1) * count)
    for phase in 0...phases / 2 {
      for k in 0..<count {
        let t = place(k, of: count, phase)
        var value = window[phase * count + k] * (abs(t) < 1e-12 ? cut : sin(.pi * cut * t) / (.pi * t))
        // A whole step of bank 0 passes bit for bit.
        if bank == 0, phase == 0 { value = abs(t) < 1e-12 ? 1 : 0 }
        h[phase * count + k] = value
        h[(phases - phase + 1) * count - 1 - k] = value
      }
    }
    for first in stride(from: 0, to: h.count, by: count) {
      let sum = h[first..<first + count].reduce(0, +)
      for k in first..<first + count { rows[k] = Float(h[k] / sum) }
    }
  }

  @_noLocks static func taps(_ bank: Int) -> Int {
    if bank == down { return downTaps }
    return bank == 0 ? 32 : bank <= 12 ? 64 : 128
  }

  @_noLocks private static func row(_ bank: Int, _ phase: Int) -> Int {
    // Number of taps of all banks before this one.
    var before = 0
    if bank > 0 { before = 32 &+ 64 &* min(bank &- 1, 12) }
    if bank > 12 { before &+= 128 &* (bank &- 13) }
    return before &* (phases &+ 1) &+ phase &* taps(bank)
  }

  /// Returns the bank for a ratio of input to output frames.
  @_noLocks func rtBank(_ ratio: Double) -> Int {
    // Below this the ratio is not that of the original any more.
    if ratio < 0.99999 { return Self.down }
    var bank = 0
    while bank < Self.down &- 1, ratio > limits[bank] { bank &+= 1 }
    return bank
  }

  /// Returns the first row of a bank.
  /// The row of the next phase follows after `taps(bank)` values.
  @_noLocks func rtRows(_ bank: Int) -> UnsafePointer<Float> { values + Self.row(bank, 0) }
}

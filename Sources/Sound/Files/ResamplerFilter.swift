import CLanes
import Glibc

/// The low-pass of a change of rate: a sinc under a Kaiser window (beta 10: -100 dB), 64 crossings either way, its cutoff 5 % below half of the lower rate. Passes what lies below 0.45 of that rate.
///
/// `up` frames of the output last as long as `down` of the input. A row of the table is the filter at one place between two input frames; every place has a row of its own, or, where there would be
/// more than `most`, lies between two of them.
struct ResamplerFilter: ~Copyable {
  /// Crossings of the sinc on either side of its middle, at the lower rate.
  private static let crossings = 64
  private static let beta = 10.0
  private static let cutoff = 0.95
  /// Rows at most: between 512 of them a straight line is right to -106 dB.
  private static let most = 512

  let up: Int
  let down: Int
  /// Input frames that an output frame is made of; whole vectors.
  let taps: Int
  /// Rows between an input frame and the next.
  private let rows: Int
  private let table: UnsafeMutablePointer<Float>
  /// A row between two of the table's.
  private let between: UnsafeMutablePointer<Float>

  /// - Parameters: rates in Hz, above 0.
  init(from: Int, to: Int) {
    var (a, b) = (from, to)
    while b != 0 { (a, b) = (b, a % b) }
    up = to / a
    down = from / a
    // In input frames: half of what is passed, of 1 for all.
    let band = min(1, Double(to) / Double(from)) * Self.cutoff
    let half = (Int((Double(Self.crossings) * max(1, Double(from) / Double(to))).rounded(.up)) + 7) & ~7
    taps = 2 * half
    rows = up <= Self.most ? up : Self.most
    table = .allocate(capacity: (rows + 1) * taps)
    between = .allocate(capacity: taps)
    between.initialize(repeating: 0, count: taps)
    for row in 0...rows {
      let place = Double(row) / Double(rows)
      var sum = 0.0
      for tap in 0..<taps {
        let x = Double(tap - half + 1) - place
        let value = Self.value(x * band, x / Double(half))
        table[row * taps + tap] = Float(value)
        sum += value
      }
      // A constant stays what it is.
      for tap in 0..<taps { table[row * taps + tap] /= Float(sum) }
    }
  }

  deinit {
    table.deallocate()
    between.deallocate()
  }

  private static func value(_ x: Double, _ u: Double) -> Double {
    guard abs(u) < 1 else { return 0 }
    let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
    return sinc * bessel(beta * (1 - u * u).squareRoot()) / bessel(beta)
  }

  /// The modified Bessel function of order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, k) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= x * x / (4 * k * k)
      sum += term
      k += 1
    }
    return sum
  }

  /// One frame of the output. - Parameter phase: 0..<`up`, how far behind the middle's input frame it lies.
  func apply(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, phase: Int, to output: UnsafeMutablePointer<Float>
  ) {
    guard rows == up else { return mix(left, right, at: Double(phase) * Double(rows) / Double(up), to: output) }
    sum(left, right, table + phase * taps, to: output)
  }

  private func mix(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, at place: Double, to output: UnsafeMutablePointer<Float>) {
    let row = table + Int(place) * taps
    let share = Float(place - place.rounded(.down))
    for tap in 0..<taps { between[tap] = row[tap] + share * (row[taps + tap] - row[tap]) }
    sum(left, right, between, to: output)
  }

  private func sum(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ row: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>
  ) {
    let lanes = MemoryLayout<gf_lanes>.size / MemoryLayout<Float>.size
    var (l, r) = (gf_lanes_fill(0), gf_lanes_fill(0))
    var tap = 0
    while tap < taps {
      let w = UnsafeRawPointer(row + tap).loadUnaligned(as: gf_lanes.self)
      l = gf_lanes_muladd(UnsafeRawPointer(left + tap).loadUnaligned(as: gf_lanes.self), w, l)
      r = gf_lanes_muladd(UnsafeRawPointer(right + tap).loadUnaligned(as: gf_lanes.self), w, r)
      tap += lanes
    }
    output[0] = gf_lanes_sum(l)
    output[1] = gf_lanes_sum(r)
  }
}

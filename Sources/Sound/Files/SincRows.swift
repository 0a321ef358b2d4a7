import CLanes
import Glibc
import Stretch

/// The low-pass filter of a rate conversion, as a table of rows. A sinc under a Kaiser window (beta 10: -100 dB),
/// 64 crossings on either side, with its cutoff 5 % below half of the lower rate. It passes frequencies below 0.45
/// of that rate.
///
/// A row is the filter at one position between two input frames. With 512 rows, linear interpolation between them
/// is exact to -106 dB.
struct SincRows: ~Copyable {
  /// Number of rows that is enough for linear interpolation.
  static let enough = 512
  /// Crossings of the sinc on either side, at the lower rate.
  private static let crossings = 64
  private static let beta = 10.0
  private static let cutoff = 0.95

  /// Rows from one input frame to the next.
  let count: Int
  /// Input frames that make one output frame. A multiple of the vector size.
  let taps: Int
  private let table: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - count: number of rows.
  ///   - from, to: rates in Hz, above 0.
  init(_ count: Int, from: Int, to: Int) {
    self.count = count
    // Half of the passed band, relative to the input rate; 1 stands for all.
    let band = min(1, Double(to) / Double(from)) * Self.cutoff
    let half = (Int((Double(Self.crossings) * max(1, Double(from) / Double(to))).rounded(.up)) + 7) & ~7
    let taps = 2 * half
    self.taps = taps
    table = .allocate(capacity: (count + 1) * taps)
    let window = KaiserWindow(beta: Self.beta)
    for row in 0...count {
      let place = Double(row) / Double(count)
      var sum = 0.0
      for tap in 0..<taps {
        let x = Double(tap - half + 1) - place
        let value = Self.sinc(x * band) * window.value(x / Double(half))
        table[row * taps + tap] = Float(value)
        sum += value
      }
      // A constant input keeps its value.
      for tap in 0..<taps { table[row * taps + tap] /= Float(sum) }
    }
  }

  deinit { table.deallocate() }

  private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }

  /// Computes one frame of the output, interleaved, with one row.
  /// - Parameters:
  ///   - left, right: `taps` frames of the input.
  func apply(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, row: Int, to output: UnsafeMutablePointer<Float>
  ) {
    let row = table + row * taps
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

  /// Computes one frame of the output by interpolation of two rows.
  /// - Parameter place: position from one input frame to the next, 0..<1.
  func apply(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, at place: Double, to output: UnsafeMutablePointer<Float>
  ) {
    let scaled = place * Double(count)
    let low = table + Int(scaled) * taps
    let high = low + taps
    let share = gf_lanes_fill(Float(scaled - scaled.rounded(.down)))
    let lanes = MemoryLayout<gf_lanes>.size / MemoryLayout<Float>.size
    var (l, r) = (gf_lanes_fill(0), gf_lanes_fill(0))
    var tap = 0
    while tap < taps {
      let a = UnsafeRawPointer(low + tap).loadUnaligned(as: gf_lanes.self)
      let b = UnsafeRawPointer(high + tap).loadUnaligned(as: gf_lanes.self)
      let w = gf_lanes_muladd(share, gf_lanes_sub(b, a), a)
      l = gf_lanes_muladd(UnsafeRawPointer(left + tap).loadUnaligned(as: gf_lanes.self), w, l)
      r = gf_lanes_muladd(UnsafeRawPointer(right + tap).loadUnaligned(as: gf_lanes.self), w, r)
      tap += lanes
    }
    output[0] = gf_lanes_sum(l)
    output[1] = gf_lanes_sum(r)
  }
}

import Foundation
import Sound

/// A writer whose clock is off. The table shows by the writer's drift how full the buffer is kept, by how much the
/// sound is off its pitch, and the worst step. Time is the audio thread's, so the table is the same on every machine.
enum DriftBench {
  private struct Row: Encodable {
    /// The writer's clock, in millionths. The next field is the drift found at the end.
    var ppm: Double
    var found: Double
    /// Milliseconds kept: lowest, mean and highest after the first two minutes.
    var fill: [Double]
    /// Largest deviation in the first minutes, in cents by the writer's clock. The next field is the largest one
    /// afterwards.
    var centsAtFirst: Double
    var centsAfter: Double
    /// Largest second difference beyond the sine's own, in dBFS.
    var step: Double
    var starvations: Int
  }

  private static let hz = 200.0
  private static let rate = 44_100
  private static let piece = 1024
  private static let level = 0.5
  /// Seconds after which the clock has been found.
  private static let found = 180

  /// - Parameter seconds: of each drift.
  static func run(seconds: Int) throws {
    let rows = [-500.0, -200, -50, 0, 50, 200, 500].map { row(ppm: $0, seconds: seconds) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(rows), as: UTF8.self))
  }

  private static func row(ppm: Double, seconds: Int) -> Row {
    let port = InletPort()
    let renderer = InletRenderer(port)
    port.set(InletLevels(volume: 1, isHeard: true))
    port.begin(rate: rate)
    var row = Row(ppm: ppm, found: 0, fill: [1e9, 0, 0], centsAtFirst: 0, centsAfter: 0, step: -240, starvations: 0)
    var (made, taken, looks) = (0, 0, 0)
    var left: [Float] = []
    var piece = [Float](repeating: 0, count: Self.piece)
    for second in 0..<seconds {
      left = Array(left.suffix(2))
      for block in 0..<375 {
        let due = Int((Double(second) + Double(block) / 375) * Double(rate) * (1 + ppm * 1e-6))
        while made + Self.piece <= due {
          for i in 0..<Self.piece {
            piece[i] = Float(level * sin(2 * .pi * (hz * Double((made + i) % rate) / Double(rate))))
          }
          taken += port.write(piece, piece, frames: Self.piece)
          made += Self.piece
        }
        renderer.render { left += $0 }
        if second >= 120 {
          let fill = port.state.fill * 1000
          row.fill = [min(row.fill[0], fill), row.fill[1] + fill, max(row.fill[2], fill)]
          looks += 1
        }
      }
      guard second > 0 else { continue }
      let cents = abs(1200 * log2(frequency(left) / (hz * (1 + ppm * 1e-6))))
      if second < found { row.centsAtFirst = max(row.centsAtFirst, cents) } else { row.centsAfter = max(row.centsAfter, cents) }
      let own = level * pow(2 * .pi * hz / Double(SoundFormat.rate), 2) * 1.001
      row.step = max(row.step, 20 * log10(max(Double(roughest(left)) - own, 1e-12)))
    }
    row.fill[1] /= Double(max(looks, 1))
    row.found = port.state.driftPPM
    row.starvations = port.state.starvations + (made - taken)
    return row
  }

  private static func frequency(_ x: [Float]) -> Double {
    var (first, last, count): (Double?, Double, Int) = (nil, 0, 0)
    for i in 1..<x.count where x[i - 1] < 0 && x[i] >= 0 {
      let at = Double(i) - Double(x[i]) / Double(x[i] - x[i - 1])
      if first == nil { first = at } else { count += 1 }
      last = at
    }
    return first.map { Double(count) * Double(SoundFormat.rate) / (last - $0) } ?? 0
  }

  private static func roughest(_ x: [Float]) -> Float {
    var worst: Float = 0
    for i in 2..<x.count {
      let bend: Float = x[i] - 2 * x[i - 1] + x[i - 2]
      worst = max(worst, abs(bend))
    }
    return worst
  }
}

import Foundation
import MIDI

/// Measures how well a MIDI clock that comes in is followed. It simulates the clock's ticks. Figures: the error of the
/// tempo by jitter, how soon a step is followed, and how soon its loss is noticed.
enum ClockBench {
  /// How ticks are late and early.
  private enum Jitter: String, CaseIterable {
    case none
    case uniform = "up to 1 ms, evenly"
    case gaussian = "1 ms (standard deviation)"
    case wide = "3 ms (standard deviation)"
    case milliseconds = "stamps in whole ms"
  }

  private static let tempi = [30.0, 60, 90, 120, 174, 240, 300]
  /// Tempi at which a step begins. Both ends of a step stay in the range that is followed.
  private static let stepped = [40.0, 60, 90, 120, 174, 240, 290]
  private static let seeds: ClosedRange<UInt64> = 1...5
  /// Error below which a tempo counts as followed, in beats a minute.
  private static let near = 0.5

  static func run() throws {
    try TrackBench.show([
      "jitter": Jitter.allCases.map { ["jitter": $0.rawValue, "worst": worst($0), "median": median($0)] },
      "steps": [Jitter.none, .gaussian].map { jitter in
        let all = stepped.flatMap { bpm in [10.0, -10].flatMap { step in seeds.map { follow(jitter, bpm, step, seed: $0) } } }
        return ["jitter": jitter.rawValue, "beats": all.map(\.beats).max()!, "left": all.map(\.left).max()!]
      },
      "lossSeconds": tempi.map(loss).max()!,
    ])
  }

  /// Returns the largest error of each tempo and seed. It is in beats a minute, and measured for 20 s, after eight
  /// beats and ten seconds at least.
  private static func errors(_ jitter: Jitter) -> [Double] {
    tempi.flatMap { bpm in
      seeds.map { seed in
        var clock = Ticks(jitter, seed: seed)
        clock.play(bpm, beats: max(8, bpm / 6))
        var worst = 0.0
        for _ in 0..<Int(bpm / 3 * 24) {
          clock.tick(bpm)
          worst = max(worst, abs((clock.follower.tempo ?? 0) - bpm))
        }
        return worst
      }
    }
  }

  private static func worst(_ jitter: Jitter) -> Double { errors(jitter).max()! }

  private static func median(_ jitter: Jitter) -> Double { errors(jitter).sorted()[tempi.count * seeds.count / 2] }

  /// Returns the beats until a step of the tempo is followed. That is when the tempo has come near the new one and
  /// stays, after 8 beats at most. `left` is the error after two beats, in beats a minute.
  private static func follow(_ jitter: Jitter, _ bpm: Double, _ step: Double, seed: UInt64) -> (beats: Double, left: Double) {
    var clock = Ticks(jitter, seed: seed)
    clock.play(bpm, beats: 32)
    var last = 0
    var left = 0.0
    for i in 1...8 * 24 {
      clock.tick(bpm + step)
      let error = abs((clock.follower.tempo ?? 0) - bpm - step)
      if error > near { last = i }
      if i == 2 * 24 { left = error }
    }
    return (Double(last) / 24, left)
  }

  /// Seconds from the last tick until the clock counts as lost. Checked each millisecond.
  private static func loss(_ bpm: Double) -> Double {
    var clock = Ticks(.none, seed: 1)
    clock.play(bpm, beats: 8)
    let end = clock.time - 60 / bpm / 24
    return stride(from: 0.0, to: 2, by: 0.001).first { clock.follower.isLost(at: end + $0) } ?? 2
  }

  /// The clock of a sender.
  private struct Ticks {
    var follower = ClockFollower()
    private(set) var time = 100.0137
    private let jitter: Jitter
    private var random: UInt64

    init(_ jitter: Jitter, seed: UInt64) {
      self.jitter = jitter
      random = seed &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func tick(_ bpm: Double) {
      follower.take(.tick, at: time + error())
      time += 60 / bpm / 24
    }

    mutating func play(_ bpm: Double, beats: Double) { for _ in 0..<Int((beats * 24).rounded()) { tick(bpm) } }

    private mutating func error() -> Double {
      switch jitter {
      case .none: 0
      case .uniform: (2 * unit() - 1) * 0.001
      case .gaussian: 0.001 * normal()
      case .wide: 0.003 * normal()
      case .milliseconds: (time * 1000).rounded(.down) / 1000 - time
      }
    }

    private mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }

    /// 0..<1 (SplitMix64).
    private mutating func unit() -> Double {
      random &+= 0x9E37_79B9_7F4A_7C15
      var z = random
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ z >> 31) >> 11) * 0x1p-53
    }
  }
}

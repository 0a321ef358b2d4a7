import Foundation
import Gestures
import HandTracking
import Hands
import Lab
import SyntheticHands

/// Measures each filter: jitter of a still hand, lag, and overshoot. The lag is that of a moving hand, the overshoot
/// that on a stop. Both use synthetic truth with the models' own noise; jitter is also measured on real films.
enum FilterBench {
  /// Every filter with its look-ahead in seconds and its name. Only the predicting filter uses the look-ahead. The
  /// filter is made with it, and it is measured from capture to loudspeaker.
  private static let cases: [(FilterKind, Float, String)] =
    FilterKind.allCases.flatMap { kind -> [(FilterKind, Float, String)] in
      let usual: (FilterKind, Float, String) = (kind, 0.02, kind.rawValue)
      return kind == .constantVelocity ? [usual, (kind, 0.03, "\(kind.rawValue), 30 ms ahead")] : [usual]
    }

  /// - Parameter films: hands files, each with its model: `int8:out/film.jsonl`. The model saw the film before the file
  ///   was made. The filters are compared on those of `float`.
  static func run(_ films: [String]) throws {
    let seen = films.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    func files(_ size: ModelSize) -> [String] { seen.compactMap { $0.count == 2 && $0[0] == size.rawValue ? $0[1] : nil } }
    var rows: [[String: Any]] = []
    for (kind, lookAhead, name) in cases {
      var row: [String: Any] = ["filter": name]
      for rate in [15.0, 30, 60] {
        let (lag, overshoot) = motion(kind, lookAhead, rate: rate)
        row["lagMs\(Int(rate))"] = lag
        row["overshoot\(Int(rate))"] = overshoot
      }
      row["jitter"] = jitter(kind, lookAhead)
      let (cents, decibels) = audible(kind, lookAhead)
      row["pitchCents"] = cents
      row["volumeDB"] = decibels
      for film in files(.float) { row["film:" + title(film)] = try filmJitter(kind, lookAhead, film, .float) }
      rows.append(row)
    }
    try TrackBench.show(["rows": rows, "models": try ModelSize.allCases.map { try model($0, files($0)) }])
  }

  private static func title(_ film: String) -> String { String((film as NSString).lastPathComponent.prefix { $0 != "." }) }

  /// Measures the default filter, set for a model's noise. The hand shakes as it does with that model; films that the
  /// model saw are measured, too.
  private static func model(_ size: ModelSize, _ films: [String]) throws -> [String: Any] {
    let kind = GestureSettings().filter
    var row: [String: Any] = ["model": size.rawValue, "noise": Double(size.noise.deviation), "jitter": jitter(kind, 0, size.noise)]
    row["pitchCents"] = audible(kind, 0, size.noise).0
    for rate in [15.0, 30, 60] {
      row["lagMs\(Int(rate))"] = motion(kind, 0, rate: rate, size.noise).0
      row["slowLagMs\(Int(rate))"] = motion(kind, 0, rate: rate, size.noise, speed: 1).0
    }
    for film in films { row["film:" + title(film)] = try filmJitter(kind, 0, film, size.noise) }
    return row
  }

  private static func normal(_ random: inout SplitMix) -> Float { (0..<4).reduce(Float(0)) { s, _ in s + random.unit() - 0.5 } * 1.732 }

  /// Lag in ms on a hand that moves evenly. The second value is the overshoot in hand sizes when it stops.
  /// - Parameter speed: in hand sizes a second.
  private static func motion(
    _ kind: FilterKind, _ lookAhead: Float, rate: Double, _ noise: LandmarkNoise = .float, speed: Float = 2
  ) -> (Double, Double) {
    var filter = kind.make(lookAhead: lookAhead, noise: noise)
    var lags: [Double] = []
    var over: Float = 0
    let stop = Int(rate)
    for i in 0..<Int(rate * 2) {
      let x = speed * Float(min(i, stop)) / Float(rate)
      let y = filter.update(kind == .stabilizer ? x * 0.1 : x, dt: Float(1 / rate)) * (kind == .stabilizer ? 10 : 1)
      if i > Int(rate * 0.5), i <= stop { lags.append(Double((x - y) / speed) * 1000) }
      if i > stop { over = max(over, y - speed) }
    }
    return (lags.reduce(0, +) / Double(lags.count), Double(over))
  }

  /// Deviation of the answer on a still hand with noise. It is the standard deviation, in hand sizes.
  private static func jitter(_ kind: FilterKind, _ lookAhead: Float, _ noise: LandmarkNoise = .float) -> Double {
    var filter = kind.make(lookAhead: lookAhead, noise: noise)
    var random = SplitMix(seed: 9)
    var squares = 0.0
    for i in 0..<3000 {
      let y = filter.update(1 + normal(&random) * noise.deviation, dt: 1 / 30) - 1
      if i >= 60 { squares += Double(y * y) }
    }
    return (squares / 2940).squareRoot()
  }

  /// Effect of a still hand's noise on pitch and volume. It is the standard deviation of the changes, for a pinch of
  /// 0.4 hand sizes and wrists 3 hand sizes apart.
  private static func audible(_ kind: FilterKind, _ lookAhead: Float, _ noise: LandmarkNoise = .float) -> (Double, Double) {
    var filters = (0..<4).map { _ in kind.make(lookAhead: lookAhead, noise: noise) }
    var random = SplitMix(seed: 10)
    var cents: [Double] = []
    var decibels: [Double] = []
    for i in 0..<3000 {
      let p = (0..<4).map { k in filters[k].update(normal(&random) * noise.deviation, dt: 1 / 30) }
      guard i >= 60 else { continue }
      cents.append(600 * log2(1 + Double(p[0] - p[1]) / 0.4))
      // The gain is the volume's cube.
      decibels.append(60 * log10(1 + Double(p[2] - p[3]) / 3))
    }
    func deviation(_ x: [Double]) -> Double { (x.reduce(0) { $0 + $1 * $1 } / Double(x.count)).squareRoot() }
    return (deviation(cents), deviation(decibels))
  }

  /// Jitter on a real film, in hand sizes. It is the root mean square of the index tip's second difference.
  private static func filmJitter(_ kind: FilterKind, _ lookAhead: Float, _ path: String, _ noise: LandmarkNoise) throws -> Double {
    var smoother = HandSmoother(kind, noise: noise)
    smoother.lookAhead = lookAhead
    var last: [SIMD2<Float>] = []
    var sum = 0.0
    var count = 0
    for line in try HandsFile.read(path) {
      let frame = smoother.smooth(line.handFrame(aspect: 16.0 / 9))
      guard let hand = frame.hands.first else {
        last = []
        continue
      }
      let size = hand.landmarks.size(aspect: frame.aspect)
      last.append(SIMD2(hand.landmarks[.indexTip].x * frame.aspect, hand.landmarks[.indexTip].y) / size)
      if last.count > 3 { last.removeFirst() }
      guard last.count == 3 else { continue }
      let d = last[2] - 2 * last[1] + last[0]
      guard (d * d).sum() < 0.09 else { continue }
      sum += Double((d * d).sum())
      count += 1
    }
    return (sum / Double(max(count, 1))).squareRoot()
  }
}

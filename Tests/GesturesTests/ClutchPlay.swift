import Gestures
import Testing

/// A clutch and the time of its frames.
struct ClutchPlay {
  var clutch: RelativeClutch
  var time = 0.0
  var rate = 30.0

  init(_ law: RelativeClutch.Law = .cents, detent: Detent? = nil, pinch: PinchLaw = .both, initial: Float? = nil, rate: Double = 30) {
    clutch = RelativeClutch(
      law: law, range: law == .cents ? -2400...2400 : 0.1...2, initial: initial ?? (law == .cents ? 0 : 1), detent: detent, pinch: pinch)
    self.rate = rate
  }

  mutating func look(_ look: RelativeClutch.Reading?) {
    clutch.update(look, at: time)
    time += 1 / rate
  }

  mutating func see(_ distance: Float, height: Float = 0, extended: Int = 1, openness: Float = 1) {
    look(.init(distance: distance, height: height, extended: extended, openness: openness))
  }

  /// Shows a closed pinch until it is engaged and has settled.
  mutating func engage(at distance: Float = 0.15, height: Float = 0, seconds: Double = 0.6) {
    for _ in 0..<Int(seconds * rate) { see(distance, height: height) }
    #expect(clutch.isEngaged)
  }

  /// Moves from one place to another at constant speed.
  mutating func move(from a: (Float, Float), to b: (Float, Float), seconds: Double = 1) {
    let n = Int(seconds * rate)
    for i in 1...n {
      let x = Float(i) / Float(n)
      see(a.0 + (b.0 - a.0) * x, height: a.1 + (b.1 - a.1) * x)
    }
  }

  mutating func letGo(height: Float = 0) {
    for _ in 0..<Int(0.3 * rate) { see(0.9, height: height, extended: 5, openness: 2) }
    #expect(!clutch.isEngaged)
  }
}

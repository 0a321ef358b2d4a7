import Hands

/// The scripts of two people side by side before one camera.
/// They have three and four hands, for instrument mode.
public enum CrowdScripts {
  /// All scripts, in the order of the list for users.
  public static let all = [three, four, cross]

  private static let size: Float = 0.15
  private static let height: Float = 0.72
  /// A height so far down that no finger is in the frame.
  private static let gone: Float = 1.5
  /// The hands from left to right, in frames of 4:3.
  /// They are the right and the left one of the first person, then the second's.
  private static let places: [(side: Handedness, x: Float)] = [(.right, 0.18), (.left, 0.50), (.right, 0.83), (.left, 1.15)]

  /// Returns an open hand in its place.
  /// - Parameter of: 0...3, by `places`.
  private static func hand(_ of: Int, x: Float? = nil, y: Float = height, size: Float = size) -> PosedHand {
    PosedHand(places[of].side, .open, wrist: SIMD2(x ?? places[of].x, y), size: size)
  }

  /// Returns a hand that always moves, opposite to its neighbours.
  private static func swaying(_ of: Int, for seconds: Int = 4) -> HandPart {
    let ways: [SIMD2<Float>] = [SIMD2(0, 0), SIMD2(0.03, -0.06), SIMD2(-0.02, 0.04), SIMD2(0.01, -0.03)]
    return HandPart(
      (0...seconds).map { i in
        let way = ways[i % ways.count]
        return (time: Double(i), hand: hand(of, x: places[of].x + way.x, y: height + (of % 2 == 0 ? way.y : -way.y)))
      })
  }

  /// The first person plays with both hands, and a third hand visits.
  /// It comes in, stays for three seconds, and leaves.
  private static let three: Choreography = {
    let keys: [(Double, Float)] = [(0, gone), (1, gone), (1.4, height), (4.4, height - 0.04), (4.8, gone), (8, gone)]
    let comes = HandPart(keys.map { t, y in (time: t, hand: hand(2, y: y)) })
    return Choreography(name: "threehands", duration: 8, parts: [swaying(0, for: 8), swaying(1, for: 8), comes])
  }()

  /// Both people play with both hands.
  private static let four = Choreography(name: "fourhands", duration: 4, parts: (0..<4).map { swaying($0) })

  /// The hands in the middle change places and go back.
  /// The second person's hand is before the first person's and nearer to the camera.
  private static let cross: Choreography = {
    func crosses(_ of: Int, size: Float) -> HandPart {
      let (from, to) = (places[of].x, places[3 - of].x)
      let keys: [(Double, Float)] = [(0, from), (1, from), (2.2, to), (3.2, to), (4.4, from), (6, from)]
      return HandPart(keys.map { t, x in (time: t, hand: hand(of, x: x, size: size)) })
    }
    return Choreography(
      name: "handscross", duration: 6, parts: [swaying(0, for: 6), crosses(1, size: 0.14), crosses(2, size: 0.17), swaying(3, for: 6)])
  }()
}

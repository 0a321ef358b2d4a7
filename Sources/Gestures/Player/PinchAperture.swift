/// How far an engaged pinch is open, in hand sizes: the closed pinch's distance in the picture, and how far the fingers have moved apart since, along the palm's own
/// axes. The picture's distance alone changes by 140 to 230 cents when the hand tilts by 30 degrees.
///
/// The model's points in space do not bring fingers together that touch: a closed pinch has 0.3 to 0.45 hand sizes there, where the picture has 0.1 to 0.16. But what they
/// are off by stays nearly the same while the fingers open and the hand turns, so their way from the closed pinch is right.
struct PinchAperture: Sendable {
  /// The closed pinch: thumb tip to index tip in the picture, and the way between them along the palm's axes; nil where there are no points in space.
  private(set) var closedAt: Float
  private var closed: SIMD3<Float>?

  init(closedAt: Float, way: SIMD3<Float>?) {
    self.closedAt = closedAt
    closed = way
  }

  /// The aperture in one look.
  func of(_ look: RelativeClutch.Look) -> Float {
    guard let closed, let way = look.way else { return look.distance }
    let apart = way - closed
    return closedAt + (apart * apart).sum().squareRoot()
  }

  /// The fingers are still on their way to the closed pinch, or rest there and drift: it is this share of the way nearer to what is seen now, 0...1.
  mutating func follow(_ look: RelativeClutch.Look, _ share: Float) {
    closedAt += (look.distance - closedAt) * share
    if let closed, let way = look.way { self.closed = closed + (way - closed) * share }
  }
}

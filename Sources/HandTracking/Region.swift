import Foundation
import Hands

/// A turned square of the frame, the input of a model. Units are pixels of the frame as the player sees it.
package struct Region: Sendable, Equatable {
  /// Centre of the square.
  package var centre: SIMD2<Float>
  /// Length of a side.
  package var side: Float
  /// Clockwise rotation in radians: 0 is a hand with its fingers up.
  package var rotation: Float

  /// A square with a centre, a side and a rotation. The side is in pixels, the clockwise rotation in radians.
  package init(centre: SIMD2<Float>, side: Float, rotation: Float) {
    self.centre = centre
    self.side = side
    self.rotation = rotation
  }

  /// Whether the square can be read. All its numbers are then finite and small enough. In half precision a model may
  /// overflow.
  var isReal: Bool { Self.isReal(centre) && side < Self.largest && rotation.isFinite }
  /// Whether a point in pixels can be read.
  static func isReal(_ p: SIMD2<Float>) -> Bool { abs(p.x) < largest && abs(p.y) < largest }
  private static let largest: Float = 1e6

  /// Returns the smallest upright square around the whole frame. The frame lies in its middle.
  package static func whole(width: Int, height: Int) -> Region {
    Region(centre: SIMD2(Float(width), Float(height)) / 2, side: Float(max(width, height)), rotation: 0)
  }

  /// Converts a point of the square (0...1) to the frame.
  package func point(_ p: SIMD2<Float>) -> SIMD2<Float> {
    let d = (p - 0.5) * side
    let c = cos(rotation)
    let s = sin(rotation)
    return centre + SIMD2(d.x * c - d.y * s, d.x * s + d.y * c)
  }

  /// Returns the rotation of a hand by the direction `from` -> `to`. Turned back by it, that direction points up. This
  /// is MediaPipe's DetectionsToRects rule with a target of 90 degrees.
  static func rotation(from: SIMD2<Float>, to: SIMD2<Float>) -> Float {
    let d = to - from
    let angle = Float.pi / 2 - atan2(-d.y, d.x)
    return angle - 2 * .pi * ((angle + .pi) / (2 * .pi)).rounded(.down)
  }

  /// The region of a found palm. It is the palm's box, moved half its height towards the fingers, 2.6 times as large
  /// (MediaPipe's palm-to-hand constants).
  package init(palm: Palm) {
    let rotation = Self.rotation(from: palm.keypoints[0], to: palm.keypoints[2])
    let box = palm.box
    let size = SIMD2(box.maxX - box.minX, box.maxY - box.minY)
    let middle = SIMD2(box.minX + box.maxX, box.minY + box.maxY) / 2
    self.init(middle: middle, extent: size, rotation: rotation, shift: -0.5, scale: 2.6)
  }

  /// The region for the next frame, from landmarks in pixels.
  /// It is the box of palm and first joints, moved a tenth towards the fingers, twice as large (MediaPipe's
  /// landmarks-to-region constants).
  package init(landmarks p: [SIMD2<Float>]) {
    let knuckles = ((p[5] + p[13]) / 2 + p[9]) / 2
    let rotation = Self.rotation(from: p[0], to: knuckles)
    let used = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18].map { p[$0] }
    var low = used[0]
    var high = used[0]
    for q in used {
      low = pointwiseMin(low, q)
      high = pointwiseMax(high, q)
    }
    let middle = (low + high) / 2
    let c = cos(rotation)
    let s = sin(rotation)
    var turnedLow = SIMD2<Float>(repeating: .infinity)
    var turnedHigh = -turnedLow
    for q in used {
      let d = q - middle
      let turned = SIMD2(d.x * c + d.y * s, -d.x * s + d.y * c)
      turnedLow = pointwiseMin(turnedLow, turned)
      turnedHigh = pointwiseMax(turnedHigh, turned)
    }
    let offset = (turnedLow + turnedHigh) / 2
    let centre = middle + SIMD2(offset.x * c - offset.y * s, offset.x * s + offset.y * c)
    self.init(middle: centre, extent: turnedHigh - turnedLow, rotation: rotation, shift: -0.1, scale: 2.0)
  }

  /// Returns the square, widened to at least `times` the row of knuckles. The row reaches from index to little finger;
  /// the centre stays.
  ///
  /// - Parameters:
  ///   - times: 0 leaves every square as it is. The square of a hand seen edge on stays in any case, because its row of
  ///     knuckles is short.
  ///   - points: the landmarks in pixels.
  package func atLeast(_ times: Float, knucklesOf points: [SIMD2<Float>]) -> Region {
    var region = self
    region.side = max(side, times * length(points[5] - points[17]))
    return region
  }

  private init(middle: SIMD2<Float>, extent: SIMD2<Float>, rotation: Float, shift: Float, scale: Float) {
    let move = extent.y * shift
    centre = middle + SIMD2(-move * sin(rotation), move * cos(rotation))
    side = max(extent.x, extent.y) * scale
    self.rotation = rotation
  }

  /// The nearest square on the grid. Its centre and side are whole steps, its rotation is in 128ths of a radian.
  /// A step is one pixel for squares of at least 128 pixels. For smaller squares it is a half, a quarter and so on, at
  /// least a sixteenth. So it is at most a 128th of the side down to eight pixels. On whole pixels a hand of thirty
  /// pixels would lie up to a 42nd of its size off its place.
  ///
  /// Two processors compute floats that differ in their last digits. Without a grid the next region differs by that
  /// much, then the image in it, and the landmarks by more. In the tracker's loop a difference of 0.03 % of a hand's
  /// size grew to 3.7 % within 40 frames.
  /// On the grid both processors read the same image again. Only a number near a rounding edge may be rounded to
  /// different sides. The finer the grid, the more often that happens and the longer it lasts
  /// (`scripts/models/README.md` has figures).
  package var onGrid: Region {
    let side = max(Self.rounded(self.side, Self.step(of: self.side)), 1)
    // The step follows from the rounded side: then a square on the grid does not change.
    let step = Self.step(of: side)
    return Region(
      centre: SIMD2(Self.rounded(centre.x, step), Self.rounded(centre.y, step)), side: side, rotation: (rotation * 128).rounded() / 128)
  }

  /// Returns the grid step in pixels. It is the largest power of two that is at most a 128th of the side, limited to
  /// 1/16...1.
  private static func step(of side: Float) -> Float {
    let power = Float(sign: .plus, exponent: (side / 128).exponent, significand: 1)
    return min(1, max(1 / 16, power))
  }

  private static func rounded(_ x: Float, _ step: Float) -> Float { (x / step).rounded(.toNearestOrAwayFromZero) * step }

  /// Smallest upright box around the square, in pixels.
  package var box: Box {
    let reach = side / 2 * (abs(cos(rotation)) + abs(sin(rotation)))
    return Box(minX: centre.x - reach, minY: centre.y - reach, maxX: centre.x + reach, maxY: centre.y + reach)
  }

  /// Boxes in which this hand and its forearm may move.
  /// The first is the square's box; the other three lie below the wrist, each three quarters of a side further. A
  /// forearm is about two hands long, and the square about two hands wide.
  package var reachOfArm: [Box] {
    (0..<4).map { step in
      var part = self
      part.centre += SIMD2(-sin(rotation), cos(rotation)) * (0.75 * side * Float(step))
      return part.box
    }
  }
}

/// A palm found by the palm model, in pixels.
package struct Palm: Sendable {
  /// The model's score, 0...1.
  package var score: Float
  /// Box around the palm without its fingers.
  package var box: Box
  /// The seven keypoints of the palm. They are wrist, index MCP, middle MCP, ring MCP, little MCP, thumb CMC, thumb
  /// MCP.
  package var keypoints: [SIMD2<Float>]

  /// A palm with its score, its box and its seven keypoints.
  package init(score: Float, box: Box, keypoints: [SIMD2<Float>]) {
    self.score = score
    self.box = box
    self.keypoints = keypoints
  }
}

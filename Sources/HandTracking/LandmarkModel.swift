import Camera
import Foundation
import Hands

/// Finds the 21 landmarks of the hand in a region with MediaPipe's landmark model (input 224x224).
package final class LandmarkModel: Sendable {
  static let inputSize = 224
  /// MediaPipe's `normalize_z`: depth comes 0.4 times as large as the other two coordinates.
  static let depthScale: Float = 0.4

  private let model: any InferenceModel
  private let leastOfKnuckles: Float

  /// - Parameters:
  ///   - model: with one input and four outputs.
  ///   - leastOfKnuckles: how tight the square of the next frame may be (`ModelSize.leastOfKnuckles`).
  package init(_ model: any InferenceModel, leastOfKnuckles: Float = 0) {
    self.model = model
    self.leastOfKnuckles = leastOfKnuckles
  }

  /// What the model says of a region.
  package struct Answer: Sendable {
    /// In pixels of the picture as the player sees it.
    package var points: [SIMD2<Float>]
    package var landmarks: Landmarks
    /// In metres from the hand's centre, axes of the picture as the player sees it.
    package var world: Landmarks
    /// Belief that there is a hand, 0...1.
    package var presence: Float
    /// Belief that it is a right hand in a mirrored picture, 0...1 (the model's number is of the left one: the first of its two labels).
    package var rightness: Float
    /// Where to look for this hand in the next frame.
    package var next: Region

    /// Every field as it is described here. - Parameter next: nil: MediaPipe's square around the points.
    package init(
      points: [SIMD2<Float>], landmarks: Landmarks, world: Landmarks, presence: Float, rightness: Float, next: Region? = nil
    ) {
      self.points = points
      self.landmarks = landmarks
      self.world = world
      self.presence = presence
      self.rightness = rightness
      self.next = next ?? Region(landmarks: points)
    }
  }

  /// What the model sees there, on the grid of regions. An answer with what is no number has no presence: no hand is where it cannot be looked for.
  func look(at region: Region, in frame: Frame) throws(TrackerError) -> Answer {
    let region = region.onGrid
    let outputs = try model.run { RegionSampler.sample(frame, region, size: Self.inputSize, border: .replicate, into: $0) }
    let raw = outputs[0]
    let inSpace = outputs[3]
    let c = cos(region.rotation)
    let s = sin(region.rotation)
    let size = SIMD2(Float(frame.width), Float(frame.height))
    var points: [SIMD2<Float>] = []
    points.reserveCapacity(Landmarks.count)
    var landmarks = Landmarks()
    var world = Landmarks()
    // No number as soon as one of them is none.
    var sum: Float = 0
    for i in 0..<Landmarks.count {
      let p = region.point(SIMD2(raw[i * 3], raw[i * 3 + 1]) / Float(Self.inputSize))
      points.append(p)
      let depth = raw[i * 3 + 2] / Float(Self.inputSize) / Self.depthScale * region.side / size.x
      landmarks[i] = Landmark(x: p.x / size.x, y: p.y / size.y, z: depth)
      // The model sees the hand turned upright; its points in space are turned back as the region lies. Mirroring needs nothing of its own: the model
      // saw the picture as the player does.
      let (x, y) = (inSpace[i * 3], inSpace[i * 3 + 1])
      world[i] = Landmark(x: x * c - y * s, y: x * s + y * c, z: inSpace[i * 3 + 2])
      sum += depth + x + y + inSpace[i * 3 + 2]
    }
    let rightness = 1 - outputs[2][0]
    let next = Region(landmarks: points).atLeast(leastOfKnuckles, knucklesOf: points)
    let isReal = (sum + rightness).isFinite && points.allSatisfy(Region.isReal) && next.isReal
    return Answer(
      points: points, landmarks: landmarks, world: world, presence: isReal ? outputs[1][0] : 0, rightness: rightness, next: next)
  }
}

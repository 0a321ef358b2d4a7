import Camera
import Foundation
import GestureFlowAPI
import Hands

/// Finds the 21 landmarks of the hand in a region. It runs MediaPipe's landmark model (input 224x224).
package final class LandmarkModel: Sendable {
  static let inputSize = 224
  /// Scale of the depth, MediaPipe's `normalize_z`. Depth comes 0.4 times as large as the other two coordinates.
  static let depthScale: Float = 0.4

  private let model: any InferenceModel
  private let leastOfKnuckles: Float

  /// - Parameters:
  ///   - model: with one input and four outputs.
  ///   - leastOfKnuckles: least width of the next frame's square (`ModelSize.leastOfKnuckles`).
  package init(_ model: any InferenceModel, leastOfKnuckles: Float = 0) {
    self.model = model
    self.leastOfKnuckles = leastOfKnuckles
  }

  /// The model's results for a region.
  package struct Answer: Sendable {
    /// The landmarks in pixels of the frame as the player sees it.
    package var points: [SIMD2<Float>]
    package var landmarks: Landmarks
    /// The landmarks in metres from the hand's centre. The axes are those of the frame as the player sees it.
    package var world: Landmarks
    /// Probability that the region shows a hand, 0...1.
    package var presence: Float
    /// Probability of a right hand, if the frame is mirrored, 0...1. The model's number is that of the left hand, the
    /// first of its two labels.
    package var rightness: Float
    /// The region of this hand in the next frame.
    package var next: Region

    /// An answer with these fields. - Parameter next: nil: MediaPipe's square around the points.
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

  /// Runs the model on a region, rounded to the grid of regions. An answer with NaN or an infinity gets presence 0: its
  /// region could not be read in the next frame.
  func look(at region: Region, in frame: Frame) throws(Failure) -> Answer {
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
    // NaN or an infinity as soon as one coordinate is one.
    var sum: Float = 0
    for i in 0..<Landmarks.count {
      let p = region.point(SIMD2(raw[i * 3], raw[i * 3 + 1]) / Float(Self.inputSize))
      points.append(p)
      let depth = raw[i * 3 + 2] / Float(Self.inputSize) / Self.depthScale * region.side / size.x
      landmarks[i] = Landmark(x: p.x / size.x, y: p.y / size.y, z: depth)
      // Turn the points in space back to the region's rotation: the model sees the hand upright.
      // Mirroring needs no correction: the model saw the frame as the player does.
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

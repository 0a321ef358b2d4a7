import Camera
import Foundation
import GestureFlowAPI
import Hands

/// Finds palms in a whole frame with MediaPipe's palm model. The model has an input of 192x192, 2016 anchors and 18
/// numbers a palm.
package final class PalmDetector: Sendable {
  static let inputSize = 192
  /// Least score of a palm (MediaPipe uses 0.5). The landmark model's presence later confirms or rejects a weak palm.
  static let leastScore: Float = 0.4
  static let sameOverlap: Float = 0.3

  private let model: any InferenceModel
  private let anchors: [SIMD2<Float>]

  package init(_ model: any InferenceModel) {
    self.model = model
    anchors = Self.makeAnchors()
  }

  /// Returns the SSD anchors. They are the centres of the cells of a 24x24 grid twice and of a 12x12 grid six times.
  /// These are strides 8, 16, 16 and 16, with two anchors a layer.
  package static func makeAnchors() -> [SIMD2<Float>] {
    [(24, 2), (12, 6)].flatMap { grid, times in
      (0..<grid * grid).flatMap { cell in
        let centre = SIMD2((Float(cell % grid) + 0.5) / Float(grid), (Float(cell / grid) + 0.5) / Float(grid))
        return Array(repeating: centre, count: times)
      }
    }
  }

  /// How the frame lies in the model's square. `whole` fills the square and shows small palms.
  /// `half` puts the frame into the middle at half its size, with its edge pixels repeated outwards. It shows hands
  /// that are too near for the model (7 of the 9 hands that `whole` misses on the finger-counting photos).
  package enum View: Sendable { case whole, half }

  /// Returns all palms of the frame, the highest score first.
  package func find(in frame: Frame, view: View = .whole) throws(Failure) -> [Palm] {
    var region = Region.whole(width: frame.width, height: frame.height)
    if view == .half { region.side *= 2 }
    let border: RegionSampler.Border = view == .whole ? .black : .replicate
    let outputs = try model.run { RegionSampler.sample(frame, region, size: Self.inputSize, border: border, into: $0) }
    let raw = outputs[0]
    let scores = outputs[1]
    let least = log(Self.leastScore / (1 - Self.leastScore))
    var found: [Palm] = []
    for i in 0..<anchors.count where scores[i] > least {
      let score = 1 / (1 + exp(-min(max(scores[i], -100), 100)))
      func point(_ k: Int) -> SIMD2<Float> {
        region.point(SIMD2(raw[i * 18 + k], raw[i * 18 + k + 1]) / Float(Self.inputSize) + anchors[i])
      }
      let centre = point(0)
      let half = SIMD2(raw[i * 18 + 2], raw[i * 18 + 3]) / Float(Self.inputSize) * region.side / 2
      found.append(
        Palm(
          score: score, box: Box(minX: centre.x - half.x, minY: centre.y - half.y, maxX: centre.x + half.x, maxY: centre.y + half.y),
          keypoints: (0..<7).map { point(4 + $0 * 2) }))
    }
    return Self.merge(found)
  }

  /// Merges boxes of one palm into their mean, weighted by score. This is weighted non-maximum suppression.
  package static func merge(_ palms: [Palm]) -> [Palm] {
    var rest = palms.sorted { $0.score > $1.score }
    var result: [Palm] = []
    while let best = rest.first {
      let same = rest.filter { $0.box.overlap(best.box) > sameOverlap }
      rest.removeAll { $0.box.overlap(best.box) > sameOverlap }
      guard !same.isEmpty else {
        rest.removeFirst()
        continue
      }
      let weight = same.reduce(0) { $0 + $1.score }
      func mean(_ value: (Palm) -> Float) -> Float { same.reduce(0) { $0 + value($1) * $1.score } / weight }
      result.append(
        Palm(
          score: best.score,
          box: Box(minX: mean { $0.box.minX }, minY: mean { $0.box.minY }, maxX: mean { $0.box.maxX }, maxY: mean { $0.box.maxY }),
          keypoints: (0..<7).map { k in SIMD2(mean { $0.keypoints[k].x }, mean { $0.keypoints[k].y }) }))
    }
    return result
  }
}

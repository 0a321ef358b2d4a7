import Foundation
import Gestures
import HandTracking
import Hands
import Perception
import Testing

/// A frame of hands that is written reads back as the same frame.
@Suite struct HandsLineTests {
  private func points(_ scale: Float) -> Landmarks {
    Landmarks((0..<Landmarks.count).map { Landmark(x: Float($0) * scale, y: Float($0) * -scale, z: Float($0 * 2) * scale) })
  }

  @Test func `a frame comes back with its points in space`() throws {
    let hand = Hand(
      id: 7, handedness: .right, handednessScore: 0.75, confidence: 0.5, landmarks: points(0.03125), world: points(0.0078125))
    let frame = HandFrame(index: 3, time: 1.5, aspect: 1.25, hands: [hand])
    let line = try JSONDecoder().decode(HandsLine.self, from: JSONEncoder().encode(HandsLine(frame)))
    let back = line.handFrame(aspect: 9)
    #expect(back.index == 3 && back.time == 1.5 && back.aspect == 1.25)
    let seen = try #require(back.hands.first)
    #expect(seen.id == 7 && seen.handedness == .right && seen.confidence == 0.5)
    let world = try #require(seen.world)
    for k in 0..<Landmarks.count {
      #expect(abs(world[k].x - hand.world![k].x) < 1e-5 && abs(world[k].y - hand.world![k].y) < 1e-5)
      #expect(abs(world[k].z - hand.world![k].z) < 1e-5 && abs(seen.landmarks[k].x - hand.landmarks[k].x) < 1e-5)
    }
  }

  /// The model selects the filters, and filters skip a kept hand. Without both, a session would not replay
  /// exactly.
  @Test func `the model and what was kept come back`() throws {
    let hands = [true, false].enumerated().map { Hand(id: $0, handedness: .left, landmarks: points(0.01), isKept: $1) }
    let frame = HandFrame(index: 0, time: 0, aspect: 1, hands: hands)
    let line = try JSONDecoder().decode(HandsLine.self, from: JSONEncoder().encode(HandsLine(frame, model: .int8)))
    #expect(line.handFrame(aspect: 1).hands.map(\.isKept) == [true, false])
    #expect(line.noise == ModelSize.int8.noise && line.noise != .float)
    let unnamed = HandsLine(frame)
    #expect(unnamed.model == nil && unnamed.noise == .float)
  }

  @Test(arguments: [("exact", .float), ("full", .int8), ("int8", .int8), ("lite", .lite)] as [(String, ModelSize)])
  func `a line may name its model by the old word`(word: String, size: ModelSize) throws {
    let text = "{\"frame\":0,\"t\":0,\"aspect\":1,\"model\":\"\(word)\",\"hands\":[]}"
    #expect(try JSONDecoder().decode(HandsLine.self, from: Data(text.utf8)).noise == size.noise)
  }

  /// Files of MediaPipe and of older sessions do not contain these points.
  @Test func `a line without points in space is read too`() throws {
    let frame = HandFrame(index: 0, time: 0, aspect: 1, hands: [Hand(id: 1, handedness: .left, landmarks: points(0.01))])
    let text = String(decoding: try JSONEncoder().encode(HandsLine(frame)), as: UTF8.self)
    #expect(!text.contains("world"))
    let back = try JSONDecoder().decode(HandsLine.self, from: Data(text.utf8)).handFrame(aspect: 1)
    #expect(back.hands.count == 1 && back.hands[0].world == nil)
  }
}

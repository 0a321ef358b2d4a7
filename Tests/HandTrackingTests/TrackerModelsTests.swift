import Foundation
import HandTracking
import Testing

/// Which models are loaded, and when.
@Suite struct TrackerModelsTests {
  @Test func twoThreadsHaveALandmarkModelEach() throws {
    let one = TrueWorld()
    _ = try one.models(parallel: false)
    #expect(one.loaded == ["palm_detection_full.tflite", "hand_landmark_full.tflite"])
    let two = TrueWorld()
    _ = try two.models(parallel: true)
    #expect(two.loaded == ["palm_detection_full.tflite", "hand_landmark_full.tflite", "hand_landmark_full.tflite"])
  }

  @Test func theModelIsChangedWhileAnotherThreadAsksForItsSize() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64))])
    let models = try world.models(parallel: true)
    let tracker = try HandTracker(models, maxHands: 1)
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == 1)
    let asker = Thread { for _ in 0..<20_000 { _ = models.size } }
    asker.start()
    for i in 1...20 {
      try models.change(to: i % 2 == 1 ? .lite : .full)
      // The hand is followed on without a gap.
      #expect(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.map(\.id) == [1])
    }
    #expect(models.size == .full)
    #expect(world.loaded.count { $0 == "hand_landmark_lite.tflite" } == 20)
  }

  @Test func theSameSizeLoadsNothing() throws {
    let world = TrueWorld()
    let models = try world.models()
    try models.change(to: .full)
    #expect(world.loaded.count == 2 && models.size == .full)
  }
}

import HandTracking
import Hands
import Testing

/// Tests of the palms decoded from the palm model's outputs.
@Suite struct PalmDetectorTests {
  private func palm(_ x: Float, score: Float) -> Palm {
    Palm(
      score: score, box: Box(minX: x - 10, minY: 40, maxX: x + 10, maxY: 60),
      keypoints: (0..<7).map { SIMD2(x, 40 + Float($0)) })
  }

  @Test func `the anchors are those of the model`() {
    let anchors = PalmDetector.makeAnchors()
    #expect(anchors.count == 2016)
    #expect(anchors[0] == SIMD2(0.5 / 24, 0.5 / 24) && anchors[1] == anchors[0] && anchors[2] == SIMD2(1.5 / 24, 0.5 / 24))
    #expect(anchors[1152] == SIMD2(0.5 / 12, 0.5 / 12) && anchors[2015] == SIMD2(11.5 / 12, 11.5 / 12))
  }

  @Test func `boxes of one palm become their mean and others stay`() {
    let merged = PalmDetector.merge([palm(50, score: 0.6), palm(120, score: 0.5), palm(54, score: 0.9)])
    #expect(merged.map(\.score) == [0.9, 0.5])
    // (50 * 0.6 + 54 * 0.9) / 1.5
    #expect(abs(merged[0].keypoints[3].x - 52.4) < 1e-3 && abs(merged[0].box.minX - 42.4) < 1e-3)
    #expect(merged[1].box == palm(120, score: 0.5).box)
    #expect(PalmDetector.merge([]).isEmpty)
  }

  /// A box without an area overlaps nothing, not even itself. It must not cause an endless loop.
  @Test func `a box without an area is left out`() {
    var empty = palm(50, score: 0.9)
    empty.box.maxX = empty.box.minX
    #expect(PalmDetector.merge([empty, palm(120, score: 0.5)]).map(\.score) == [0.5])
  }

  /// The model's outputs are relative to its square input. The palm's coordinates are those of the frame.
  @Test(arguments: [PalmDetector.View.whole, .half])
  func `a palm lies where it is in both views`(view: PalmDetector.View) throws {
    let place = SIMD2<Float>(40, 70)
    let world = TrueWorld([.init(at: place)])
    let detector = PalmDetector(try world.load(ModelFile(path: "palm"), outputs: 2, precision: .single))
    let found = try detector.find(in: TrueWorld.frame(0, at: 0), view: view)
    let palm = try #require(found.first)
    #expect(found.count == 1 && world.palmRuns.map(\.isHalf) == [view == .half])
    #expect(abs(palm.keypoints[2].x - place.x) < 0.01 && abs(palm.keypoints[2].y - place.y) < 0.01)
    #expect(abs(palm.box.maxX - palm.box.minX - 16.8) < 0.01)
    #expect(palm.score > 0.99)
  }
}

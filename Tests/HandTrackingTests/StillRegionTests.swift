import Camera
import HandTracking
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests of keeping landmarks while the frame does not change. They use the performer's frames and need no models.
@Suite struct StillRegionTests {
  private static let rate = StillFrames.rate
  /// Frames of learning the noise and confirming a first result.
  private static let lessons = StillRegion.lessons + 12

  /// Noise of a good, an ordinary and a dim, noisy camera. The unit is full brightness.
  private static let noises: [Float] = Ring.cases([0.012], of: [0.005, 0.012, 0.03])

  @Test(arguments: noises, [false, true])
  func `a resting hand costs a quarter`(noise: Float, coloured: Bool) throws {
    let source = StillFrames.performer(150, noise: noise) { _ in .open }
    let ages = try StillFrames.ages(source) { coloured ? $0 : StillFrames.grey($0) }
    let later = ages.dropFirst(Self.lessons)
    #expect(ages.prefix(StillRegion.lessons).allSatisfy { $0 == 0 }, "nothing is kept before the noise is known")
    #expect(later.max() == StillRegion.mostKept)
    let runs = later.count { $0 == 0 }
    #expect(runs * 100 <= later.count * 30, "\(runs) of \(later.count) frames")
  }

  /// A pinch moves slowly after a rest. The noise is learned in the rest. The speed is a tenth of the hand's size per
  /// second. The landmarks lag by their age.
  @Test(arguments: noises)
  func `a slow pinch lags no more than ten milliseconds`(noise: Float) throws {
    let rest = 1.0
    let source = StillFrames.performer(150, noise: noise) { .pinching(aperture: 0.55 - 0.1 * Float(max(0, $0 - rest))) }
    let ages = try StillFrames.ages(source)
    let moving = ages.dropFirst(Int(rest * Self.rate) + 1)
    let lag = Double(moving.reduce(0, +)) / Double(moving.count) / Self.rate
    #expect(ages.prefix(Int(rest * Self.rate)).contains { $0 > 0 }, "at rest it is kept")
    #expect(lag <= 0.01, "\(lag * 1000) ms")
  }

  /// A far hand before a dim, fast camera. Motion adds up over a time, not over a number of frames. The 10 ms of the
  /// other tests do not apply. The hand is a third as large and the noise two and a half times as strong. So the
  /// finger tips approach by 0.06 pixels a frame, which lies deep in the noise until it has added up.
  @Test func `a fast camera hides a slow pinch no longer`() throws {
    let rate = 60.0
    let source = StillFrames.performer(210, rate: rate, noise: 0.03, size: 0.07) {
      .pinching(aperture: 0.55 - 0.1 * Float(max(0, $0 - 1.5)))
    }
    let ages = try StillFrames.ages(source)
    let moving = ages.dropFirst(Int(1.5 * rate) + 1)
    let lag = Double(moving.reduce(0, +)) / Double(moving.count) / rate
    #expect(ages.prefix(Int(1.5 * rate)).contains { $0 > 0 }, "at rest it is kept")
    #expect(lag <= 0.012, "\(lag * 1000) ms")
  }

  /// The hand never rests. Its motion must not count as noise.
  @Test func `a hand that moves from the first frame is never kept`() throws {
    let ages = try StillFrames.ages(StillFrames.performer(120, noise: 0.012) { .pinching(aperture: 0.55 - 0.1 * Float($0)) })
    let lag = Double(ages.reduce(0, +)) / Double(ages.count) / Self.rate
    #expect(lag <= 0.01, "\(lag * 1000) ms")
  }

  /// Shows the still scene until the next frame would be kept.
  private func settled(
    _ region: Region, mirrored: Bool = false, layout: StillFrames.Layout = .planar
  ) -> (still: StillRegion, next: Int) {
    var still = StillRegion()
    var kept = 0
    for i in 0..<200 {
      let frame = StillFrames.scene(i, mirrored: mirrored, layout: layout)
      if still.keeps(frame) {
        kept += 1
        continue
      }
      still.looked(at: region, in: frame)
      if kept == StillRegion.mostKept { return (still, i + 1) }
      kept = 0
    }
    Issue.record("a still scene is never kept")
    return (still, 200)
  }

  private static let region = Region(centre: SIMD2(64, 64), side: 72, rotation: 0.5)

  @Test(arguments: StillFrames.Layout.allCases, [false, true])
  func `any change anywhere in the region is noticed`(layout: StillFrames.Layout, mirrored: Bool) {
    for (light, colour) in [(25, 0), (-25, 0), (0, 25)] {
      for place in [SIMD2<Float>(0, 0), SIMD2(28, 0), SIMD2(-28, 0), SIMD2(0, 28), SIMD2(0, -28)] {
        var (still, next) = settled(Self.region, mirrored: mirrored, layout: layout)
        var same = still
        let isKept = same.keeps(StillFrames.scene(next, mirrored: mirrored, layout: layout))
        #expect(isKept)
        let p = Self.region.point(place / 72 + 0.5)
        let x = mirrored ? 159 - p.x : p.x
        let patch = (x: Int(x) - 6, y: Int(p.y) - 6)
        let changed = StillFrames.scene(next, patch: patch, light: light, colour: colour, mirrored: mirrored, layout: layout)
        let isKeptAfterAll = still.keeps(changed)
        #expect(!isKeptAfterAll, "\(light) \(colour) at \(place)")
      }
    }
  }

  /// Another camera's frame of the same size, with other rows of colour. It has twice or half as many. The memory at
  /// the old rows does not hold the hand, or does not belong to the frame at all.
  @Test(arguments: [(StillFrames.Layout.planar, StillFrames.Layout.tall), (.tall, .planar)])
  func `a frame that is laid out in another way is not compared`(before: StillFrames.Layout, after: StillFrames.Layout) {
    var (still, next) = settled(Self.region, layout: before)
    let isKept = still.keeps(StillFrames.scene(next, layout: after))
    #expect(!isKept)
  }

  @Test func `changes elsewhere do not matter`() {
    var (still, next) = settled(Region(centre: SIMD2(44, 64), side: 48, rotation: 0))
    let isKept = still.keeps(StillFrames.scene(next, patch: (130, 60), light: 60))
    #expect(isKept)
  }

  /// The light changes equally in the whole region. That is a change, not stronger noise.
  @Test func `a change of the light is noticed`() {
    var (still, next) = settled(Self.region)
    let brighter = StillFrames.scene(next, offset: 8)
    let isKept = still.keeps(brighter)
    #expect(!isKept)
    // A frame of another layout cannot be compared.
    (still, next) = settled(Self.region)
    let isKeptInAnotherLayout = still.keeps(StillFrames.scene(next, layout: .packed))
    #expect(!isKeptInAnotherLayout)
  }

  /// Identical frames tell nothing about the noise. They do not come from a camera.
  @Test func `frames without noise are not kept`() {
    var still = StillRegion()
    for i in 0..<40 {
      let isKept = still.keeps(StillFrames.scene(i, noise: 0))
      #expect(!isKept, "\(i)")
      still.looked(at: Self.region, in: StillFrames.scene(i, noise: 0))
    }
  }

  /// The light changes everywhere at once, and then stays the same. That change is not noise, and must not hide a
  /// change in one place.
  @Test func `a change of the light is not taken for the noise of a frame without any`() {
    var still = StillRegion()
    for i in 0..<60 {
      let frame = StillFrames.scene(i, noise: 0, offset: i < 20 ? 0 : 10)
      if !still.keeps(frame) { still.looked(at: Self.region, in: frame) }
    }
    for i in 60..<80 {
      let changed = StillFrames.scene(i, patch: (i - 10, 58), light: 25, noise: 0, offset: 10)
      let isKept = still.keeps(changed)
      #expect(!isKept, "\(i)")
      still.looked(at: Self.region, in: changed)
    }
  }

  /// A near hand in a noisy frame moves away. The noise drops. So few blocks then show the hand that some ranges of
  /// brightness are not measured any more.
  @Test func `noise learned of a large region does not hide changes in a small one`() {
    var still = StillRegion()
    for i in 0..<60 {
      let frame = StillFrames.scene(i, noise: i < 30 ? 12 : 2)
      if !still.keeps(frame) {
        still.looked(at: Region(centre: SIMD2(80, 64), side: i < 30 ? 120 : 40, rotation: 0), in: frame)
      }
    }
    for i in 60..<70 {
      let changed = StillFrames.scene(i, patch: (74 + i % 2 * 3, 58), light: 6, noise: 2)
      let isKept = still.keeps(changed)
      #expect(!isKept, "\(i)")
      still.looked(at: Region(centre: SIMD2(80, 64), side: 40, rotation: 0), in: changed)
    }
  }

  @Test func `a region beyond the frame is never kept`() {
    for region in [
      Region(centre: SIMD2(-200, 64), side: 72, rotation: 0), Region(centre: SIMD2(.nan, 0), side: 72, rotation: 0),
      Region(centre: SIMD2(64, 64), side: .infinity, rotation: 0), Region(centre: SIMD2(64, 64), side: 0, rotation: 0),
    ] {
      var still = StillRegion()
      for i in 0..<30 {
        let isKept = still.keeps(StillFrames.scene(i))
        #expect(!isKept)
        still.looked(at: region, in: StillFrames.scene(i))
      }
    }
  }
}

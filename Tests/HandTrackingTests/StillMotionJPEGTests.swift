import Camera
import HandTracking
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests of a still hand with a Motion JPEG camera. Most USB cameras send this format. Coding makes the noise uneven,
/// and the tracker must still notice a finger that moves.
@Suite struct StillMotionJPEGTests {
  private static let size = (width: 640, height: 480)
  /// JPEG qualities. `noises` are those of a good and of an ordinary sensor, as a share of full brightness.
  private static let qualities = Ring.cases([75], of: [90, 75, 50])
  private static let noises: [Float] = Ring.cases([0.012], of: [0.005, 0.012])

  /// Returns the share of frames whose landmarks are kept. It leaves out the frames in which the noise is learned.
  /// The best share is three quarters.
  private func kept(_ source: VirtualPerformer, _ camera: MotionJPEGFrames) throws -> Double {
    let ages = try StillFrames.ages(source) { try #require(camera.sent($0)) }
    let later = ages.dropFirst(StillRegion.lessons + 12)
    #expect(ages.max() == StillRegion.mostKept)
    return Double(later.count { $0 > 0 }) / Double(later.count)
  }

  @Test(arguments: qualities, noises)
  func `a resting hand is kept`(quality: Int, noise: Float) throws {
    let camera = MotionJPEGFrames(Self.size, quality: quality)
    let share = try kept(StillFrames.performer(150, noise: noise) { _ in .open }, camera)
    print("still hand, JPEG of quality \(quality), noise \(noise): \(camera.bytes) bytes, \(share) kept")
    #expect(share >= (quality == 90 ? 0.6 : 0.5), "\(share)")
  }

  /// A sensor's colours are noisy, too. Coding removes even more of this noise.
  @Test(arguments: qualities)
  func `noisy colours are not a reason to look`(quality: Int) throws {
    let camera = MotionJPEGFrames(Self.size, quality: quality, colourNoise: 0.006 * 224)
    let share = try kept(StillFrames.performer(150, noise: 0.012) { _ in .open }, camera)
    print("still hand, JPEG of quality \(quality), noisy colours: \(camera.bytes) bytes, \(share) kept")
    #expect(share >= 0.35, "\(share)")
  }

  /// A pinch moves slowly after a rest. Its speed is a tenth of the hand's size per second. The frames have no
  /// colours, as in `StillRegionTests`.
  @Test(arguments: qualities, noises)
  func `a slow pinch lags no more than ten milliseconds`(quality: Int, noise: Float) throws {
    let rest = 1.0
    let camera = MotionJPEGFrames(Self.size, quality: quality)
    let source = StillFrames.performer(150, noise: noise) { .pinching(aperture: 0.55 - 0.1 * Float(max(0, $0 - rest))) }
    let ages = try StillFrames.ages(source) { StillFrames.grey(try #require(camera.sent($0))) }
    let moving = ages.dropFirst(Int(rest * StillFrames.rate) + 1)
    let lag = Double(moving.reduce(0, +)) / Double(moving.count) / StillFrames.rate
    #expect(ages.prefix(Int(rest * StillFrames.rate)).contains { $0 > 0 }, "at rest it is kept")
    #expect(lag <= 0.01, "\(lag * 1000) ms")
  }

  /// Motion from the first frame on is not uneven noise. It hardly reaches the blocks that change least.
  @Test(arguments: qualities)
  func `a hand that moves from the first frame is never kept`(quality: Int) throws {
    let camera = MotionJPEGFrames(Self.size, quality: quality)
    let source = StillFrames.performer(120, noise: 0.012) { .pinching(aperture: 0.55 - 0.1 * Float($0)) }
    let ages = try StillFrames.ages(source) { StillFrames.grey(try #require(camera.sent($0))) }
    let lag = Double(ages.reduce(0, +)) / Double(ages.count) / StillFrames.rate
    #expect(lag <= 0.01, "\(lag * 1000) ms")
  }

  /// A patch as large as a finger tip changes. The change is in brightness or in colour, anywhere in the region. With
  /// worse coding or weaker noise, hardly a frame of so small a scene is kept.
  @Test(arguments: [90, 75])
  func `any change anywhere in the region is noticed`(quality: Int) throws {
    let camera = MotionJPEGFrames((160, 128), quality: quality, colourNoise: 4)
    let region = Region(centre: SIMD2(64, 64), side: 72, rotation: 0.5)
    func sent(_ frame: Frame) throws -> Frame { try #require(camera.sent(frame)) }
    var still = StillRegion()
    var kept = 0
    var next = 0
    // Show the still scene until the longest run of kept frames ends. Then the model runs.
    while next < 200 {
      let frame = try sent(StillFrames.scene(next, noise: 6))
      next += 1
      if still.keeps(frame) {
        kept += 1
        continue
      }
      still.looked(at: region, in: frame)
      if kept == StillRegion.mostKept, next > 40 { break }
      kept = 0
    }
    // Find a frame that is kept. The change must be the only reason to reject it.
    let same = try (next..<next + 20).first { index in
      var asked = still
      return asked.keeps(try sent(StillFrames.scene(index, noise: 6)))
    }
    let index = try #require(same, "a still scene is never kept")
    for (light, colour) in [(25, 0), (-25, 0), (0, 25)] {
      for place in [SIMD2<Float>(0, 0), SIMD2(28, 0), SIMD2(-28, 0), SIMD2(0, 28), SIMD2(0, -28)] {
        let p = region.point(place / 72 + 0.5)
        let changed = try sent(StillFrames.scene(index, patch: (Int(p.x) - 6, Int(p.y) - 6), light: light, colour: colour, noise: 6))
        var asked = still
        let isKept = asked.keeps(changed)
        #expect(!isKept, "\(light) \(colour) at \(place)")
      }
    }
  }
}

import Camera
import HandTracking
import Hands
import Performer
import Testing

/// When landmarks may be kept because the picture has not changed, on the performer's pictures; no models are needed.
@Suite struct StillRegionTests {
  private static let rate = 30.0
  /// Frames in which the noise is learned and a first answer is confirmed.
  private static let lessons = StillRegion.lessons + 12

  /// A right hand whose pose is computed for each frame.
  private func performer(
    _ frames: Int, rate: Double = rate, noise: Float, light: Float = 1, size: Float = 0.22, _ pose: (Double) -> HandPose
  ) -> VirtualPerformer {
    var stage = Stage()
    stage.noise = noise
    stage.light = light
    let keys = (0...frames).map { i in
      (time: Double(i) / rate, hand: PosedHand(.right, pose(Double(i) / rate), wrist: SIMD2(0.66, 0.78), size: size))
    }
    let script = Choreography(name: "still", duration: Double(frames + 1) / rate, parts: [HandPart(keys)], stage: stage)
    return VirtualPerformer(script, rate: rate, live: false, seconds: Double(frames) / rate)
  }

  /// The picture without its colours: the performer's have no noise, which makes changes of colour too easy to see.
  private func grey(_ frame: Frame) -> Frame {
    let bytes = (0..<frame.height).flatMap { row in
      UnsafeBufferPointer(start: frame.luma.start + row * frame.luma.stride, count: frame.width)
    }
    return Frame.of(
      bytes: bytes, width: frame.width, height: frame.height, luma: PlaneLayout(stride: frame.width), fullRange: frame.fullRange,
      orientation: Frame.Orientation(flip: frame.mirrored), index: frame.index, time: frame.time)
  }

  /// For each frame, how long ago the model ran last, in frames; it looks where the hand truly is.
  private func ages(_ source: VirtualPerformer, coloured: Bool = false) throws -> [Int] {
    var still = StillRegion()
    var ages: [Int] = []
    while case .frame(let picture) = source.next(timeout: 1) {
      let frame = coloured ? picture : grey(picture)
      if still.keeps(frame) {
        ages.append(ages[ages.count - 1] + 1)
      } else {
        let truth = try #require(source.truth(of: frame.index).first).landmarks
        let size = SIMD2(Float(frame.width), Float(frame.height))
        still.looked(at: Region(landmarks: (0..<Landmarks.count).map { SIMD2(truth[$0].x, truth[$0].y) * size }), in: frame)
        ages.append(0)
      }
    }
    return ages
  }

  /// Noise of an ordinary and of a dim, noisy camera, of 1.
  private static let noises: [Float] = [0.005, 0.012, 0.03]

  @Test(arguments: noises, [false, true])
  func aRestingHandCostsAQuarter(noise: Float, coloured: Bool) throws {
    let ages = try ages(performer(150, noise: noise) { _ in .open }, coloured: coloured)
    let later = ages.dropFirst(Self.lessons)
    #expect(ages.prefix(StillRegion.lessons).allSatisfy { $0 == 0 }, "nothing is kept before the noise is known")
    #expect(later.max() == StillRegion.mostKept)
    let runs = later.count { $0 == 0 }
    #expect(runs * 100 <= later.count * 30, "\(runs) of \(later.count) frames")
  }

  /// A tenth of a hand's size a second, after a rest in which the noise is learned: the landmarks lag by their age.
  @Test(arguments: noises)
  func aSlowPinchLagsNoMoreThanTenMilliseconds(noise: Float) throws {
    let rest = 1.0
    let ages = try ages(performer(150, noise: noise) { .pinching(aperture: 0.55 - 0.1 * Float(max(0, $0 - rest))) })
    let moving = ages.dropFirst(Int(rest * Self.rate) + 1)
    let lag = Double(moving.reduce(0, +)) / Double(moving.count) / Self.rate
    #expect(ages.prefix(Int(rest * Self.rate)).contains { $0 > 0 }, "at rest it is kept")
    #expect(lag <= 0.01, "\(lag * 1000) ms")
  }

  /// A far hand before a dim, fast camera: what adds up is what moves in a time, and not in a number of frames.
  @Test func aFastCameraHidesASlowPinchNoLonger() throws {
    let rate = 60.0
    let ages = try ages(performer(210, rate: rate, noise: 0.03, size: 0.07) { .pinching(aperture: 0.55 - 0.1 * Float(max(0, $0 - 1.5))) })
    let moving = ages.dropFirst(Int(1.5 * rate) + 1)
    let lag = Double(moving.reduce(0, +)) / Double(moving.count) / rate
    #expect(ages.prefix(Int(1.5 * rate)).contains { $0 > 0 }, "at rest it is kept")
    #expect(lag <= 0.012, "\(lag * 1000) ms")
  }

  /// The hand never rests: what it does is not taken for noise.
  @Test func aHandThatMovesFromTheFirstFrameIsNeverKept() throws {
    let ages = try ages(performer(120, noise: 0.012) { .pinching(aperture: 0.55 - 0.1 * Float($0)) })
    let lag = Double(ages.reduce(0, +)) / Double(ages.count) / Self.rate
    #expect(lag <= 0.01, "\(lag * 1000) ms")
  }

  /// A still scene with noise; a patch of 12 x 12 pixels may differ, in brightness or in colour alone, and all of it by `offset`.
  private func scene(
    _ index: Int, patch: (x: Int, y: Int)? = nil, light: Int = 0, colour: Int = 0, noise: Int = 3, offset: Int = 0, mirrored: Bool = false,
    layout: Layout = .planar
  ) -> Frame {
    let (width, height) = (160, 128)
    var random = SplitMix(seed: UInt64(index + 1))
    func inside(_ x: Int, _ y: Int) -> Bool { patch.map { x >= $0.x && x < $0.x + 12 && y >= $0.y && y < $0.y + 12 } ?? false }
    func luma(_ x: Int, _ y: Int) -> UInt8 {
      let off = noise == 0 ? 0 : Int(random.next() % UInt64(2 * noise + 1)) - noise
      return UInt8(60 + x / 2 + offset + off + (inside(x, y) ? light : 0))
    }
    func chroma(_ x: Int, _ y: Int) -> UInt8 { UInt8(120 + (inside(x, y) ? colour : 0)) }
    var bytes: [UInt8] = []
    let orientation = Frame.Orientation(flip: mirrored)
    switch layout {
    case .planar:
      for y in 0..<height { for x in 0..<width { bytes.append(luma(x, y)) } }
      for _ in 0..<2 {
        for y in stride(from: 0, to: height, by: 2) { for x in stride(from: 0, to: width, by: 2) { bytes.append(chroma(x, y)) } }
      }
      let plane = { PlaneLayout(offset: width * height + $0 * width * height / 4, stride: width / 2, shiftX: 1, shiftY: 1) }
      return Frame.of(
        bytes: bytes, width: width, height: height, luma: PlaneLayout(stride: width), chroma: (plane(0), plane(1)),
        orientation: orientation,
        index: index, time: Double(index) / 30)
    case .packed:
      for y in 0..<height { for x in 0..<width { bytes += [luma(x, y), chroma(x, y)] } }
      let plane = { PlaneLayout(offset: 1 + 2 * $0, stride: 2 * width, step: 4, shiftX: 1) }
      return Frame.of(
        bytes: bytes, width: width, height: height, luma: PlaneLayout(stride: 2 * width, step: 2), chroma: (plane(0), plane(1)),
        orientation: orientation, index: index, time: Double(index) / 30)
    }
  }
  enum Layout: CaseIterable, Sendable { case planar, packed }

  /// Sees the still scene until landmarks would be kept in the next frame, too.
  private func settled(_ region: Region, mirrored: Bool = false, layout: Layout = .planar) -> (still: StillRegion, next: Int) {
    var still = StillRegion()
    var kept = 0
    for i in 0..<200 {
      let picture = scene(i, mirrored: mirrored, layout: layout)
      if still.keeps(picture) {
        kept += 1
        continue
      }
      still.looked(at: region, in: picture)
      if kept == StillRegion.mostKept { return (still, i + 1) }
      kept = 0
    }
    Issue.record("a still scene is never kept")
    return (still, 200)
  }

  private static let region = Region(centre: SIMD2(64, 64), side: 72, rotation: 0.5)

  @Test(arguments: Layout.allCases, [false, true])
  func anyChangeAnywhereInTheRegionIsNoticed(layout: Layout, mirrored: Bool) {
    for (light, colour) in [(25, 0), (-25, 0), (0, 25)] {
      for place in [SIMD2<Float>(0, 0), SIMD2(28, 0), SIMD2(-28, 0), SIMD2(0, 28), SIMD2(0, -28)] {
        var (still, next) = settled(Self.region, mirrored: mirrored, layout: layout)
        var same = still
        let isKept = same.keeps(scene(next, mirrored: mirrored, layout: layout))
        #expect(isKept)
        let p = Self.region.point(place / 72 + 0.5)
        let x = mirrored ? 159 - p.x : p.x
        let changed = scene(next, patch: (Int(x) - 6, Int(p.y) - 6), light: light, colour: colour, mirrored: mirrored, layout: layout)
        let isKeptAfterAll = still.keeps(changed)
        #expect(!isKeptAfterAll, "\(light) \(colour) at \(place)")
      }
    }
  }

  @Test func whatChangesElsewhereIsNoMatter() {
    var (still, next) = settled(Region(centre: SIMD2(44, 64), side: 48, rotation: 0))
    let isKept = still.keeps(scene(next, patch: (130, 60), light: 60))
    #expect(isKept)
  }

  /// The light changes in all of the region alike: that is a change, and not more noise.
  @Test func aChangeOfTheLightIsNoticed() {
    var (still, next) = settled(Self.region)
    let brighter = scene(next, offset: 8)
    let isKept = still.keeps(brighter)
    #expect(!isKept)
    // Of another size, or after a picture of another layout, nothing can be compared.
    (still, next) = settled(Self.region)
    let isKeptInAnotherLayout = still.keeps(scene(next, layout: .packed))
    #expect(!isKeptInAnotherLayout)
  }

  /// Nothing is known of the noise of pictures that are the same to the last bit: they are no camera's.
  @Test func picturesWithoutNoiseAreNotKept() {
    var still = StillRegion()
    for i in 0..<40 {
      let isKept = still.keeps(scene(i, noise: 0))
      #expect(!isKept, "\(i)")
      still.looked(at: Self.region, in: scene(i, noise: 0))
    }
  }

  /// The light changes everywhere at once, and then nothing does: what was seen then was no noise, and must not hide what changes in one place.
  @Test func aChangeOfTheLightIsNotTakenForTheNoiseOfAPictureWithoutAny() {
    var still = StillRegion()
    for i in 0..<60 {
      let picture = scene(i, noise: 0, offset: i < 20 ? 0 : 10)
      if !still.keeps(picture) { still.looked(at: Self.region, in: picture) }
    }
    for i in 60..<80 {
      let changed = scene(i, patch: (i - 10, 58), light: 25, noise: 0, offset: 10)
      let isKept = still.keeps(changed)
      #expect(!isKept, "\(i)")
      still.looked(at: Self.region, in: changed)
    }
  }

  /// A hand that was near in a noisy picture is far away in a quiet one: so few blocks show it that not each range of brightness is followed any more.
  @Test func whatWasLearnedOfALargeRegionDoesNotHideChangesInASmallOne() {
    var still = StillRegion()
    for i in 0..<60 {
      let picture = scene(i, noise: i < 30 ? 12 : 2)
      if !still.keeps(picture) {
        still.looked(at: Region(centre: SIMD2(80, 64), side: i < 30 ? 120 : 40, rotation: 0), in: picture)
      }
    }
    for i in 60..<70 {
      let changed = scene(i, patch: (74 + i % 2 * 3, 58), light: 6, noise: 2)
      let isKept = still.keeps(changed)
      #expect(!isKept, "\(i)")
      still.looked(at: Region(centre: SIMD2(80, 64), side: 40, rotation: 0), in: changed)
    }
  }

  @Test func aRegionBeyondThePictureIsNeverKept() {
    for region in [
      Region(centre: SIMD2(-200, 64), side: 72, rotation: 0), Region(centre: SIMD2(.nan, 0), side: 72, rotation: 0),
      Region(centre: SIMD2(64, 64), side: .infinity, rotation: 0), Region(centre: SIMD2(64, 64), side: 0, rotation: 0),
    ] {
      var still = StillRegion()
      for i in 0..<30 {
        let isKept = still.keeps(scene(i))
        #expect(!isKept)
        still.looked(at: region, in: scene(i))
      }
    }
  }
}

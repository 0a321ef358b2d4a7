import Camera
import HandTracking
import Hands
import SyntheticHands
import Testing

/// Frames in which little or nothing moves, and their results. They need no models.
enum StillFrames {
  static let rate = 30.0

  /// Returns a performer with a right hand. Its pose is computed for each frame.
  static func performer(
    _ frames: Int, rate: Double = rate, noise: Float, light: Float = 1, size: Float = 0.22, _ pose: (Double) -> HandPose
  ) -> VirtualPerformer {
    var scenery = Scenery()
    scenery.noise = noise
    scenery.light = light
    let keys = (0...frames).map { i in
      (time: Double(i) / rate, hand: PosedHand(.right, pose(Double(i) / rate), wrist: SIMD2(0.66, 0.78), size: size))
    }
    let script = Choreography(name: "still", duration: Double(frames + 1) / rate, parts: [HandPart(keys)], scenery: scenery)
    return VirtualPerformer(script, rate: rate, live: false, seconds: Double(frames) / rate)
  }

  /// Returns the frame without its colours. The performer's colours have no noise, so a change of colour would be too
  /// easy to see.
  static func grey(_ frame: Frame) -> Frame {
    let bytes = (0..<frame.height).flatMap { row in
      UnsafeBufferPointer(start: frame.luma.start + row * frame.luma.stride, count: frame.width)
    }
    return Frame.of(
      bytes: bytes, width: frame.width, height: frame.height, luma: PlaneLayout(stride: frame.width), fullRange: frame.fullRange,
      orientation: Frame.Orientation(flip: frame.mirrored), index: frame.index, time: frame.time)
  }

  /// Returns for each frame the age of the last model run. The age is in frames. The model runs on the true region of
  /// the hand.
  /// - Parameter camera: turns the performer's frame into the camera's.
  static func ages(_ source: VirtualPerformer, _ camera: (Frame) throws -> Frame = grey) throws -> [Int] {
    var still = StillRegion()
    var ages: [Int] = []
    while case .frame(let drawn) = source.next(timeout: 1) {
      let frame = try camera(drawn)
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

  /// Layout of the colours. They are in planes of half the rows or of all rows, or packed between the luma samples.
  enum Layout: CaseIterable, Sendable { case planar, tall, packed }

  /// Returns a still scene with noise. A patch of 12 x 12 pixels may differ, in brightness or in colour alone. The
  /// whole scene is brighter by `offset`.
  static func scene(
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
    case .planar, .tall:
      let down = layout == .planar ? 1 : 0
      for y in 0..<height { for x in 0..<width { bytes.append(luma(x, y)) } }
      for _ in 0..<2 {
        for y in stride(from: 0, to: height, by: 1 << down) { for x in stride(from: 0, to: width, by: 2) { bytes.append(chroma(x, y)) } }
      }
      let plane = { PlaneLayout(offset: width * height + $0 * (width / 2) * (height >> down), stride: width / 2, shiftX: 1, shiftY: down) }
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
}

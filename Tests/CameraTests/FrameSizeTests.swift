import Camera
import Testing

/// Tests of JPEGs with a size other than the granted one. A frame has its JPEG's own size, and a single damaged
/// header does not change it.
@Suite struct FrameSizeTests {
  /// Returns the bytes of a JPEG: left half dark, right half light and red.
  private func jpeg(_ width: Int, _ height: Int) -> [UInt8] { TestFrames.jpeg(width: width, height: height) }

  private func camera(_ device: FakeDevice) -> V4L2Camera {
    V4L2Camera("/dev/double", orientation: .asFilmed, device: device, clock: { device.seconds })
  }

  private func next(_ camera: V4L2Camera, _ device: FakeDevice, _ frame: [UInt8]) -> Frame? {
    device.change { $0.frame = frame }
    if case .frame(let frame) = camera.next(timeout: 0) { return frame } else { return nil }
  }

  private func isRight(_ frame: Frame?, _ width: Int, _ height: Int) -> Bool {
    guard let frame, frame.width == width, frame.height == height else { return false }
    let at = TestFrames.at
    return [0, height - 1].allSatisfy { y in
      abs(at(frame.luma, 0, y) - 60) <= 4 && abs(at(frame.luma, width - 1, y) - 180) <= 4
        && (frame.chroma.map { abs(at($0.v, width - 1, y) - 170) <= 4 } ?? false)
    }
  }

  @Test(arguments: [(96, 64), (32, 48), (64, 96), (640, 480)])
  func `a camera that sends another size than it granted is taken with its own`(width: Int, height: Int) {
    let device = FakeDevice("MJPG", frame: [])
    let camera = camera(device)
    let frame = jpeg(width, height)
    #expect(next(camera, device, frame) == nil, "one alone may be a damaged header")
    for _ in 0..<3 { #expect(isRight(next(camera, device, frame), width, height)) }
    #expect(camera.damage == FrameDamage(refused: 1), "it is told once")
    #expect(camera.format?.width == width && camera.format?.height == height)
  }

  @Test func `one frame of another size is refused and the others go on`() {
    let device = FakeDevice("MJPG", frame: [])
    let camera = camera(device)
    for _ in 0..<3 {
      #expect(isRight(next(camera, device, jpeg(64, 48)), 64, 48))
      #expect(next(camera, device, jpeg(96, 64)) == nil)
    }
    #expect(camera.damage == FrameDamage(refused: 3) && camera.format?.width == 64)
  }

  /// Readers may still hold a frame of the earlier size.
  @Test func `a size that changes and changes back leaves earlier frames as they are`() {
    let device = FakeDevice("MJPG", frame: [])
    let camera = camera(device)
    var kept: [(frame: Frame?, width: Int, height: Int)] = []
    for (width, height) in [(64, 48), (128, 96), (64, 48), (32, 32)] {
      for _ in 0..<3 {
        if let frame = next(camera, device, jpeg(width, height)) { kept.append((frame, width, height)) }
      }
    }
    #expect(kept.count == 3 + 2 + 2 + 2 && camera.damage == FrameDamage(refused: 3))
    for (frame, width, height) in kept { #expect(isRight(frame, width, height)) }
  }

  @Test func `an impossible size is never taken and is reported with its numbers`() {
    let device = FakeDevice("MJPG", frame: jpeg(16, 16))
    let clock = TestClock()
    let camera = V4L2Camera("/dev/double", device: device, clock: { clock.seconds })
    var told = CameraEvents()
    for _ in 0..<25 {
      told.take(camera.next(timeout: 0))
      clock.advance(0.1)
    }
    #expect(told.letters == "L", "\(told)")
    #expect(told.last?.reason.hasSuffix("only damaged ones (16x16 pixels in place of MJPG 64x48)") == true, "\(told)")
  }
}

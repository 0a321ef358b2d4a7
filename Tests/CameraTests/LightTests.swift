import Camera
import Testing

@Suite struct LightTests {
  /// Returns the light of a grey frame of 64 x 48 with these pixels.
  private func look(_ pixel: (Int, Int) -> UInt8) -> Light? {
    let pixels = (0..<48).flatMap { y in (0..<64).map { x in pixel(x, y) } }
    let camera = V4L2Camera("/dev/double", device: FakeDevice("GREY", frame: pixels), clock: { 100 })
    guard case .frame(let frame) = camera.next(timeout: 0.01) else { return nil }
    return Light(of: frame)
  }

  @Test(arguments: [(10, "tooDark"), (25, "tooDark"), (60, "good"), (128, "good"), (200, "good"), (235, "tooBright"), (255, "tooBright")])
  func `even light is judged by its mean`(value: Int, verdict: String) throws {
    let light = try #require(look { _, _ in UInt8(value) })
    #expect(light.verdict.rawValue == verdict && abs(light.mean - Double(value) / 255) < 0.01)
  }

  /// A window behind a person gives a medium mean, but hands are invisible.
  @Test func `a window behind the player is backlight`() throws {
    let light = try #require(look { x, _ in x < 32 ? 20 : 250 })
    #expect(light.verdict == .backlit && light.dark == 0.5 && light.bright == 0.5)
  }

  @Test func `a lamp in a dim room is not backlight`() throws {
    let light = try #require(look { x, y in x < 16 && y < 16 ? 255 : 90 })
    #expect(light.verdict == .good)
  }

  /// The mean is that of a good frame.
  @Test func `bright things before a dark wall are too bright when they are clipped`() throws {
    let clipped = try #require(look { x, _ in x < 32 ? 255 : 50 })
    #expect(clipped.verdict == .tooBright && clipped.clipped == 0.5 && clipped.mean < 0.6)
    let white = try #require(look { x, _ in x < 32 ? 245 : 50 })
    #expect(white.verdict == .good && white.clipped == 0 && white.bright == 0.5, "a white table")
  }

  /// With video levels, 16 is black and 235 is white.
  @Test func `video levels are stretched`() throws {
    let camera = V4L2Camera(
      "/dev/double", device: FakeDevice("NV12", frame: [UInt8](repeating: 16, count: 64 * 48 * 3 / 2)), clock: { 100 })
    guard case .frame(let frame) = camera.next(timeout: 0.01) else { Issue.record("no frame"); return }
    #expect(frame.meanLight == 0)
  }
}

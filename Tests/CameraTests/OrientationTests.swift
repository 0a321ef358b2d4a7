import Camera
import Testing

/// Tests of `camera.mirror`: the frame is the player's mirror image either way, and readers know it.
@Suite struct OrientationTests {
  private func delivered(mirror: Bool) -> Frame? {
    let device = FakeDevice("GREY", frame: TestFrames.raw("GREY"))
    guard
      case .frame(let frame) = V4L2Camera("/dev/double", orientation: .camera(mirror: mirror), device: device, clock: { 100 }).next(
        timeout: 0)
    else { return nil }
    return frame
  }

  @Test func `an ordinary camera is mirrored once`() throws {
    let frame = try #require(delivered(mirror: true))
    #expect(frame.mirrored && frame.isSelfie)
  }

  @Test func `a camera that mirrors itself is read as it is and still shows a mirror image`() throws {
    let frame = try #require(delivered(mirror: false))
    #expect(!frame.mirrored && frame.isSelfie)
  }

  @Test func `a repeated frame keeps its orientation`() throws {
    let frame = try #require(delivered(mirror: false))
    let again = frame.repeated(index: 7, time: 3)
    #expect(again.mirrored == frame.mirrored && again.isSelfie == frame.isSelfie && again.index == 7 && again.time == 3)
  }
}

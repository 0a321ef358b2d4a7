import CTurboJPEG
import Camera
import Foundation
import Testing

/// The frame is the same for every format and row padding.
@Suite struct FrameFormatTests {
  private func delivered(_ device: FakeDevice) -> Frame? {
    let camera = V4L2Camera("/dev/double", orientation: .asFilmed, device: device, clock: { 100 })
    guard case .frame(let frame) = camera.next(timeout: 0.01) else { return nil }
    return frame
  }

  private func isRight(_ frame: Frame, chroma: Bool = true) -> Bool {
    let at = TestFrames.at
    // Corners are checked, too: they show a wrong stride or sampling first.
    for (x, y) in [(0, 0), (10, 20), (28, 47), (0, 47)] where abs(at(frame.luma, x, y) - 60) > 4 { return false }
    for (x, y) in [(63, 0), (50, 40), (36, 47), (63, 47)] where abs(at(frame.luma, x, y) - 180) > 4 { return false }
    guard chroma else { return frame.chroma == nil }
    guard let (u, v) = frame.chroma else { return false }
    for (x, y) in [(0, 0), (10, 20), (20, 47)] where abs(at(v, x, y) - 128) > 4 { return false }
    for (x, y) in [(63, 0), (50, 40), (63, 47)] where abs(at(v, x, y) - 170) > 4 || abs(at(u, x, y) - 128) > 4 { return false }
    return true
  }

  @Test(arguments: ["GREY", "YUYV", "NV12", "YU12", "BGR3"])
  func `every raw format gives the same frame`(fourcc: String) throws {
    let frame = try #require(delivered(FakeDevice(fourcc, frame: TestFrames.raw(fourcc))))
    #expect(isRight(frame, chroma: fourcc != "GREY"))
  }

  /// Rows are longer than the frame is wide, for the hardware's alignment.
  @Test(arguments: [("GREY", 96), ("YUYV", 160), ("NV12", 96), ("YU12", 96), ("BGR3", 256)])
  func `padding between rows is skipped`(fourcc: String, stride: Int) throws {
    let device = FakeDevice(fourcc, frame: TestFrames.raw(fourcc, stride: stride)) { $0.stride = stride }
    let frame = try #require(delivered(device))
    #expect(isRight(frame, chroma: fourcc != "GREY"))
  }

  @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY].map(\.rawValue))
  func `every sampling of JPEG gives the same frame`(sampling: UInt32) throws {
    let kind = TJSAMP(rawValue: sampling)
    let frame = try #require(delivered(FakeDevice("MJPG", frame: TestFrames.jpeg(kind))))
    #expect(isRight(frame, chroma: kind != TJSAMP_GRAY))
  }

  /// A driver may grant another format or an impossible size. The camera requests the next format, and then
  /// rejects the driver with its step.
  @Test(arguments: [("H264", 64, 48), ("GREY", 0, 48), ("GREY", 64, 1 << 20)])
  func `a lying driver is refused`(fourcc: String, width: Int, height: Int) {
    let device = FakeDevice(fourcc, frame: [1, 2, 3]) {
      $0.width = width
      $0.height = height
      $0.formats = ["MJPG", "YUYV"]
    }
    do {
      try V4L2Camera("/dev/double", device: device).open()
      Issue.record("it cannot be read")
    } catch { #expect("\(error)".contains("no supported format"), "\(error)") }
    #expect(device.asked == ["MJPG", "YUYV", "YU12", "BGR3"])
  }

  @Test(arguments: [8 * 8192 + 1, Int(UInt32.max)])
  func `a bytesperline beyond all bounds is refused with its number`(stride: Int) {
    let device = FakeDevice("GREY", frame: TestFrames.raw("GREY")) { $0.stride = stride }
    do {
      try V4L2Camera("/dev/double", device: device).open()
      Issue.record("it cannot be read")
    } catch {
      #expect(
        error.reason
          == "camera /dev/double cannot be used (it has no supported format, it grants GREY 64x48, bytesperline \(stride))")
    }
  }

  /// libv4l2 converts formats that the camera does not read directly. YUYV is not one of its targets. Its list
  /// ends with its target formats.
  @Test(arguments: ["UYVY", "BA81", "GBRG", "GRBG", "RGGB"])
  func `the camera's format is converted to one that the converter reads`(fourcc: String) throws {
    let device = FakeDevice("YU12", frame: TestFrames.raw("YU12")) { $0.formats = [fourcc, "RGB3", "BGR3", "YU12", "YV12"] }
    #expect(isRight(try #require(delivered(device))))
    #expect(device.asked == ["YU12"])
  }

  @Test(arguments: ["UYVY", "GRBG"])
  func `BGR is taken when YU12 is rejected`(fourcc: String) throws {
    let device = FakeDevice("BGR3", frame: TestFrames.raw("BGR3")) {
      $0.formats = [fourcc, "BGR3"]
      $0.faults["set format"] = [1: EINVAL]
    }
    #expect(isRight(try #require(delivered(device))))
    #expect(device.asked == ["YU12", "BGR3"])
  }

  @Test(arguments: ["YUYV", "NV12", "YU12", "BGR3"])
  func `a frame that is cut off is dropped and the next one comes`(fourcc: String) {
    let whole = TestFrames.raw(fourcc)
    let device = FakeDevice(fourcc, frame: whole)
    let camera = V4L2Camera("/dev/double", device: device, clock: { 100 })
    guard case .frame = camera.next(timeout: 0.01) else { Issue.record("no frame"); return }
    device.change { $0.frame = Array(whole.prefix(whole.count / 2)) }
    guard case .nothing = camera.next(timeout: 0.01) else { Issue.record("half a frame was delivered"); return }
    device.change { $0.frame = [] }
    guard case .nothing = camera.next(timeout: 0.01) else { Issue.record("no frame was delivered"); return }
    #expect(camera.dropped == 2 && camera.damage == FrameDamage(refused: 2))
    device.change { $0.frame = whole }
    guard case .frame = camera.next(timeout: 0.01) else { Issue.record("no frame"); return }
  }
}

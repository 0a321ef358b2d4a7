import Camera
import Glibc
import Testing

/// Tests that each error names the device, the cause and the remedy.
@Suite struct CameraErrorTests {
  static let all: [CameraError] = [
    .missing(path: "/dev/video0"), .busy(path: "/dev/video0", by: nil), .busy(path: "/dev/video0", by: "cheese (12)"),
    .noPermission(path: "/dev/video0", group: "video"), .noPermission(path: "/dev/video0", group: nil),
    .unsupported(path: "/dev/video0", reason: "an output, x"), .system(path: "/dev/video0", reason: "open failed: Input/output error"),
    .silent(path: "/dev/video0"), .silent(path: "/dev/video0", damage: .empty), .silent(path: "/dev/video0", damage: short),
    .nothingTaken([.init(path: "/dev/video0", reason: "a codec")]), .busFull(path: "/dev/video0"),
    .noStream(path: "/dev/video0", code: ENODEV), .noStream(path: "/dev/video0", code: EINVAL),
    .streamEnded(path: "/dev/video0", code: ENODEV), .streamEnded(path: "/dev/video0", code: EINVAL),
    .streamEnded(path: "/dev/video0", code: EDOM),
  ]
  private static let short = FrameRefusal.short(
    VideoFormat(fourcc: "YUYV", width: 640, height: 480, stride: 4096, rate: 30), needed: 1_963_264, received: 614_400)

  @Test(arguments: all) func `the place the cause and the remedy are there`(error: CameraError) {
    #expect(error.reason.contains("/dev/video0"))
    #expect(error.remedy?.isEmpty == false)
    #expect(error.description == "\(error.reason): \(error.remedy ?? "")")
  }

  @Test func `a silent camera is recognised by those words`() {
    #expect(CameraError.silent(path: "/dev/video0").reason.hasPrefix("no frames"))
    #expect(CameraError.silent(path: "/dev/video0", damage: .empty).reason.hasPrefix("no frames"))
  }

  @Test func `frames that are too short are reported with format, size, bytesperline and bytes`() {
    let error = CameraError.silent(path: "/dev/video0", damage: Self.short)
    #expect(
      error.reason
        == "no frames from camera /dev/video0 for 2 s, only damaged ones "
        + "(YUYV 640x480, bytesperline 4096: 1963264 bytes needed, 614400 received)")
    #expect(error.remedy == "set another camera.width and camera.height, or try another camera")
  }

  /// The dozen nodes of an image processor take one line, in the order of the attempts.
  @Test func `devices with one reason stand together`() {
    let error = CameraError.nothingTaken([
      .init(path: "/dev/video1", reason: "a codec"), .init(path: "/dev/video2", reason: "metadata"),
      .init(path: "/dev/video3", reason: "a codec"), .init(path: "/dev/video4", reason: "no permission", remedy: "join the group"),
    ])
    #expect(error.reason == "no camera found, tried /dev/video1 /dev/video3 (a codec), /dev/video2 (metadata), /dev/video4 (no permission)")
    #expect(error.remedy == "join the group")
  }
}

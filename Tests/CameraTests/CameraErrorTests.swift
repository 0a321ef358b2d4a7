import Camera
import Glibc
import Testing

/// Every error names the device, the cause and what to do.
@Suite struct CameraErrorTests {
  static let all: [CameraError] = [
    .missing(path: "/dev/video0"), .busy(path: "/dev/video0", by: nil), .busy(path: "/dev/video0", by: "cheese (12)"),
    .noPermission(path: "/dev/video0", group: "video"), .noPermission(path: "/dev/video0", group: nil),
    .unsupported(path: "/dev/video0", reason: "an output, x"), .system(path: "/dev/video0", reason: "open failed: Input/output error"),
    .silent(path: "/dev/video0", onlyDamaged: false), .silent(path: "/dev/video0", onlyDamaged: true),
    .nothingTaken([.init(path: "/dev/video0", reason: "a codec")]), .busFull(path: "/dev/video0"),
    .noStream(path: "/dev/video0", code: ENODEV), .noStream(path: "/dev/video0", code: EINVAL),
    .streamEnded(path: "/dev/video0", code: ENODEV), .streamEnded(path: "/dev/video0", code: EINVAL),
    .streamEnded(path: "/dev/video0", code: EDOM),
  ]

  @Test(arguments: all) func thePlaceTheCauseAndTheRemedyAreThere(error: CameraError) {
    #expect(error.reason.contains("/dev/video0"))
    #expect(error.remedy?.isEmpty == false)
    #expect(error.description == "\(error.reason): \(error.remedy ?? "")")
  }

  @Test func aSilentCameraIsToldByThoseWords() {
    #expect(CameraError.silent(path: "/dev/video0", onlyDamaged: false).reason.hasPrefix("no pictures"))
    #expect(CameraError.silent(path: "/dev/video0", onlyDamaged: true).reason.hasPrefix("no pictures"))
  }

  /// The dozen nodes of an image processor take one line, and keep the order in which they were tried.
  @Test func devicesWithOneReasonStandTogether() {
    let error = CameraError.nothingTaken([
      .init(path: "/dev/video1", reason: "a codec"), .init(path: "/dev/video2", reason: "metadata"),
      .init(path: "/dev/video3", reason: "a codec"), .init(path: "/dev/video4", reason: "no permission", remedy: "join the group"),
    ])
    #expect(error.reason == "no camera found, tried /dev/video1 /dev/video3 (a codec), /dev/video2 (metadata), /dev/video4 (no permission)")
    #expect(error.remedy == "join the group")
  }
}

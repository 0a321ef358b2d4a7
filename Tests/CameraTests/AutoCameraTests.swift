import Camera
import Foundation
import Synchronization
import Testing

/// `auto` accepts only cameras and reports the nodes that it tried.
@Suite struct AutoCameraTests {
  /// The nodes of a Raspberry Pi. Drivers, cards and buses are those of the kernel's sources.
  static let nodes: [(path: String, device: VideoDescription, inputs: [VideoInput])] = [
    (
      "/dev/video10",
      .init(
        driver: "bcm2835-codec", card: "bcm2835-codec-decode", bus: "platform:bcm2835-codec",
        capabilities: [.memoryToMemoryPlanes, .streaming]), []
    ),
    (
      "/dev/video13", .init(driver: "bcm2835-isp", card: "bcm2835-isp", bus: "platform:bcm2835-isp", capabilities: [.output, .streaming]),
      []
    ),
    // It claims to capture, and never delivers a frame.
    (
      "/dev/video14", .init(driver: "bcm2835-isp", card: "bcm2835-isp", bus: "platform:bcm2835-isp", capabilities: [.capture, .streaming]),
      []
    ),
    (
      "/dev/video16",
      .init(driver: "bcm2835-isp", card: "bcm2835-isp", bus: "platform:bcm2835-isp", capabilities: [.metadata, .streaming]), []
    ),
    (
      "/dev/video19",
      .init(
        driver: "rpi-hevc-dec", card: "rpi-hevc-dec", bus: "platform:1000800000.codec", capabilities: [.memoryToMemoryPlanes, .streaming]),
      []
    ),
    (
      "/dev/video20",
      .init(driver: "pispbe", card: "pispbe", bus: "platform:1000880000.pisp_be", capabilities: [.outputPlanes, .streaming]), []
    ),
    (
      "/dev/video22",
      .init(driver: "pispbe", card: "pispbe", bus: "platform:1000880000.pisp_be", capabilities: [.capturePlanes, .streaming]), []
    ),
    (
      "/dev/video0",
      .init(
        driver: "rp1-cfe", card: "rp1-cfe", bus: "platform:1f00128000.csi",
        capabilities: [.capture, .metadata, .streaming, .mediaController]), [VideoInput(name: "rp1-cfe-csi2_ch0", isCamera: true)]
    ),
    (
      "/dev/video1",
      .init(driver: "rp1-cfe", card: "rp1-cfe", bus: "platform:1f00128000.csi", capabilities: [.metadata, .streaming, .mediaController]), []
    ),
    (
      "/dev/video2",
      .init(driver: "unknown", card: "Some Decoder", bus: "platform:fe000000.video-codec", capabilities: [.capture, .streaming]),
      [VideoInput(name: "0", isCamera: true)]
    ),
    (
      "/dev/video3", .init(driver: "em28xx", card: "TV stick", bus: "usb-1", capabilities: [.capture, .streaming]),
      [VideoInput(name: "Television", isCamera: false)]
    ),
    (
      "/dev/video4",
      .init(driver: "unicam", card: "unicam", bus: "platform:fe801000.csi", capabilities: [.capture, .streaming, .mediaController]),
      [VideoInput(name: "unicam-image", isCamera: true)]
    ),
    // The second node of every USB camera.
    ("/dev/video6", .init(driver: "uvcvideo", card: "HD Webcam C270", bus: "usb-1", capabilities: [.metadata, .streaming]), []),
  ]

  static let cameras: [(device: VideoDescription, inputs: [VideoInput])] = [
    (
      .init(driver: "uvcvideo", card: "HD Pro Webcam C920", bus: "usb-0000:01:00.0-1.3", capabilities: [.capture, .streaming]),
      [VideoInput(name: "Camera 1", isCamera: true)]
    ),
    (
      .init(driver: "vivid", card: "vivid", bus: "platform:vivid-000", capabilities: [.capture, .streaming]),
      [VideoInput(name: "Webcam 000-0", isCamera: true), VideoInput(name: "TV 000-0", isCamera: false)]
    ),
    (
      .init(
        driver: "v4l2 loopback", card: "Dummy video device (0x0000)", bus: "platform:v4l2loopback-000",
        capabilities: [.capture, .streaming]), [VideoInput(name: "loopback", isCamera: true)]
    ),
    // A card's name may contain any word.
    (
      .init(driver: "uvcvideo", card: "USB HDMI Encoder ISP", bus: "usb-0000:01:00.0-1.4", capabilities: [.capture, .streaming]),
      [VideoInput(name: "Camera 1", isCamera: true)]
    ),
  ]

  @Test func `no processor decoder or metadata node is taken`() {
    for node in Self.nodes { #expect(CameraCandidate.refusal(node.device, inputs: node.inputs) != nil, "\(node.path) \(node.device.card)") }
  }

  @Test func `cameras are`() {
    for camera in Self.cameras {
      let refusal = CameraCandidate.refusal(camera.device, inputs: camera.inputs)
      #expect(refusal == nil, "\(camera.device.card): \(refusal ?? "")")
    }
  }

  private static func device(_ extra: [String: @Sendable (inout FakeDevice.Script) -> Void] = [:]) -> FakeDevice {
    FakeDevice("GREY", frame: [UInt8](repeating: 90, count: 64 * 48)) { script in
      for node in nodes {
        script.byPath[node.path] = {
          ($0.driver, $0.card, $0.bus) = (node.device.driver, node.device.card, node.device.bus)
          ($0.capabilities, $0.inputs) = (node.device.capabilities, node.inputs)
        }
      }
      script.byPath.merge(extra) { $1 }
    }
  }

  @Test func `behind all nodes of a pi the webcam is found`() {
    let device = Self.device()
    let paths = Self.nodes.map(\.path) + ["/dev/video40"]
    let camera = V4L2Camera("auto", device: device, candidates: { paths }, clock: { 100 })
    guard case .frame = camera.next(timeout: 0.01) else { Issue.record("no frame"); return }
    #expect(camera.name == "Double (/dev/video40)" && device.opened == paths)
    // Other nodes were left alone.
    #expect(device.asked == ["GREY"] && device.calls(of: "start") == 1)
  }

  @Test func `tried cameras are listed with their reasons`() {
    let paths = Self.nodes.map(\.path)
    let camera = V4L2Camera("auto", device: Self.device(), candidates: { paths }, clock: { 100 })
    guard case .lost(let error) = camera.next(timeout: 0.01) else { Issue.record("there is no camera"); return }
    for path in paths { #expect(error.reason.contains(path), "\(path) in \(error)") }
    #expect(error.reason.hasPrefix("no camera found"))
    for word in ["bcm2835-isp", "bcm2835-codec", "pispbe", "rp1-cfe", "metadata", "Television"] {
      #expect(error.reason.contains(word), "\(word) in \(error)")
    }
    #expect(error.remedy == "plug one in, or name another (gfctl config set camera.source v4l2:/dev/videoN)")
  }

  /// While `auto` looks for a camera, twice a second for hours, it leaves codecs alone. It checks again only nodes
  /// that may become a camera, and new nodes.
  @Test func `a device that is never a camera is opened once`() {
    let device = Self.device(["/dev/video50": { $0.capabilities = [.output, .streaming] }])
    let clock = TestClock()
    let paths = Mutex(["/dev/video10", "/dev/video14", "/dev/video50"])
    let camera = V4L2Camera("auto", device: device, candidates: { paths.withLock { $0 } }, clock: { clock.seconds })
    var errors: [CameraError] = []
    for _ in 0..<5 {
      if case .lost(let error) = camera.next(timeout: 0) { errors.append(error) }
      clock.advance(1)
    }
    #expect(errors.count == 5 && Set(errors.map(\.reason)).count == 1)
    #expect(device.opened.count { $0 == "/dev/video10" } == 1 && device.opened.count { $0 == "/dev/video14" } == 1)
    #expect(device.opened.count { $0 == "/dev/video50" } == 5)
    paths.withLock { $0.append("/dev/video51") }
    guard case .frame = camera.next(timeout: 0) else { Issue.record("the new one is a camera"); return }
    #expect(camera.name == "Double (/dev/video51)")
  }

  /// The owner can act on a camera that exists but cannot be opened.
  @Test func `the remedy is that of the real camera`() {
    let device = Self.device([
      "/dev/video40": { $0.faults["start"] = [0: EBUSY] }, "/dev/video41": { $0.faults["open"] = [0: ENOENT] },
    ])
    let camera = V4L2Camera("auto", device: device, candidates: { ["/dev/video14", "/dev/video40", "/dev/video41"] }, clock: { 100 })
    do {
      try camera.open()
      Issue.record("it is busy")
    } catch {
      #expect(
        error.reason.contains("/dev/video40 (in use by another program)") && error.remedy?.hasPrefix("close that program") == true,
        "\(error)")
    }
  }

  @Test func `one busy camera says so itself`() {
    let device = Self.device(["/dev/video40": { $0.faults["start"] = [0: EBUSY] }])
    #expect(throws: CameraError.busy(path: "/dev/video40", by: nil)) {
      try V4L2Camera("auto", device: device, candidates: { ["/dev/video40"] }, clock: { 100 }).open()
    }
  }

  @Test func `without any device nothing is listed`() {
    #expect(throws: CameraError.missing(path: "/dev/video*")) { try V4L2Camera("auto", device: Self.device(), candidates: { [] }).open() }
  }

  /// The user may name a node that `auto` would skip. An unreadable node is still rejected with its reason.
  @Test func `a named device is only checked for what is impossible`() throws {
    try V4L2Camera("/dev/video4", device: Self.device(), clock: { 100 }).open()
    do {
      try V4L2Camera("/dev/video10", device: Self.device(), clock: { 100 }).open()
      Issue.record("it is a decoder")
    } catch { #expect("\(error)".contains("a codec or converter, bcm2835-codec-decode"), "\(error)") }
  }
}

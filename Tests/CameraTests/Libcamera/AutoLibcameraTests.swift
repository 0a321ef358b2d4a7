import Camera
import Foundation
import GestureFlowAPI
import Synchronization
import TestSupport
import Testing

/// `auto` with both paths to a camera: V4L2 first, libcamera if V4L2 has none.
@Suite struct AutoLibcameraTests {
  /// Reports every node as the test set it; opens only existing nodes.
  private final class Node: VideoDevice, Sendable {
    let description: VideoDescription
    let code: Mutex<Int32>
    init(_ description: VideoDescription, code: Int32 = 0) {
      self.description = description
      self.code = Mutex(code)
    }
    func open(_ path: String) throws(SystemFailure) {
      let code = code.withLock { $0 }
      if code != 0 { throw SystemFailure(code, "open") }
    }
    func describe() throws(SystemFailure) -> VideoDescription { description }
    func inputs() -> [VideoInput] { [VideoInput(name: "Camera 1", isCamera: true)] }
    func formats() -> [String] { ["GREY"] }
    func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(SystemFailure) -> VideoFormat {
      VideoFormat(fourcc: fourcc, width: 32, height: 18, stride: 32, rate: 30)
    }
    func controls() -> [VideoControl] { [] }
    func set(_ control: UInt32, to value: Int) throws(SystemFailure) {}
    func start() throws(SystemFailure) {}
    func wait(milliseconds: Int) throws(SystemFailure) -> Bool { false }
    func dequeue() throws(SystemFailure) -> VideoFrame? { nil }
    func requeue(_ frame: VideoFrame) throws(SystemFailure) {}
    func close() {}
  }

  private static let receiver = VideoDescription(
    driver: "unicam", card: "unicam", bus: "platform:fe801000.csi", capabilities: [.capture, .streaming, .mediaController])
  private static let webcam = VideoDescription(
    driver: "uvcvideo", card: "HD Pro Webcam C920", bus: "usb-1", capabilities: [.capture, .streaming])

  private func auto(_ node: Node, _ tool: LibcameraProgram?, paths: [String] = ["/dev/video0"]) -> AutoCamera {
    let usb = V4L2Camera("auto", device: node, retry: 0, candidates: { paths }, clock: { 1001 })
    return AutoCamera(usb, LibcameraCamera(nil, nodes: { [] }, clock: { 1001 }) { tool }) { tool != nil }
  }

  private func events(_ camera: AutoCamera, _ isEnough: (CameraEvents) -> Bool) -> CameraEvents {
    var told = CameraEvents()
    _ = waitUntil {
      if !isEnough(told) { told.take(camera.next(timeout: 0.03)) }
      return isEnough(told)
    }
    return told
  }

  @Test func `the ribbon cables camera is taken where there is no other`() throws {
    try Places.withFolder { (folder: URL) throws in
      let fake = try FakeTool(.rpicam, in: folder)
      let camera = auto(Node(Self.receiver), fake.tool)
      defer { camera.close() }
      let told = events(camera) { $0.letters.contains("f") }
      // V4L2 has first reported a missing camera.
      #expect(told.letters == "Lf" && camera.name.contains("libcamera:"))
    }
  }

  /// At the start, a healthy camera on the ribbon cable is not reported missing first. No camera is reported
  /// present before its list is known.
  @Test func `begun it asks libcamera at once and says that nothing is known`() throws {
    try Places.withFolder { (folder: URL) throws in
      let fake = try FakeTool(.rpicam, in: folder)
      let camera = auto(Node(Self.receiver), fake.tool)
      defer { camera.close() }
      #expect(try !camera.begin())
      #expect(events(camera) { $0.letters.contains("f") }.letters == "f")
    }
    let usb = auto(Node(Self.webcam), nil)
    defer { usb.close() }
    #expect(try usb.begin())
  }

  @Test(arguments: [EBUSY, EACCES]) func `a camera that is there is not passed over`(code: Int32) throws {
    try Places.withFolder { (folder: URL) throws in
      let fake = try FakeTool(.cam, in: folder)
      let camera = auto(Node(Self.webcam, code: code), fake.tool)
      defer { camera.close() }
      #expect(events(camera) { $0.letters.count == 20 }.letters == String(repeating: "L", count: 20))
      #expect(fake.processes.isEmpty, "libcamera was asked although there is a camera")
    }
  }

  @Test func `a camera of v 4 l 2 is taken and libcamera not asked`() throws {
    try Places.withFolder { (folder: URL) throws in
      let fake = try FakeTool(.cam, in: folder)
      let camera = auto(Node(Self.webcam), fake.tool)
      defer { camera.close() }
      try camera.open()
      #expect(camera.name == "HD Pro Webcam C920 (/dev/video0)" && fake.processes.isEmpty)
    }
  }

  @Test func `libcamera without cameras is asked once and both reasons are reported`() throws {
    try Places.withFolder { (folder: URL) throws in
      let fake = try FakeTool(.cam, in: folder, ids: [])
      let camera = auto(Node(Self.receiver), fake.tool)
      defer { camera.close() }
      let told = events(camera) { $0.letters.count == 20 }
      #expect(told.letters == String(repeating: "L", count: 20) && fake.processes.count == 1)
      guard case .nothingTaken(let attempts) = told.last else {
        Issue.record("\(String(describing: told.last))")
        return
      }
      #expect(attempts.map(\.path) == ["/dev/video0", "libcamera"])
    }
  }

  @Test func `a missing program is reported only on a board with a ribbon cable`() {
    let camera = auto(Node(Self.receiver), nil)
    #expect(events(camera) { $0.letters.count == 2 }.last?.remedy?.contains("apt install rpicam-apps-lite") == true)
    let bare = auto(Node(Self.webcam), nil, paths: [])
    #expect(events(bare) { $0.letters.count == 2 }.last == .missing(path: "/dev/video*"))
  }
}

import Camera
import Foundation
import TestSupport
import Testing

@Suite struct V4L2CameraTests {
  private let grey = [UInt8](repeating: 100, count: 64 * 48)

  @Test func `the newest frame is delivered with the drivers time and the rest is counted`() {
    let device = FakeDevice("GREY", frame: grey)
    let camera = V4L2Camera("/dev/double", device: device, clock: { device.seconds })
    guard case .frame(let first) = camera.next(timeout: 0.1) else { Issue.record("no frame"); return }
    #expect(first.time == 1.0 / 30 && camera.dropped == 0)
    device.change { $0.ready = 3 }
    guard case .frame(let newest) = camera.next(timeout: 0.1) else { Issue.record("no frame"); return }
    #expect(newest.time == 4.0 / 30 && camera.dropped == 2)
    #expect(device.queued == 4)
  }

  @Test func `pulled out and put back it delivers again`() {
    let device = FakeDevice("GREY", frame: grey)
    device.change {
      $0.faults["dequeue"] = [3: ENODEV]
      $0.absentOpens = 2
    }
    let camera = V4L2Camera("/dev/double", device: device, retry: 0.02)
    var told = CameraEvents()
    for _ in 0..<40 { told.take(camera.next(timeout: 0.01)) }
    let events = told.letters
    #expect(events.hasPrefix("ffL") && events.contains("LLLf") && !events.contains("E"), "\(events)")
    #expect(told.last == .missing(path: "/dev/double"))
    #expect(device.calls(of: "open") == 4)
  }

  @Test(
    arguments: [
      (ENOENT, "no camera at"), (EACCES, "no permission"), (EBUSY, "in use by"), (EIO, "open failed"),
    ] as [(Int32, String)])
  func `each cause is distinguished`(code: Int32, text: String) {
    let device = FakeDevice("GREY", frame: grey)
    device.change { $0.faults["open"] = [0: code] }
    do {
      try V4L2Camera("/dev/double", device: device).open()
      Issue.record("it cannot be opened")
    } catch { #expect(error.description.contains(text)) }
  }

  /// The lab's first camera belonged to root's group, which a user should not join.
  @Test func `the remedy is never root's group`() {
    let device = FakeDevice("GREY", frame: grey)
    device.change { $0.faults["open"] = [0: EACCES] }
    do {
      try V4L2Camera("/dev/null", device: device).open()
      Issue.record("it cannot be opened")
    } catch {
      #expect(error == .noPermission(path: "/dev/null", group: nil))
      #expect(error.description.contains("udev rule") && !error.description.contains("usermod"), "\(error)")
    }
  }

  /// Also if the camera is named by a udev link.
  @Test(arguments: [false, true]) func `the program that has the camera is named`(isLink: Bool) throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("video0").path
      _ = FileManager.default.createFile(atPath: file, contents: Data())
      let link = folder.appendingPathComponent("usb-camera-index0").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "video0")
      // Another process holds the file open. It reads from this process until this one ends, and keeps nothing
      // else of it open.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["sh", "-c", "exec cat 3< \(file)"]
      let pipe = Pipe()
      process.standardInput = pipe
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      defer {
        try? pipe.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
      }
      let name = "/proc/\(process.processIdentifier)/comm"
      try #require(waitUntil { (try? String(contentsOfFile: name, encoding: .utf8)) == "cat\n" })
      let device = FakeDevice("GREY", frame: grey)
      device.change { $0.faults["start"] = [0: EBUSY] }
      do {
        try V4L2Camera(isLink ? link : file, device: device).open()
        Issue.record("it is busy")
      } catch { #expect("\(error)".contains("in use by cat (\(process.processIdentifier))"), "\(error)") }
    }
  }

  /// libv4l2 itself, on a file that is not a camera.
  @Test func `the real library says what is wrong`() {
    do {
      try V4L2Camera("/dev/no-such-video").open()
      Issue.record("there is no such device")
    } catch { #expect(error == .missing(path: "/dev/no-such-video")) }
    do {
      try V4L2Camera("/dev/null").open()
      Issue.record("it is not a camera")
    } catch { #expect(error == .unsupported(path: "/dev/null", reason: "it is not a video capture device")) }
  }
}

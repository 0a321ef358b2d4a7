import Camera
import Foundation
import Testing

/// Tests of failed calls during an open, and of the driver's frame counter.
@Suite struct CameraCaptureTests {
  private let grey = [UInt8](repeating: 100, count: 64 * 48)

  private func camera(_ device: FakeDevice, at path: String = "/dev/double") -> V4L2Camera {
    V4L2Camera(path, device: device, retry: 0, candidates: { [path] }, clock: { 100 })
  }

  private func refusal(_ device: FakeDevice) -> CameraError? {
    do throws(CameraError) {
      try camera(device).open()
      return nil
    } catch { return error }
  }

  @Test(
    arguments: [
      ("open", ENXIO, "no camera at /dev/double"), ("open", EPERM, "no permission"), ("open", ENOTTY, "it is not a video capture device"),
      ("describe", ENOTTY, "it is not a video capture device"), ("describe", EINVAL, "it is not a video capture device"),
      ("set format", EINVAL, "it has no supported format (set format)"), ("set format", ENODEV, "no camera at"),
      ("start", EINVAL, "its driver does not start the stream: Invalid argument): pull its plug"),
      ("start", EIO, "camera /dev/double delivers no frames (it was pulled out, or it does not answer any more): pull its plug"),
      ("start", ENODEV, "it was pulled out"), ("map", ENODEV, "it was pulled out"),
      ("start", EPIPE, "it rejects the stream): pull its plug"),
      ("start", EPROTO, "its cable or a hub loses data): try another cable"), ("start", ETIMEDOUT, "its cable or a hub"),
      ("start", ENOMEM, "the system has no memory for its frames): set a smaller camera.width"),
      ("map", ENOMEM, "no memory for its frames"),
      ("map", EINVAL, "its driver does not start the stream"), ("map", EBUSY, "in use by another program"),
      ("start", EACCES, "no permission to open"), ("start", EBUSY, "in use by another program"),
      ("start", ENOSPC, "the USB bus has no room for the frames of camera /dev/double: plug it into another port"),
      ("open", ENOSPC, "open failed: No space left on device"), ("describe", EIO, "describe failed: Input/output error"),
    ] as [(String, Int32, String)])
  func `the step says what the error means`(step: String, code: Int32, text: String) {
    let error = refusal(FakeDevice("GREY", frame: grey) { $0.faults[step] = [0: code] })
    #expect(error?.description.contains(text) == true, "\(step) \(code): \(String(describing: error))")
  }

  /// The stream began, and then a call fails. The cause follows from the errno and is never the format. The
  /// camera is reopened and delivers.
  @Test(
    arguments: [
      ("dequeue", EINVAL, "its driver has stopped the stream): wait until the box opens it again"),
      ("dequeue", EIO, "its driver reports an error of the device, as when a plug is pulled): wait until the box opens it again"),
      ("dequeue", ENODEV, "it was pulled out, or it does not answer any more): put its plug in again"),
      ("dequeue", ENXIO, "it was pulled out"), ("wait", ENODEV, "it was pulled out"), ("requeue", ENODEV, "it was pulled out"),
      ("dequeue", EPIPE, "its driver has ended the stream): wait until the box opens it again"),
      ("dequeue", EPROTO, "its cable or a hub loses data): try another cable"),
      ("dequeue", ENOMEM, "the system has no memory for its frames): set a smaller camera.width"),
      ("wait", EINVAL, "its driver has stopped the stream"), ("requeue", EINVAL, "its driver has stopped the stream"),
      ("dequeue", EDOM, "its driver does not continue the stream: Numerical argument out of domain): pull its plug"),
    ] as [(String, Int32, String)])
  func `a stream that breaks off says why and begins again`(step: String, code: Int32, text: String) {
    let device = FakeDevice("GREY", frame: grey) { $0.faults[step] = [2: code] }
    let camera = camera(device)
    guard case .frame = camera.next(timeout: 0) else { Issue.record("no frame"); return }
    guard case .lost(let error) = camera.next(timeout: 0) else { Issue.record("\(step) fails"); return }
    #expect(error.description.hasPrefix("camera /dev/double delivers no more frames (\(text)"), "\(error)")
    guard case .frame = camera.next(timeout: 0) else { Issue.record("no frame after it was opened again"); return }
    #expect(device.calls(of: "open") == 2)
  }

  /// A camera left open after a failure is busy for all programs, this one included.
  @Test(arguments: ["open", "describe", "set format", "start"])
  func `whatever fails it is closed again`(step: String) {
    let device = FakeDevice("GREY", frame: grey) { $0.faults[step] = [0: EIO] }
    let camera = camera(device)
    for round in 1...3 {
      guard case .lost = camera.next(timeout: 0) else { Issue.record("it cannot be opened"); return }
      #expect(device.calls(of: "open") == round && device.calls(of: "close") >= round)
    }
  }

  @Test(arguments: ["auto", "/dev/double"])
  func `a rejected device is closed`(path: String) {
    let device = FakeDevice("GREY", frame: grey) { $0.capabilities = [.output, .streaming] }
    let camera = V4L2Camera(path, device: device, candidates: { ["/dev/double"] }, clock: { 100 })
    #expect(throws: CameraError.self) { try camera.open() }
    #expect(device.calls(of: "close") >= 1 && device.calls(of: "start") == 0)
  }

  @Test func `a camera that is opened twice is closed in between`() throws {
    let device = FakeDevice("GREY", frame: grey)
    let camera = camera(device)
    try camera.open()
    try camera.open()
    #expect(device.calls(of: "open") == 2 && device.calls(of: "close") == 1)
  }

  @Test func `a cheap format that is refused is followed by the next`() throws {
    let device = FakeDevice("NV12", frame: TestFrames.raw("NV12")) {
      $0.formats = ["GREY", "NV12", "MJPG"]
      $0.faults["set format"] = [1: EINVAL]
    }
    guard case .frame = camera(device).next(timeout: 0) else { Issue.record("no frame"); return }
    #expect(device.asked == ["MJPG", "NV12"], "the best first, and only what it has")
    // The camera tries every format on a device that lists none.
    let silent = FakeDevice("YU12", frame: TestFrames.raw("YU12")) {
      $0.formats = []
      $0.faults["set format"] = [1: EINVAL, 2: EINVAL, 3: EINVAL, 4: EINVAL]
    }
    guard case .frame = camera(silent).next(timeout: 0) else { Issue.record("no frame"); return }
    #expect(silent.asked == ["MJPG", "YUYV", "NV12", "GREY", "YU12"])
  }

  /// The driver also counts frames for which it had no memory.
  @Test func `frames that the driver lost are counted`() {
    let device = FakeDevice("GREY", frame: grey) { $0.countsBy = 4 }
    let camera = camera(device)
    for n in 0..<3 {
      guard case .frame(let frame) = camera.next(timeout: 0) else { Issue.record("no frame"); return }
      #expect(frame.index == n && camera.dropped == 3 * n, "before the first one none is known to be lost")
    }
    // After a new open its count may start anywhere.
    device.change { $0.faults["wait"] = [4: ENODEV] }
    guard case .lost = camera.next(timeout: 0) else { Issue.record("it was pulled out"); return }
    device.change { $0.countsBy = 1000 }
    guard case .frame(let frame) = camera.next(timeout: 0) else { Issue.record("no frame"); return }
    #expect(frame.index == 3 && camera.dropped == 6)
  }

  @Test func `a count that goes back or stands still says nothing`() {
    let device = FakeDevice("GREY", frame: grey) { $0.countsBy = .max }
    let camera = camera(device)
    for countsBy in [UInt32.max, .max, 0, 0, .max] {
      device.change { $0.countsBy = countsBy }
      guard case .frame = camera.next(timeout: 0) else { Issue.record("no frame"); return }
    }
    #expect(camera.dropped == 0)
  }

  /// Each buffer returns to the driver, even if its frame is dropped.
  @Test func `every buffer goes back to the driver`() {
    let device = FakeDevice("GREY", frame: Array(grey.dropLast())) { $0.ready = 3 }
    let camera = camera(device)
    for _ in 0..<3 { guard case .nothing = camera.next(timeout: 0) else { Issue.record("it is cut off"); return } }
    #expect(device.queued == 4 && camera.damage == FrameDamage(refused: 3))
    #expect(camera.dropped == 9, "two replaced and one refused each time")
  }
}

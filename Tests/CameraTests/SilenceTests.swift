import Camera
import Foundation
import Testing

/// Tests of a camera that delivers nothing, regardless of its reports.
@Suite struct SilenceTests {
  private let grey = [UInt8](repeating: 100, count: 64 * 48)

  /// Polls for a frame ten times a second of the clock's time, for a number of seconds; returns the events.
  private func run(_ camera: V4L2Camera, _ clock: TestClock, seconds: Double) -> (events: String, last: CameraError?) {
    var told = CameraEvents()
    for _ in 0..<Int(seconds * 10) {
      told.take(camera.next(timeout: 0))
      clock.advance(0.1)
    }
    return (told.letters, told.last)
  }

  @Test(arguments: [false, true]) func `a stalled camera is reported after two seconds and opened again`(pretendsReady: Bool) {
    let device = FakeDevice("GREY", frame: grey)
    let clock = TestClock()
    let camera = V4L2Camera("/dev/double", device: device, clock: { clock.seconds })
    #expect(run(camera, clock, seconds: 1).events == "ffffffffff")
    device.change {
      $0.ready = 0
      $0.pretendsReady = pretendsReady
    }
    #expect(run(camera, clock, seconds: 1.5).events == "")
    let told = run(camera, clock, seconds: 1)
    #expect(told.events == "L" && told.last == .silent(path: "/dev/double"))
    #expect(told.last?.reason.hasPrefix("no frames") == true && told.last?.remedy != nil)
    #expect(run(camera, clock, seconds: 0.5).events == "" && device.calls(of: "open") == 2)
    // It delivers again, and all is as before.
    device.change { $0.ready = 1 }
    #expect(run(camera, clock, seconds: 1).events == "ffffffffff")
  }

  /// A silent camera is reopened repeatedly, with a longer limit each time. Some cameras need seconds for their
  /// first frame.
  @Test func `it is given more time at each try`() {
    let device = FakeDevice("GREY", frame: grey) { $0.ready = 0 }
    let clock = TestClock()
    let camera = V4L2Camera("/dev/double", device: device, clock: { clock.seconds })
    #expect(run(camera, clock, seconds: 2.4).events == "L")
    #expect(run(camera, clock, seconds: 4).events == "")
    #expect(run(camera, clock, seconds: 1).events == "L")
    #expect(run(camera, clock, seconds: 60).events.count >= 5)
    #expect(device.calls(of: "open") <= 12)
  }

  /// One frame every 1.8 s, and once after 3 s: slow, but present.
  @Test func `a slow camera is not silent`() {
    let device = FakeDevice("GREY", frame: grey)
    let clock = TestClock()
    let camera = V4L2Camera("/dev/double", device: device, clock: { clock.seconds })
    var events = ""
    for pause in [1.8, 1.8, 3.0, 1.8] {
      device.change { $0.ready = 1 }
      events += run(camera, clock, seconds: 0.1).events
      device.change { $0.ready = 0 }
      events += run(camera, clock, seconds: pause - 0.1).events
    }
    #expect(events == "ffff" && device.calls(of: "open") == 1)
  }

  @Test func `damaged frames alone count as no frames`() {
    let whole = TestFrames.jpeg()
    let device = FakeDevice("MJPG", frame: Array(whole.prefix(whole.count - 20)))
    let clock = TestClock()
    let camera = V4L2Camera("/dev/double", device: device, clock: { clock.seconds })
    let told = run(camera, clock, seconds: 2.4)
    guard told.events == "L", case .silent("/dev/double", .damaged(let why)) = told.last else {
      Issue.record("\(told)")
      return
    }
    #expect(!why.isEmpty && told.last?.reason.hasSuffix("only damaged ones (\(why))") == true)
    #expect(camera.damage.refused >= 19)
  }

  /// The driver reports more bytes per row than it sends.
  @Test func `a bytesperline that is too large is reported with its numbers`() {
    let device = FakeDevice("YUYV", frame: TestFrames.raw("YUYV")) { $0.stride = 4096 }
    let clock = TestClock()
    let camera = V4L2Camera("/dev/double", device: device, clock: { clock.seconds })
    let told = run(camera, clock, seconds: 2.4)
    #expect(told.events == "L")
    #expect(
      told.last?.reason
        == "no frames from camera /dev/double for 2 s, only damaged ones (YUYV 64x48, bytesperline 4096: 192640 bytes needed, 6144 received)"
    )
  }

  /// Any call may fail at any time: the camera is reopened and delivers. It is unplugged four times, so that
  /// its open fails in between, too.
  @Test(arguments: ["open", "describe", "set format", "start", "wait", "dequeue", "requeue"], [1, 2, 5])
  func `every call may fail once`(step: String, n: Int) {
    let isOfOpening = !["wait", "dequeue", "requeue"].contains(step)
    let device = FakeDevice("GREY", frame: grey) {
      if isOfOpening { $0.faults["dequeue"] = [4: ENODEV, 8: ENODEV, 12: ENODEV, 16: ENODEV] }
      $0.faults[step] = [n: EIO]
    }
    let clock = TestClock()
    let camera = V4L2Camera("/dev/double", device: device, clock: { clock.seconds })
    let events = run(camera, clock, seconds: 8).events
    #expect(device.calls(of: step) > n, "it has failed and gone on")
    // After a rejected format the next one is tried.
    let lost = (isOfOpening ? 4 : 0) + (step == "set format" ? 0 : 1)
    #expect(events.count { $0 == "L" } == lost && events.hasSuffix("ffffffffff") && !events.contains("E"), "\(events)")
  }
}

import Camera
import Testing

/// Automatic exposure stays on unless frames stay bright enough with a fixed one.
@Suite struct ExposureTests {
  /// Runs a room with given brightness under automatic and fixed exposure.
  /// - Returns: every change with its time.
  private func run(
    _ seconds: Double, canFix: Bool = true, rate: Double = 30, room: (_ isFixed: Bool, _ time: Double) -> Double
  ) -> (changes: [(time: Double, step: Exposure.Step)], isFixed: Bool) {
    var exposure = Exposure(canFix: canFix)
    var isFixed = false
    var changes: [(Double, Exposure.Step)] = []
    var history = [Bool]()
    for i in 0..<Int(seconds * rate) {
      let time = 10 + Double(i) / rate
      // A change shows after three frames.
      let shown = history.count >= 3 ? history[history.count - 3] : false
      let step = exposure.saw(room(shown, time - 10), at: time)
      if step == .fix { isFixed = true }
      if step == .release { isFixed = false }
      if step != .keep { changes.append((time - 10, step)) }
      history.append(isFixed)
    }
    return (changes, exposure.isFixed)
  }

  @Test(arguments: [10.0, 30, 60]) func `in a light room it is fixed`(rate: Double) {
    let result = run(20, rate: rate) { isFixed, _ in isFixed ? 0.4 : 0.5 }
    #expect(result.changes.map(\.step) == [.fix] && result.isFixed)
    // Not before automatic exposure has settled.
    #expect(result.changes.first.map { $0.time >= 1 } == true)
  }

  /// In a living room in the evening, frames of 10 ms are black. The trial is undone and not repeated while the
  /// user plays.
  @Test func `in a dim room it is undone once`() {
    let result = run(600) { isFixed, _ in isFixed ? 0.1 : 0.45 }
    #expect(result.changes.map(\.step) == [.fix, .release] && !result.isFixed)
    #expect((result.changes.last?.time ?? 99) < 3)
  }

  @Test func `in a dark room it is not tried`() {
    #expect(run(60) { _, _ in 0.1 }.changes.isEmpty)
  }

  @Test func `in the sun it is undone too`() {
    #expect(run(60) { isFixed, _ in isFixed ? 0.98 : 0.6 }.changes.map(\.step) == [.fix, .release])
  }

  @Test func `when the light goes off it is undone`() {
    let result = run(60) { isFixed, time in time < 30 ? (isFixed ? 0.4 : 0.5) : isFixed ? 0.05 : 0.4 }
    #expect(result.changes.map(\.step) == [.fix, .release])
    #expect(abs((result.changes.last?.time ?? 0) - 32) < 1)
  }

  /// A hand that covers the lens for a second does not mean dusk.
  @Test func `a shadow is not dusk`() {
    let result = run(60) { isFixed, time in (30..<31).contains(time) ? 0.02 : isFixed ? 0.4 : 0.5 }
    #expect(result.changes.map(\.step) == [.fix])
  }

  /// A coat covers the lens for a while. Afterwards automatic exposure gives the same brightness as before.
  @Test func `a covered lens is forgotten after a minute`() {
    let result = run(200) { isFixed, time in (30..<32.5).contains(time) ? 0.02 : isFixed ? 0.4 : 0.5 }
    #expect(result.changes.map(\.step) == [.fix, .release, .fix] && result.isFixed)
    let times = result.changes.map(\.time)
    #expect(times.count == 3 && times[2] - times[1] > 60 && times[2] - times[1] < 64)
  }

  /// By lamplight a short exposure was too dark; by day it is not. Automatic exposure shows no difference.
  @Test func `in the morning it is tried again`() {
    let result = run(45_000, rate: 5) { isFixed, time in isFixed ? (time < 30_000 ? 0.1 : 0.4) : 0.45 }
    #expect(result.changes.map(\.step) == [.fix, .release, .fix, .release, .fix] && result.isFixed)
    #expect(result.changes.allSatisfy { $0.time < 4 || $0.time > 6 * 3600 })
  }

  @Test func `when it gets lighter it is tried again`() {
    let result = run(120) { isFixed, time in time < 60 ? (isFixed ? 0.05 : 0.22) : isFixed ? 0.4 : 0.5 }
    #expect(result.changes.map(\.step) == [.fix, .release, .fix] && result.isFixed)
    #expect((result.changes.last?.time ?? 0) > 60)
  }

  @Test func `a camera that cannot fix its exposure is not adjusted`() {
    #expect(run(60, canFix: false) { _, _ in 0.5 }.changes.isEmpty)
    var refusing = Exposure(canFix: true)
    refusing.refused()
    for i in 0..<300 { #expect(refusing.saw(0.5, at: Double(i) / 30) == .keep) }
  }

  // MARK: - In the camera

  private static let limit = VideoControl(id: 0x009a_2001, name: "Auto Exposure Upper Limit", range: 1...330)

  /// Sends frames through a camera whose brightness follows its exposure.
  /// - Returns: the last settings of its controls.
  private func settings(
    _ controls: [VideoControl], automatic: UInt8, fixed: UInt8, refused: Set<String> = [], frames: Int = 150
  ) -> (settings: [UInt32: Int], delivered: Int) {
    let device = FakeDevice("GREY", frame: [UInt8](repeating: 0, count: 64 * 48)) {
      $0.controls = controls
      $0.refusedControls = refused
      $0.light = (automatic, fixed)
    }
    let camera = V4L2Camera("/dev/double", device: device, clock: { device.seconds })
    var delivered = 0
    for _ in 0..<frames { if case .frame = camera.next(timeout: 0.01) { delivered += 1 } }
    return (device.settings, delivered)
  }

  @Test func `a webcam in a light room is fixed at ten milliseconds`() {
    let result = settings(FakeDevice.webcamControls, automatic: 130, fixed: 110)
    #expect(result.settings[FakeDevice.exposureAuto] == 1 && result.settings[FakeDevice.exposureTime] == 100)
    #expect(result.settings[FakeDevice.exposurePriority] == 0 && result.delivered == 150)
  }

  /// Programs that use the camera afterwards must not find it fixed at 10 ms.
  @Test func `closed it is automatic again`() {
    let device = FakeDevice("GREY", frame: [UInt8](repeating: 0, count: 64 * 48)) {
      $0.controls = FakeDevice.webcamControls
      $0.light = (130, 110)
    }
    let camera = V4L2Camera("/dev/double", device: device, clock: { device.seconds })
    for _ in 0..<150 { _ = camera.next(timeout: 0.01) }
    #expect(device.settings[FakeDevice.exposureAuto] == 1)
    camera.close()
    #expect(device.settings[FakeDevice.exposureAuto] == 3)
    guard case .ended = camera.next(timeout: 0) else { Issue.record("it is closed"); return }
  }

  @Test func `a webcam in a dim room stays automatic and keeps its rate`() {
    let result = settings(FakeDevice.webcamControls, automatic: 110, fixed: 20)
    #expect(result.settings[FakeDevice.exposureAuto] == 3 && result.settings[FakeDevice.exposurePriority] == 0)
    #expect(result.settings[FakeDevice.exposureTime] == 100, "it was tried")
  }

  @Test func `a limit of the drivers own is used and nothing is fixed`() {
    let result = settings(FakeDevice.webcamControls + [Self.limit], automatic: 130, fixed: 110)
    #expect(result.settings[Self.limit.id] == 100 && result.settings[FakeDevice.exposureAuto] == 3)
    #expect(result.settings[FakeDevice.exposureTime] == nil)
  }

  /// Some cameras list automatic exposure under its plain name. Others reject a fixed time, or have no such
  /// controls.
  @Test func `drivers that refuse are left alone`() {
    let plain = settings(FakeDevice.webcamControls, automatic: 110, fixed: 20, refused: ["\(FakeDevice.exposureAuto)=3"])
    #expect(plain.settings[FakeDevice.exposureAuto] == 0)
    let stubborn = settings(FakeDevice.webcamControls, automatic: 110, fixed: 100, refused: ["\(FakeDevice.exposureTime)=100"])
    #expect(stubborn.settings[FakeDevice.exposureAuto] == 3 && stubborn.delivered == 150)
    let bare = settings([], automatic: 110, fixed: 20)
    #expect(bare.settings.isEmpty && bare.delivered == 150)
  }
}

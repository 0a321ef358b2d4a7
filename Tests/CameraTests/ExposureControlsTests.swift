import Camera
import Testing

/// Tests of the driver's controls that the camera sets, and of their values.
@Suite struct ExposureControlsTests {
  private func device(_ controls: [VideoControl], refused: Set<String> = []) -> FakeDevice {
    FakeDevice("GREY", frame: []) {
      $0.controls = controls
      $0.refusedControls = refused
    }
  }
  private static let auto = FakeDevice.exposureAuto
  private static let time = FakeDevice.exposureTime
  private static let priority = FakeDevice.exposurePriority

  @Test func `a time is counted in tenths of a millisecond within the drivers range`() {
    for (milliseconds, range, units) in [(10.0, 3...2047, 100), (0.1, 3...2047, 3), (500, 3...2047, 2047), (10, 200...400, 200)] {
      var all = FakeDevice.webcamControls
      all[1] = VideoControl(id: Self.time, name: "Exposure Time, Absolute", range: range)
      let device = device(all)
      let exposure = ExposureControls(device, milliseconds: milliseconds)
      #expect(device.settings[Self.auto] == 3 && device.settings[Self.priority] == 0 && device.settings[Self.time] == nil)
      let isFixed = exposure.fix(device)
      #expect(isFixed && exposure.canFix)
      #expect(device.settings[Self.auto] == 1 && device.settings[Self.time] == units, "\(milliseconds) ms within \(range)")
      exposure.release(device)
      #expect(device.settings[Self.auto] == 3)
    }
  }

  @Test func `without one of the two nothing is fixed`() {
    for missing in [0, 1] {
      var all = FakeDevice.webcamControls
      all.remove(at: missing)
      let device = device(all)
      let exposure = ExposureControls(device, milliseconds: 10)
      let isFixed = exposure.fix(device)
      #expect(!exposure.canFix && !isFixed && device.settings[Self.time] == nil && device.settings[Self.auto] != 1)
    }
  }

  /// Fixed exposure without a set time could have any time.
  @Test func `a time that is refused leaves it automatic`() {
    for refused in ["\(Self.time)=100", "\(Self.auto)=1"] {
      let device = device(FakeDevice.webcamControls, refused: [refused])
      let isFixed = ExposureControls(device, milliseconds: 10).fix(device)
      #expect(!isFixed && device.settings[Self.auto] == 3, "\(refused)")
    }
  }

  @Test func `a limit that is refused does not count`() {
    let limit = VideoControl(id: 0x009a_2001, name: "Auto Exposure Upper Limit", range: 1...330)
    let taken = ExposureControls(device(FakeDevice.webcamControls + [limit]), milliseconds: 10)
    #expect(taken.isLimited && !taken.canFix)
    let refused = ExposureControls(device(FakeDevice.webcamControls + [limit], refused: ["\(limit.id)=100"]), milliseconds: 10)
    #expect(!refused.isLimited && refused.canFix)
  }

  @Test func `limits are known by their names`() {
    func isLimit(_ name: String, id: UInt32 = 0x009a_2001, range: ClosedRange<Int> = 1...330) -> Bool {
      ExposureControls.isLimit(VideoControl(id: id, name: name, range: range))
    }
    for name in ["Auto Exposure Upper Limit", "Exposure Maximum", "Max Exposure", "AE exposure limit", "exposure time max"] {
      #expect(isLimit(name), "\(name)")
    }
    for name in ["Exposure Time, Absolute", "Gain Upper Limit", "Exposure Metering", "Maximum Brightness"] {
      #expect(!isLimit(name), "\(name)")
    }
    // A switch is not a limit. The standard's own controls are not limits either, regardless of their names.
    #expect(!isLimit("Limit Exposure", range: 0...1))
    for id in [Self.auto, Self.time, Self.priority] { #expect(!isLimit("Exposure Limit", id: id)) }
  }
}

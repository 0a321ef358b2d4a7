import Foundation
import Supervisor
import TestSupport
import Testing

/// Health figures of the machine, from the kernel's files.
@Suite struct MachineFiguresTests {
  /// Reads figures from a folder that replaces /sys; nil leaves a file out.
  private func figures(temperature: String? = nil, throttled: String? = nil, bus: String = "soc") throws -> (
    heat: Double?, slow: Bool?, weak: Bool?
  ) {
    try Places.withFolder { folder in
      let files = [("class/thermal/thermal_zone0/temp", temperature), ("devices/platform/\(bus)/\(bus):firmware/get_throttled", throttled)]
      for (path, text) in files {
        guard let text else { continue }
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let status = MachineFigures.read(folder.path)
      return (status.temperatureC, status.throttled, status.underVoltage)
    }
  }

  @Test(arguments: [("48312\n", 48.3), ("0\n", 0), ("-5250", -5.3), ("85000\n", 85)])
  func `the temperature is in degrees`(text: String, degrees: Double) throws {
    #expect(try figures(temperature: text).heat == degrees)
  }

  /// Bits 0 and 2 are current; 16 and 18 mean that it happened once.
  @Test(
    arguments: [
      ("0\n", false, false), ("1\n", false, true), ("4\n", true, false), ("5", true, true), ("2\n", false, false), ("8\n", false, false),
      ("50000\n", false, false), ("0x50005\n", true, true), ("0x0\n", false, false),
    ])
  func `the firmwares flags are those of now`(text: String, slow: Bool, weak: Bool) throws {
    let figures = try figures(throttled: text)
    #expect(figures.slow == slow && figures.weak == weak && figures.heat == nil)
  }

  @Test func `a pi 5 s firmware is found by the name of its bus`() throws {
    let figures = try figures(throttled: "5", bus: "soc@107c000000")
    #expect(figures.slow == true && figures.weak == true)
  }

  @Test(arguments: ["", "\n", "warm", "0x", "1 2"]) func `an invalid number is not reported`(text: String) throws {
    let figures = try figures(temperature: text, throttled: text)
    #expect(figures.heat == nil && figures.slow == nil && figures.weak == nil)
  }

  @Test func `a machine without these files says nothing`() throws {
    let figures = try figures()
    #expect(figures.heat == nil && figures.slow == nil && figures.weak == nil)
  }
}

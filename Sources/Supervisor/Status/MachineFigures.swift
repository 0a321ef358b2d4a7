import Foundation
import GestureFlowAPI

/// What the machine says of its own health: the kernel's thermal zone, and the Pi firmware's flags where there are any.
public enum MachineFigures {
  /// Bits of the firmware's `get_throttled` (Raspberry Pi documentation, vcgencmd): 0 under-voltage now, 2 throttled now.
  public static var now: MachineStatus { read("/sys", flagsFile: flagsFile) }

  /// Looked for once: the device does not come and go.
  private static let flagsFile = firmware("/sys")

  /// - Parameter sys: where the kernel's files are.
  package static func read(_ sys: String) -> MachineStatus { read(sys, flagsFile: firmware(sys)) }

  private static func read(_ sys: String, flagsFile: String?) -> MachineStatus {
    let flags = flagsFile.flatMap(text).flatMap { Int($0, radix: 16) }
    return MachineStatus(
      temperatureC: text(sys + "/class/thermal/thermal_zone0/temp").flatMap { Double($0) }.map { ($0 / 1000).rounded(digits: 1) },
      throttled: flags.map { $0 & 0b100 != 0 }, underVoltage: flags.map { $0 & 1 != 0 })
  }

  /// The firmware's device is named after the chip's bus: `soc:firmware` of a Pi 4, `soc@107c000000:firmware` of a Pi 5 with a current kernel.
  private static func firmware(_ sys: String) -> String? {
    let platform = sys + "/devices/platform"
    let buses = (try? FileManager.default.contentsOfDirectory(atPath: platform)) ?? []
    return buses.filter { $0.hasPrefix("soc") }.sorted().map { "\(platform)/\($0)/\($0):firmware/get_throttled" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  private static func text(_ path: String) -> String? {
    guard let text = KernelFile.text(path)?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
    return text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
  }
}

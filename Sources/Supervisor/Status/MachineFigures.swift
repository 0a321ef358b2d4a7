import Foundation
import GestureFlowAPI

/// Health of the machine from the kernel and the Pi's firmware. It reads the kernel's thermal zone, and the
/// firmware's flags if they exist.
public enum MachineFigures {
  /// The current figures. They use bits of the firmware's `get_throttled` (Raspberry Pi documentation, vcgencmd): bit
  /// 0 is under-voltage now, bit 2 is throttled now.
  public static var now: MachineStatus { read("/sys", flagsFile: flagsFile) }

  /// Path of the flags, found once. The device does not come and go.
  private static let flagsFile = firmware("/sys")

  /// Reads the figures.
  /// - Parameter sys: folder of the kernel's files.
  package static func read(_ sys: String) -> MachineStatus { read(sys, flagsFile: firmware(sys)) }

  private static func read(_ sys: String, flagsFile: String?) -> MachineStatus {
    let flags = flagsFile.flatMap(text).flatMap { Int($0, radix: 16) }
    return MachineStatus(
      temperatureC: text(sys + "/class/thermal/thermal_zone0/temp").flatMap { Double($0) }.map { ($0 / 1000).rounded(digits: 1) },
      throttled: flags.map { $0 & 0b100 != 0 }, underVoltage: flags.map { $0 & 1 != 0 })
  }

  /// Returns the path of the firmware's flags. The device is named after the chip's bus: `soc:firmware` on a Pi 4,
  /// `soc@107c000000:firmware` on a Pi 5 with a current kernel.
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

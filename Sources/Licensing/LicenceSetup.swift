import Foundation
import GestureFlowAPI
import Realtime

/// Conditions to judge licences on this machine; tests use others.
package struct LicenceSetup: Sendable {
  /// Public keys; nil for those compiled in.
  package var keys: PublicKeys?
  /// Returns the serial of the box; nil if the machine has none.
  package var serial: @Sendable () -> String? = { BoxSerial.read() }
  /// Returns the machine's time in seconds since 1970.
  package var clock: @Sendable () -> Int64 = { Int64(time(nil)) }
  /// Returns the seconds of a clock that cannot be set.
  package var uptime: @Sendable () -> Double = { Clock.seconds }
  /// Whether this is a debug build, which needs no licence.
  package var isDebug = Self.isDebugBuild
  /// System calls that write the licence. Tests replace them to cut the power.
  package var calls = AtomicFile.Calls.system
  /// Runs a write of the newest time. The box uses a thread that may wait for the disk.
  package var run: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }

  /// Makes the conditions of this machine.
  package init() {}

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

/// The serial number from the machine's maker.
package enum BoxSerial {
  /// Reads the serial.
  /// - Parameters:
  ///   - deviceTree: file of the firmware, ended by a zero byte.
  ///   - cpuinfo: file with the serial on kernels without a device tree.
  /// - Returns: 1...64 letters and digits. Nil without any, and for the zeros of a board without a serial.
  package static func read(
    deviceTree: String = "/sys/firmware/devicetree/base/serial-number", cpuinfo: String = "/proc/cpuinfo"
  ) -> String? {
    if let text = KernelFile.text(deviceTree), let serial = plain(text) { return serial }
    let line = (KernelFile.text(cpuinfo) ?? "").split(separator: "\n").first { $0.hasPrefix("Serial") }
    return line?.split(separator: ":", maxSplits: 1).dropFirst().first.flatMap { plain(String($0)) }
  }

  private static func plain(_ text: String) -> String? {
    let serial = text.trimmingCharacters(in: CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "\0")))
    let isPlain =
      (1...64).contains(serial.utf8.count)
      && serial.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter || (0x30...0x39).contains($0) }
    return isPlain && serial.contains { $0 != "0" } ? serial : nil
  }
}

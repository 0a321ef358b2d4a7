import Foundation
import GestureFlowAPI
import Licences
import Realtime

/// What licences are judged by on this machine; other values in tests.
package struct LicenceSetup: Sendable {
  /// Nil: those that were compiled in.
  package var keys: PublicKeys?
  /// Tells the box's serial; nil where the machine has none.
  package var serial: @Sendable () -> String? = { BoxSerial.read() }
  /// Seconds since 1970, as the machine has it.
  package var clock: @Sendable () -> Int64 = { Int64(time(nil)) }
  /// Seconds of a clock that nobody can set.
  package var uptime: @Sendable () -> Double = { Clock.seconds }
  /// A debug build needs no licence.
  package var isDebug = Self.isDebugBuild
  /// What writes the licence; a power cut in tests.
  package var calls = AtomicFile.Calls.system
  /// Carries out a write of the newest time; the box's own has a thread that may wait for the disk.
  package var run: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }

  /// As it is.
  package init() {}

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

/// The serial that the machine was made with.
package enum BoxSerial {
  /// - Parameters:
  ///   - deviceTree: the firmware's, ended by a zero byte. - cpuinfo: where kernels without a device tree name it.
  /// - Returns: 1...64 letters and digits; nil without any, and for the zeros of a board that was never given one.
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

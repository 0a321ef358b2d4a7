import Foundation
import GestureFlowAPI
import HandTracking

/// The box's board, as firmware and kernel describe it.
public struct Board: Sendable, Equatable {
  /// Kinds of boards that have different defaults.
  public enum Kind: String, Sendable, CaseIterable {
    /// A Raspberry Pi of the third generation or before, including a Zero.
    case raspberryPi3
    /// A Raspberry Pi 4, a 400 or a Compute Module 4.
    case raspberryPi4
    /// A Raspberry Pi 5, a 500 or a Compute Module 5.
    case raspberryPi5
    /// Another board with an ARM processor.
    case otherARM
    case x86
    /// Firmware and kernel do not describe it.
    case unknown
  }

  /// The kind of board.
  public let kind: Kind
  /// The firmware's name, such as `Raspberry Pi 4 Model B Rev 1.4`. A board without such a name has its processor's.
  public let name: String
  /// Maximum clock of the first core in MHz; nil if unknown.
  public let megahertz: Int?
  /// The board's processor.
  public let processor: Processor

  /// Systems on a chip by their names in the device tree. The Pi 2, the 3, the Zero 2 W and their modules share one
  /// family of names.
  private static let chips: [(name: String, kind: Kind)] = [
    ("brcm,bcm2712", .raspberryPi5), ("brcm,bcm2711", .raspberryPi4), ("brcm,bcm2837", .raspberryPi3), ("brcm,bcm2836", .raspberryPi3),
    ("brcm,bcm2835", .raspberryPi3),
  ]

  /// - Parameter root: the folder that holds `proc` and `sys`. Tests give another one.
  public init(root: String = "/") {
    let root = root.hasSuffix("/") ? root : root + "/"
    // Names in the device tree end with a zero byte. `compatible` holds several of them.
    func words(_ name: String) -> [String] {
      let text = KernelFile.text(root + "proc/device-tree/" + name) ?? KernelFile.text(root + "sys/firmware/devicetree/base/" + name)
      return (text ?? "").split(separator: "\0").map { cleaned(String($0), limit: 128) }
    }
    let processor = Processor(cpuInfo: KernelFile.text(root + "proc/cpuinfo") ?? "")
    let compatible = words("compatible")
    let known = Self.chips.first { chip in compatible.contains(chip.name) }?.kind
    let isX86 = processor.name == "x86-64"
    let isARM = processor.name.hasPrefix("ARM") || processor.name.hasPrefix("Cortex") || !compatible.isEmpty
    kind = known ?? (isX86 ? .x86 : isARM ? .otherARM : .unknown)
    name = words("model").first ?? (isX86 ? "x86-64 machine" : isARM ? "board with a \(processor.name)" : "unknown machine")
    let kilohertz = KernelFile.text(root + "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq")
    megahertz = kilohertz.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.flatMap { $0 > 0 ? $0 / 1000 : nil }
    self.processor = processor
  }

  /// The board that runs this program; read once.
  public static let this = Board()
}

import Foundation
import GestureFlowAPI
import HandTracking

/// The board that the box runs on, as its firmware and its kernel tell it.
public struct Board: Sendable, Equatable {
  /// Boards that are told apart, because the box takes other defaults on them.
  public enum Kind: String, Sendable, CaseIterable {
    /// A Raspberry Pi of the third generation or before, a Zero among them.
    case raspberryPi3
    /// A Raspberry Pi 4, a 400 or a Compute Module 4.
    case raspberryPi4
    /// A Raspberry Pi 5, a 500 or a Compute Module 5.
    case raspberryPi5
    /// Another board with an ARM processor.
    case otherARM
    case x86
    /// Nothing was told.
    case unknown
  }

  /// Which of them it is.
  public let kind: Kind
  /// What its firmware calls it, such as `Raspberry Pi 4 Model B Rev 1.4`; for a board that does not say it, its processor.
  public let name: String
  /// Highest clock of the first core in MHz; nil where the kernel does not tell.
  public let megahertz: Int?
  /// Its processor.
  public let processor: Processor

  /// Systems on a chip by their names in the device tree. The Pi 2, the 3, the Zero 2 W and their modules share one family of names.
  private static let chips: [(name: String, kind: Kind)] = [
    ("brcm,bcm2712", .raspberryPi5), ("brcm,bcm2711", .raspberryPi4), ("brcm,bcm2837", .raspberryPi3), ("brcm,bcm2836", .raspberryPi3),
    ("brcm,bcm2835", .raspberryPi3),
  ]

  /// - Parameter root: the folder below which `proc` and `sys` are looked for; a double's in tests.
  public init(root: String = "/") {
    let root = root.hasSuffix("/") ? root : root + "/"
    // A name in the device tree ends with a zero byte, and `compatible` is several of them.
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

  /// The one that runs this program; read once.
  public static let this = Board()
}

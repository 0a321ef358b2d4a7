import Foundation
import Settings
import TestSupport

/// A folder that looks like the root of a board. Its firmware and kernel files have the text of real boards.
package enum BoardRoot {
  package static let a53 = ("0xd03", "fp asimd evtstrm crc32 cpuid")
  package static let a72 = ("0xd08", "fp asimd evtstrm crc32 cpuid")
  package static let a76 = ("0xd0b", "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp")

  /// The facts that a board reports.
  /// - Parameters:
  ///   - model, compatible: entries of the device tree; nil without a device tree.
  ///   - megahertz: highest clock rate; nil for a kernel that does not change the clock.
  package struct Facts: Sendable {
    package var model: String?
    package var compatible: [String] = []
    package var core: (part: String, features: String)?
    package var megahertz: Int?
    package var isX86 = false

    package init(
      model: String? = nil, compatible: [String] = [], core: (part: String, features: String)? = nil, megahertz: Int? = nil,
      isX86: Bool = false
    ) {
      (self.model, self.compatible, self.core) = (model, compatible, core)
      (self.megahertz, self.isX86) = (megahertz, isX86)
    }
  }

  package static let pi3 = Facts(
    model: "Raspberry Pi 3 Model B Plus Rev 1.3", compatible: ["raspberrypi,3-model-b-plus", "brcm,bcm2837"], core: a53, megahertz: 1400)
  package static let zero2 = Facts(
    model: "Raspberry Pi Zero 2 W Rev 1.0", compatible: ["raspberrypi,model-zero-2-w", "brcm,bcm2837"], core: a53, megahertz: 1000)
  package static let pi4 = Facts(
    model: "Raspberry Pi 4 Model B Rev 1.1", compatible: ["raspberrypi,4-model-b", "brcm,bcm2711"], core: a72, megahertz: 1500)
  package static let pi4Fast = Facts(
    model: "Raspberry Pi 4 Model B Rev 1.5", compatible: ["raspberrypi,4-model-b", "brcm,bcm2711"], core: a72, megahertz: 1800)
  package static let cm4 = Facts(
    model: "Raspberry Pi Compute Module 4 Rev 1.0", compatible: ["raspberrypi,4-compute-module", "brcm,bcm2711"], core: a72, megahertz: 1500
  )
  package static let pi400 = Facts(
    model: "Raspberry Pi 400 Rev 1.0", compatible: ["raspberrypi,400", "brcm,bcm2711"], core: a72, megahertz: 1800)
  package static let pi5 = Facts(
    model: "Raspberry Pi 5 Model B Rev 1.0", compatible: ["raspberrypi,5-model-b", "brcm,bcm2712"], core: a76, megahertz: 2400)
  package static let cm5 = Facts(
    model: "Raspberry Pi Compute Module 5 Rev 1.0", compatible: ["raspberrypi,5-compute-module", "brcm,bcm2712"], core: a76, megahertz: 2400
  )
  package static let pi500 = Facts(
    model: "Raspberry Pi 500 Rev 1.0", compatible: ["raspberrypi,500", "brcm,bcm2712"], core: a76, megahertz: 2400)
  package static let otherARM = Facts(
    model: "Radxa ROCK 5B", compatible: ["radxa,rock-5b", "rockchip,rk3588"], core: a76, megahertz: 2256)
  package static let x86 = Facts(isX86: true)

  /// Writes these facts into a new folder and detects the board there.
  package static func board(_ facts: Facts, below tree: String = "proc/device-tree") throws -> Board {
    try Places.withFolder { folder in
      func write(_ path: String, _ text: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      if let model = facts.model { try write("\(tree)/model", model + "\0") }
      if !facts.compatible.isEmpty { try write("\(tree)/compatible", facts.compatible.map { $0 + "\0" }.joined()) }
      if let megahertz = facts.megahertz { try write("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "\(megahertz)000\n") }
      let core = facts.core.map { "processor\t: 0\nFeatures\t: \($0.features)\nCPU implementer\t: 0x41\nCPU part\t: \($0.part)\n\n" } ?? ""
      try write("proc/cpuinfo", facts.isX86 ? "processor\t: 0\nflags\t\t: fpu sse4_2 avx2\n\n" : core)
      return Board(root: folder.path)
    }
  }
}

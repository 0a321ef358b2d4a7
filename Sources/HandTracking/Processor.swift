import Foundation
import GestureFlowAPI

/// What the processor can do for the models, as the kernel tells it.
public struct Processor: Sendable, Equatable {
  /// What people call it: `Cortex-A76`, `ARM part 0xd4f`, `x86-64`.
  public let name: String
  /// Arithmetic with 16-bit floats. Of an x86 it is never told: XNNPACK's half precision is 2 to 4 times slower there.
  public let hasHalfPrecision: Bool
  /// Instructions that multiply and add four 8-bit numbers at once.
  public let hasDotProducts: Bool
  /// Layers in 8 bits take less time than layers in 32-bit floats. Not so on an x86 without dot products: there XNNPACK widens each 8-bit number to 16 bits first and adds apart, which takes what it
  /// gains (measured on two EPYCs with AVX2). ARM multiplies 8-bit numbers as they are.
  public let gainsByEightBits: Bool

  /// Parts of ARM's own design (implementer 0x41), by their numbers in the main ID register.
  private static let parts = ["0xd03": "A53", "0xd07": "A57", "0xd08": "A72", "0xd09": "A73", "0xd0b": "A76", "0xd0d": "A77"]

  /// - Parameter cpuInfo: the text of `/proc/cpuinfo`. What one of its cores lacks the processor lacks; the last core that is told gives the name, which is a large
  ///   one where there are two kinds. A text without features has none.
  public init(cpuInfo: String) {
    var common: Set<Substring>?
    var implementer = ""
    var part = ""
    var isX86 = false
    for line in cpuInfo.split(whereSeparator: \.isNewline) {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let value = halves[1].trimmingCharacters(in: .whitespaces)
      switch halves[0].trimmingCharacters(in: .whitespaces) {
      case "Features", "flags":
        let these = Set(halves[1].split(separator: " "))
        common = common?.intersection(these) ?? these
        if halves[0].hasPrefix("flags") { isX86 = true }
      case "CPU implementer": implementer = value.lowercased()
      case "CPU part": part = value.lowercased()
      default: break
      }
    }
    let features = common ?? []
    if isX86 {
      name = "x86-64"
      hasHalfPrecision = false
      hasDotProducts = features.contains("avx512_vnni") || features.contains("avx_vnni")
      gainsByEightBits = hasDotProducts
    } else {
      let known = implementer == "0x41" ? Self.parts[part].map { "Cortex-\($0)" } : nil
      name = known ?? (part.isEmpty ? "unknown processor" : "ARM part \(part)")
      // The first is scalar, the second for vectors: XNNPACK's kernels need both.
      hasHalfPrecision = features.contains("fphp") && features.contains("asimdhp")
      hasDotProducts = features.contains("asimddp")
      gainsByEightBits = true
    }
  }

  /// The one that runs this program; read once.
  public static let this = Processor(cpuInfo: KernelFile.text("/proc/cpuinfo") ?? "")
}

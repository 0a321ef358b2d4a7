import Foundation
import GestureFlowAPI

/// The processor's features for the models, as the kernel reports them.
public struct Processor: Sendable, Equatable {
  /// The usual name: `Cortex-A76`, `ARM part 0xd4f`, `x86-64`.
  public let name: String
  /// Whether it has arithmetic with 16-bit floats. Always false for an x86: XNNPACK's half precision is 2 to 4 times
  /// slower there.
  public let hasHalfPrecision: Bool
  /// Whether one instruction multiplies and adds four 8-bit numbers.
  public let hasDotProducts: Bool
  /// Whether layers in 8 bits are faster than in 32-bit floats. ARM multiplies 8-bit numbers directly.
  /// An x86 without dot products gains nothing (measured on two EPYCs with AVX2). There XNNPACK first widens each 8-bit
  /// number to 16 bits and adds in a separate step, which costs as much as it gains.
  public let gainsByEightBits: Bool

  /// ARM's own designs (implementer 0x41). The key is the part number in the main ID register.
  private static let parts = ["0xd03": "A53", "0xd07": "A57", "0xd08": "A72", "0xd09": "A73", "0xd0b": "A76", "0xd0d": "A77"]

  /// Parses `/proc/cpuinfo`.
  ///
  /// - Parameter cpuInfo: the text of `/proc/cpuinfo`. A feature counts only if every core has it. The last core gives
  ///   the name; with two kinds of cores it is a large one. A text without feature lines gives no features.
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
      // `fphp` is scalar, `asimdhp` is for vectors: XNNPACK's kernels need both.
      hasHalfPrecision = features.contains("fphp") && features.contains("asimdhp")
      hasDotProducts = features.contains("asimddp")
      gainsByEightBits = true
    }
  }

  /// The processor that runs this program; read once.
  public static let this = Processor(cpuInfo: KernelFile.text("/proc/cpuinfo") ?? "")
}

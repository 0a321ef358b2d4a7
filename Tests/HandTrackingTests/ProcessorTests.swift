import HandTracking
import Testing

/// Tests of reading `/proc/cpuinfo`, with the text of real boards.
@Suite struct ProcessorTests {
  /// Returns the entry of one core of an ARM board.
  static func core(_ number: Int, _ features: String, part: String) -> String {
    """
    processor\t: \(number)
    BogoMIPS\t: 108.00
    Features\t: \(features)
    CPU implementer\t: 0x41
    CPU architecture: 8
    CPU variant\t: 0x4
    CPU part\t: \(part)
    CPU revision\t: 1


    """
  }
  static let a72 = "fp asimd evtstrm crc32 cpuid"
  static let a76 = "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp"

  static let pi4 = Processor(
    cpuInfo: (0..<4).map { core($0, a72, part: "0xd08") }.joined() + "Revision\t: c03114\nModel\t\t: Raspberry Pi 4 Model B\n")
  static let pi5 = Processor(cpuInfo: (0..<4).map { core($0, a76, part: "0xd0b") }.joined() + "Model\t\t: Raspberry Pi 5 Model B Rev 1.0\n")
  static func x86(_ flags: String) -> Processor {
    Processor(
      cpuInfo:
        "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC\nflags\t\t: fpu vme sse4_2 avx2 \(flags)\nbugs\t\t: spectre_v1\n\n"
    )
  }

  @Test func `the two boards are known`() {
    #expect(Self.pi4.name == "Cortex-A72" && !Self.pi4.hasHalfPrecision && !Self.pi4.hasDotProducts)
    #expect(Self.pi5.name == "Cortex-A76" && Self.pi5.hasHalfPrecision && Self.pi5.hasDotProducts)
  }

  /// Some x86 processors have 16-bit float arithmetic. XNNPACK is slower with it there.
  @Test func `an x 86 is never given half precision`() {
    let new = Self.x86("avx512f avx512_vnni avx512_fp16 fphp asimdhp")
    #expect(new.name == "x86-64" && !new.hasHalfPrecision && new.hasDotProducts)
    #expect(!Self.x86("avx512f").hasDotProducts && Self.x86("avx_vnni").hasDotProducts)
  }

  /// ARM multiplies 8-bit values directly. An x86 without dot products widens them first.
  @Test func `eight bits pay on an x 86 with dot products and on every ARM`() {
    #expect(Self.x86("avx_vnni").gainsByEightBits && Self.x86("avx512_vnni").gainsByEightBits)
    #expect(!Self.x86("").gainsByEightBits && !Self.x86("avx512f avx512bw").gainsByEightBits)
    #expect(Self.pi4.gainsByEightBits && Self.pi5.gainsByEightBits)
  }

  @Test func `a feature missing on one core is missing`() {
    let mixed = Processor(cpuInfo: Self.core(0, Self.a72, part: "0xd03") + Self.core(4, Self.a76, part: "0xd0b"))
    #expect(!mixed.hasHalfPrecision && !mixed.hasDotProducts && mixed.name == "Cortex-A76")
    // Vectors of 16-bit floats need both flags. Each must be a separate word.
    for half in ["fphp", "asimdhp", "fphpx asimdhpx"] {
      #expect(!Processor(cpuInfo: Self.core(0, "fp asimd \(half)", part: "0xd0b")).hasHalfPrecision)
    }
  }

  @Test func `an unknown processor is reported and has no features`() {
    #expect(Processor(cpuInfo: Self.core(0, Self.a76, part: "0xd4f")).name == "ARM part 0xd4f")
    let other = Self.core(0, Self.a72, part: "0xd08").replacing("0x41", with: "0x51")
    #expect(Processor(cpuInfo: other).name == "ARM part 0xd08", "another maker's number means something else")
    for text in ["", "nonsense", "Features\n: fphp asimdhp", "CPU part: \n"] {
      let none = Processor(cpuInfo: text)
      #expect(none.name == "unknown processor" && !none.hasHalfPrecision && !none.hasDotProducts)
    }
  }

  @Test func `the one that runs this is known`() { #expect(Processor.this.name != "unknown processor") }
}

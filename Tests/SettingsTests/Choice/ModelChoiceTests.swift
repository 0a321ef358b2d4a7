import HandTracking
import Settings
import Testing

/// Tests of the landmark model for each processor.
@Suite struct ModelChoiceTests {
  private static let x86 = Processor(cpuInfo: "flags\t: sse2 avx2\n")
  private static let x86WithDots = Processor(cpuInfo: "flags\t: sse2 avx2 avx512f avx512_vnni\n")
  private static let a72 = Processor(cpuInfo: "Features\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n")
  private static let a76 = Processor(cpuInfo: "Features\t: fp asimd fphp asimdhp asimddp\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n")

  @Test func `auto takes what suits the processor and says why`() {
    #expect(ModelChoice(.auto, on: Self.x86).size == .float)
    #expect(ModelChoice(.auto, on: Self.x86WithDots).size == .int8)
    #expect(ModelChoice(.auto, on: Self.a72).size == .int8)
    #expect(ModelChoice(.auto, on: Self.a76).size == .float)
    #expect(
      ModelChoice(.auto, on: Self.x86).reason == "x86-64 cannot compute dot products of 8-bit numbers, so these are not faster than floats"
    )
    #expect(ModelChoice(.auto, on: Self.x86WithDots).reason == "x86-64 is fastest with 8-bit numbers with dot products")
    #expect(ModelChoice(.auto, on: Self.a72).reason == "Cortex-A72 is fastest with 8-bit numbers")
    #expect(ModelChoice(.auto, on: Self.a76).reason == "Cortex-A76 has 16-bit floats, in which it costs what the 8-bit model costs")
    let dots = Processor(cpuInfo: "Features\t: asimddp\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n")
    #expect(ModelChoice(.auto, on: dots).size == .int8)
    #expect(ModelChoice(.auto, on: dots).reason == "Cortex-A76 is fastest with 8-bit numbers with dot products")
  }

  @Test(
    arguments: [
      ("auto", .auto), ("float", .float), ("int8", .int8), ("lite", .lite), ("exact", .float), ("full", .int8), ("huge", nil),
    ] as [(String, ModelChoice.Request?)])
  func `a request has its word, and the old one is read too`(word: String, request: ModelChoice.Request?) {
    #expect(ModelChoice.Request(word: word) == request)
  }

  @Test func `the configured value is used`() {
    for (request, size) in [(ModelChoice.Request.float, ModelSize.float), (.int8, .int8), (.lite, .lite)] {
      for processor in [Self.x86, Self.x86WithDots, Self.a72, Self.a76] {
        let choice = ModelChoice(request, on: processor)
        #expect(choice.size == size && choice.reason == "configured")
      }
    }
  }
}

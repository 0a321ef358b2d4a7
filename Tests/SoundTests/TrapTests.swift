import Foundation
import TestSupport
import Testing

/// Neither the render callback nor the sinks' loops allocate, lock or call the kernel: 100,000 blocks, shared out among every mode with every quality, in a program
/// whose malloc and mutexes count and whose thread the kernel kills for a system call. Each mode must sound, or it has shown nothing.
@Suite struct TrapTests {
  @Test func aHundredThousandBlocksTouchNothingForbidden() throws {
    let run = try ProgramRun.run(Places.program("RealtimeTrap"), ["100000"])
    print(run.output)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("syscalls none"))
    let lines = run.output.split(separator: "\n")
    for kind in ["original", "speed", "pitch", "both", "edges", "pauses", "jumps", "tones", "tapeEnds", "starvation"] {
      for quality in ["fine", "light"] { #expect(lines.contains { $0.hasPrefix("\(quality) \(kind) ") }, "\(quality) \(kind)") }
    }
    #expect(lines.contains { $0.hasPrefix("card's loop ") } && lines.contains { $0.hasPrefix("clock's loop ") })
    let total = lines.first { $0.hasPrefix("blocks ") }?.split(separator: " ").last.flatMap { Int($0) }
    #expect((total ?? 0) >= 100_000)
  }

  @Test(arguments: ["malloc", "lock", "syscall"])
  func theTrapBites(seed: String) throws {
    let run = try ProgramRun.run(Places.program("RealtimeTrap"), ["--seed", seed])
    #expect(run.status != 0, "\(run.output)")
  }
}

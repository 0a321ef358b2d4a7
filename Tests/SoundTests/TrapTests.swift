import Foundation
import TestSupport
import Testing

/// The render callback neither allocates, nor locks, nor calls the kernel: 100,000 blocks of every mode in a program whose malloc and mutexes count and whose
/// thread the kernel kills for a system call.
@Suite struct TrapTests {
  @Test func aHundredThousandBlocksTouchNothingForbidden() throws {
    let run = try ProgramRun.run(Places.program("RealtimeTrap"), ["100000"])
    print(run.output)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("syscalls none"))
  }

  @Test(arguments: ["malloc", "lock", "syscall"])
  func theTrapBites(seed: String) throws {
    let run = try ProgramRun.run(Places.program("RealtimeTrap"), ["--seed", seed])
    #expect(run.status != 0, "\(run.output)")
  }
}

import Foundation
import TestSupport
import Testing

/// Neither the render callback nor the sinks' loops allocate, lock or call the kernel. The test plays 2,000
/// blocks of each mode. Its program counts calls of malloc and mutexes, and the kernel kills its
/// thread for a system call. Each mode must sound to its end; otherwise it shows nothing.
@Suite struct TrapTests {
  @Test func `no block of any mode touches what is forbidden`() throws {
    let blocks = Ring.isLong ? 100_000 : 34_000
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["live", "\(blocks)"])
    print(run.output)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("syscalls none"))
    let lines = run.output.split(separator: "\n")
    for kind in [
      "original", "speed", "pitch", "both", "edges", "pauses", "jumps", "tones", "tapeEnds", "starvation", "stems", "instrument", "inlet",
      "capture", "limited",
    ] {
      #expect(lines.contains { $0.hasPrefix("\(kind) ") }, "\(kind)")
    }
    #expect(lines.contains { $0.hasPrefix("card's loop ") } && lines.contains { $0.hasPrefix("clock's loop ") })
    let total = lines.first { $0.hasPrefix("blocks ") }?.split(separator: " ").last.flatMap { Int($0) }
    #expect((total ?? 0) >= blocks)
  }

  /// The trap counts a seeded fault in each mode, exactly and by name. (An allocation is freed again, which
  /// counts too.)
  @Test(arguments: [("malloc", "malloc", 2), ("lock", "pthread_mutex_lock", 1)])
  func `the trap bites`(seed: String, name: String, count: Int) throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["live", "--seed", seed])
    #expect(run.status == 1)
    let modes = Self.modes(run.output)
    #expect(modes.count == 17 && modes.allSatisfy { $0.contains(" forbidden=\(count) first=\(name) ") }, "\(run.output)")
  }

  /// A mode that is silent after a quarter of its blocks shows little. The program fails for it.
  @Test func `silence at the end is found`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["live", "--seed", "silence"])
    #expect(run.status == 1)
    let modes = Self.modes(run.output)
    #expect(modes.count == 17 && modes.allSatisfy { $0.contains(" forbidden=0 ") && $0.hasSuffix(" peak=0.0") }, "\(run.output)")
  }

  @Test func `a system call ends the thread`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["live", "--seed", "syscall"])
    #expect(run.status == 1 && run.output == "a system call ended the render thread\n", "\(run.output)")
  }

  /// The same short run without a seed: the faults in the other runs come from the seed alone. (It is too short
  /// for the mode with pauses to sound, so its exit status has no meaning.)
  @Test func `without a seed nothing is found`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["live", "850"])
    let modes = Self.modes(run.output)
    #expect(modes.count == 17 && modes.allSatisfy { $0.contains(" blocks=50 forbidden=0 first= ") }, "\(run.output)")
    #expect(run.output.contains("syscalls none"))
  }

  @Test func `an unknown check is refused`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["drum", "50"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors == "TrapCheck: the check is not known: begin with live, stretch, stem or synth\n")
  }

  /// Returns the output lines of the modes.
  private static func modes(_ output: String) -> [Substring] { output.split(separator: "\n").filter { $0.contains(" forbidden=") } }
}

import Foundation
import TestSupport
import Testing

/// The synthesizer neither allocates nor locks. The program counts calls of malloc and mutexes.
@Suite struct SynthTrapTests {
  private static let ways = ["chord", "gliding", "stealing", "knobs", "pieces", "resets", "switching"]

  @Test func `no block touches what is forbidden`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["synth", "2000"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let lines = run.output.split(separator: "\n")
    for way in Self.ways { #expect(lines.contains { $0.hasPrefix("\(way) blocks=2000 forbidden=0 ") }, "\(way)") }
  }

  /// The trap counts one allocation in each mode, exactly and by name. The allocation is freed again.
  @Test func `the trap bites`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["synth", "--seed"])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == Self.ways.count && lines.allSatisfy { $0.contains(" forbidden=2 first=malloc ") }, "\(run.output)")
  }
}

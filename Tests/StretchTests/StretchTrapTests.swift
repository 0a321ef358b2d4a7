import Foundation
import TestSupport
import Testing

/// Tests that no use of a playhead allocates or locks. They run a program that counts calls of malloc and mutexes.
@Suite struct StretchTrapTests {
  private static let ways = ["through", "speed", "pitch", "both", "edges", "comingAndGoing", "jumps", "roll", "outside"]

  @Test func `no block touches what is forbidden`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["stretch", "2000"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let lines = run.output.split(separator: "\n")
    for way in Self.ways { #expect(lines.contains { $0.hasPrefix("\(way) blocks=2000 forbidden=0 ") }, "\(way)") }
  }

  /// The trap counts an allocation and its release in each case. It reports the exact number and the name.
  @Test func `the trap bites`() throws {
    let run = try ProgramRun.run(Places.program("TrapCheck"), ["stretch", "--seed"])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == Self.ways.count && lines.allSatisfy { $0.contains(" forbidden=2 first=malloc ") }, "\(run.output)")
  }
}

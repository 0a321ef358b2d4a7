import Foundation
import TestSupport
import Testing

/// Stems neither allocate nor lock while they are rendered, in a program whose malloc and mutexes count.
@Suite struct StemTrapTests {
  private static let ways = ["original", "moving", "loops", "sets", "pauses", "streams"]

  @Test func `no block touches what is forbidden`() throws {
    let run = try ProgramRun.run(Places.program("StemTrap"), ["2000"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let lines = run.output.split(separator: "\n")
    for way in Self.ways { #expect(lines.contains { $0.hasPrefix("\(way) blocks=2000 forbidden=0 ") }, "\(way)") }
  }

  /// An allocation, which is freed again, is counted in each way, exactly and by its name.
  @Test func `the trap bites`() throws {
    let run = try ProgramRun.run(Places.program("StemTrap"), ["--seed"])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == Self.ways.count && lines.allSatisfy { $0.contains(" forbidden=2 first=malloc ") }, "\(run.output)")
  }
}

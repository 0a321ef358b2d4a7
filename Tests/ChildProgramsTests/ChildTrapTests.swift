import Foundation
import TestSupport
import Testing

/// Tests that started programs leave nothing behind in the process.
/// The count runs in a separate process, because other tests run in this one at the same time.
@Suite struct ChildTrapTests {
  @Test func `two hundred starts leave neither a descriptor nor a zombie behind`() throws {
    let run = try ProgramRun.run(Places.program("ChildTrap"), ["leftovers"])
    #expect(run.status == 0 && run.output == "descriptors=0 children=none\n", "\(run.output)\(run.errors)")
  }

  /// The service's sandbox refuses network sockets: with Foundation's `Process` neither an import nor a film ended
  /// there.
  @Test func `no socket of the network is made for a film or an import`() throws {
    try Places.withFolder { folder in
      let film = folder.appendingPathComponent("film.mkv").path
      let made = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        [
          "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=1", "-f", "lavfi", "-i", "sine=duration=1",
          "-c:v",
          "ffv1", "-c:a", "aac", film,
        ])
      try #require(made.status == 0, "\(made.errors)")
      let run = try ProgramRun.run(Places.program("ChildTrap"), ["sockets", film])
      #expect(run.status == 0 && run.output == "frames=5 imported=yes sockets=0\n", "\(run.output)\(run.errors)")
    }
  }

  @Test func `the trap bites`() throws {
    let run = try ProgramRun.run(Places.program("ChildTrap"), ["--seed"])
    let count = run.output.split(separator: "=").last.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    #expect(run.status == 0 && (count ?? 0) > 0, "\(run.output)\(run.errors)")
  }
}

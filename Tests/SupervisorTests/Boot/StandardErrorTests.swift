import Foundation
import GestureFlowAPI
import Realtime
import Supervisor
import TestSupport
import Testing

/// Standard error is missing, closed or blocked. It never ends or delays the daemon.
@Suite(.serialized) struct StandardErrorTests {
  private let daemon = Places.program("gestureflowd")

  @Test func `a text is written whole`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("log").path
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
      defer { close(descriptor) }
      let text = String(repeating: "a line that is long\n", count: 3000)
      #expect(StandardError.write(text, to: descriptor))
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == text)
    }
  }

  @Test func `a reader that is gone or stuck costs only the text`() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    // Without a reader, the part that fits is written and the rest dropped.
    #expect(!StandardError.write(String(repeating: "x", count: 1 << 20), to: ends[1]))
    close(ends[0])
    #expect(!StandardError.write("x", to: ends[1]))
    close(ends[1])
  }

  /// Runs the daemon through a shell that redirects its standard error.
  private func run(_ redirection: String, seconds: Int, folder: URL) throws -> Report {
    let json = folder.appendingPathComponent("r.json").path
    let command =
      "\(daemon.path) run --camera performer:open --sink null --seconds \(seconds) --report \(json) --state-dir \(folder.path)/state \(redirection)"
    let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/sh"), ["-c", command])
    #expect(run.status == 0, "\(redirection): \(run.status) \(run.output)")
    return try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
  }

  /// Returns the first run that plays. A loaded machine may render nothing in a second.
  private func first(_ run: (_ seconds: Int) throws -> Report) throws -> Report {
    for seconds in [1, 20] {
      let report = try run(seconds)
      if report.status.audio.blocks > 0 { return report }
    }
    return try run(180)
  }

  @Test func `the daemon outlives a closed standard error`() throws {
    try Places.withFolder { folder in
      let report = try first { try run("2>&-", seconds: $0, folder: folder) }
      #expect(report.status.audio.blocks > 0)
      // The closed descriptor was not reused for one of the daemon's files.
      let lock = try String(contentsOfFile: folder.path + "/state/gestureflowd.lock", encoding: .utf8)
      #expect(Int(lock.trimmingCharacters(in: .whitespacesAndNewlines)) != nil, "\(lock)")
    }
  }

  /// A log viewer that ended leaves a pipe without a reader.
  @Test func `the daemon outlives its reader`() throws {
    try Places.withFolder { folder in
      let json = folder.appendingPathComponent("r.json").path
      let report = try first { seconds in
        let process = Process()
        process.executableURL = daemon
        process.arguments = ["run", "--camera", "performer:open", "--sink", "null", "--seconds", "\(seconds)", "--report", json]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        process.standardError = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        return try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
      }
      #expect(report.status.audio.blocks > 0)
    }
  }
}

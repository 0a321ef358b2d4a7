import ChildPrograms
import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Tests of started programs: their output and their end.
@Suite struct ChildProgramTests {
  /// Runs a line of the shell.
  private func shell(_ line: String, within seconds: Double? = nil) throws -> (end: ChildProgram.End, output: String, errors: String) {
    var output = [UInt8]()
    var errors = [UInt8]()
    let end = try ChildProgram("/bin/sh", ["-c", line]).finish(within: seconds) {
      output += $0
    } errors: {
      errors += $0
    }
    return (end, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
  }

  @Test(arguments: [0, 1, 7, 255]) func `the status is the programs own`(status: Int32) throws {
    let end = try shell("exit \(status)").end
    #expect(end == .exit(status))
  }

  @Test(arguments: [SIGTERM, SIGSEGV, SIGKILL]) func `the signal that ended it is reported`(number: Int32) throws {
    let end = try shell("kill -\(number) $$").end
    #expect(end == .signal(number))
  }

  @Test func `arguments come as they are`() throws {
    var output = [UInt8]()
    try ChildProgram("/usr/bin/printf", ["%s|", "two words", "", "ツ", "$HOME *"]).finish { output += $0 }
    #expect(String(decoding: output, as: UTF8.self) == "two words||ツ|$HOME *|")
  }

  /// More than a pipe holds on both, one after the other: a reader of only one of them would wait forever.
  @Test func `both pipes are read to their end`() throws {
    let run = try shell("head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2; head -c 100000 /dev/zero; printf end >&2; exit 4")
    #expect(run.end == .exit(4) && run.output.utf8.count == 400_000 && run.errors.utf8.count == 200_003 && run.errors.hasSuffix("end"))
  }

  @Test func `a missing program is named`() {
    let missing = #expect(throws: SystemFailure.self) { _ = try ChildProgram("/nowhere/none") }
    #expect(missing == SystemFailure(ENOENT, "start /nowhere/none") && missing?.description == "No such file or directory")
    let folder = #expect(throws: SystemFailure.self) { _ = try ChildProgram("/tmp") }
    #expect(folder == SystemFailure(EACCES, "start /tmp"))
  }

  @Test func `a program can be killed while its output is read`() throws {
    let child = try ChildProgram("/bin/sh", ["-c", "echo word; sleep 1000"])
    var words = 0
    #expect(child.end == nil)
    let end = child.finish { _ in
      words += 1
      child.kill()
    }
    #expect(end == .signal(SIGKILL) && words == 1 && child.end == end)
    // Its process id may belong to another process now.
    child.kill()
    let again = child.wait()
    #expect(again == end)
  }

  @Test(arguments: ["sleep 1000", "exec >&- 2>&-; sleep 1000"]) func `a program that takes too long is killed`(line: String) throws {
    let end = try shell(line, within: 0.2).end
    #expect(end == .signal(SIGKILL))
  }

  @Test func `its end can be waited for within a time`() throws {
    let child = try ChildProgram("/bin/sleep", ["1000"])
    let before = child.wait(within: 0.05)
    #expect(before == nil)
    child.kill()
    let after = child.wait(within: 60)
    #expect(after == .signal(SIGKILL))
  }

  /// A child would hold the pipes open and run forever.
  @Test func `children of a program end with it`() throws {
    let run = try shell("sleep 1000 & echo $!")
    #expect(run.end == .exit(0))
    let number = try #require(Int32(run.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(waitUntil { Self.hasEnded(number) })
  }

  @Test func `a program whose owner is gone is killed`() throws {
    func start() throws -> Int32 {
      let child = try ChildProgram("/bin/sh", ["-c", "echo $$; exec sleep 1000"])
      let word = String(decoding: ChildProgram.read(try #require(child.output)), as: UTF8.self)
      #expect(child.end == nil)
      return try #require(Int32(word.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    let number = try start()
    #expect(waitUntil { Self.hasEnded(number) })
  }

  @Test func `a program reads its input`() throws {
    let pipe = Pipe()
    let child = try ChildProgram("/bin/cat", input: .descriptor(pipe.fileHandleForReading.fileDescriptor))
    try pipe.fileHandleForReading.close()
    try pipe.fileHandleForWriting.write(contentsOf: Data("word".utf8))
    try pipe.fileHandleForWriting.close()
    var output = [UInt8]()
    let end = child.finish { output += $0 }
    #expect(end == .exit(0) && output == Array("word".utf8))
  }

  /// Whether a process is gone, or a zombie of its new parent.
  private static func hasEnded(_ number: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return true }
    return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }
}

import ArgumentParser
import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of mistyped commands and of exit codes.
@Suite struct CommandTreeTests {
  @Test(arguments: [
    ("stauts", "did you mean 'status'?"), ("wach", "did you mean 'watch'?"), ("volum 1", "did you mean 'volume'?"),
    ("STATUS", "did you mean 'status'?"), ("xyzzy", "gfctl help lists them all"), ("library serach moon", "did you mean 'search'?"),
    ("midi prots", "did you mean 'ports'?"), ("capture sotp", "did you mean 'stop'?"), ("help stauts", "did you mean 'status'?"),
    ("network pgae", "did you mean 'page'?"), ("network page cdoe", "did you mean 'code'?"),
    ("midi wobbledy", "gfctl help midi lists them all"), ("hlep", "did you mean 'help'?"),
  ])
  func `a mistyped command is answered with a similar one`(words: String, told: String) {
    let complaint = CommandTree.complaint(words.split(separator: " ").map(String.init))
    #expect(complaint?.hasPrefix("there is no command '") == true && complaint?.hasSuffix(told) == true, "\(complaint ?? "none")")
  }

  @Test(arguments: [
    "", "status --loud", "status", "--stauts", "midi learn volume --x", "config camera.rate x y", "volume 1 2", "help", "help midi learn",
  ])
  func `other mistakes are left to the parser`(words: String) {
    #expect(CommandTree.complaint(words.split(separator: " ").map(String.init)) == nil)
  }

  @Test func `a strange word does not command the terminal`() {
    #expect(CommandTree.complaint(["a\u{1B}[2Jb"])?.contains("\u{1B}") == false)
    #expect(CommandTree.complaint([String(repeating: "x", count: 100_000)]) != nil)
  }

  @Test func `only usage has exit code 64`() {
    #expect(GFCtl.exitCode(of: UsageError("x")) == 64)
    #expect(GFCtl.exitCode(of: Failure("x", remedy: "y")) == 1)
    #expect(GFCtl.exitCode(of: ClientError.problem(.refused("x"))) == 1)
    #expect(GFCtl.exitCode(of: ClientError.notRunning(socket: "x")) == 3)
    #expect(GFCtl.exitCode(of: ExitCode(130)) == 130)
    #expect(GFCtl.exitCode(of: Problem.failed("x")) == 1)
    #expect(GFCtl.exitCode(of: ValidationError("x")) == nil && GFCtl.exitCode(of: CleanExit.helpRequest()) == nil, "left to the parser")
  }

  @Test(arguments: [
    ("stauts", "status"), ("sta", "status"), ("st", nil), ("s", nil), ("", nil), ("vlume", "volume"), ("lok", nil), ("completely", nil),
  ])
  func `the nearest word is found or none`(typed: String, meant: String?) {
    #expect(Spelling.nearest(typed, in: ["status", "stem", "volume", "watch"]) == meant)
  }
}

import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import Testing

/// Test programs that record their calls.
final class ScriptedPrograms: ExternalPrograms {
  private let calls = Mutex<[String]>([])
  private let answer: @Sendable (String) -> (status: Int32?, said: String)

  /// - Parameter answer: returns the result of a command line.
  init(_ answer: @escaping @Sendable (String) -> (status: Int32?, said: String) = { _ in (0, "LoadState=loaded\nActiveState=active") }) {
    self.answer = answer
  }

  /// Arguments of all calls, without the folder of the program.
  var orders: [String] { calls.withLock { $0 } }

  func run(_ program: String, _ arguments: [String]) -> (status: Int32?, said: String) {
    let line = ([(program as NSString).lastPathComponent] + arguments).joined(separator: " ")
    calls.withLock { $0.append(line) }
    return answer(line)
  }

  func interact(_ program: String, _ arguments: [String]) -> Int32? { run(program, arguments).status }
}

/// Tests that the service is controlled through systemd.
@Suite struct ServiceTests {
  private static let show = "systemctl show gestureflow.service --property=LoadState,ActiveState"
  private static let stop = "systemctl stop gestureflow.service"
  private static let start = "systemctl --no-block start gestureflow.service"

  @Test func `restart needs root and an installed service`() throws {
    let programs = ScriptedPrograms()
    let refused = #expect(throws: Failure.self) { try Service(programs, isRoot: false).restart() }
    #expect(refused?.remedy == "sudo gfctl restart" && programs.orders.isEmpty)
    try Service(programs, isRoot: true).restart()
    #expect(programs.orders == [Self.show, "systemctl --no-block restart gestureflow.service"])
    let missing = ScriptedPrograms { _ in (0, "LoadState=not-found\nActiveState=inactive") }
    let failure = #expect(throws: Failure.self) { try Service(missing, isRoot: true).restart() }
    #expect(failure?.remedy == "install the package on the box")
    let broken = ScriptedPrograms { _ in (1, "no bus\u{1B}") }
    #expect(throws: Failure.self) { try Service(broken, isRoot: true).restart() }
  }

  @Test func `work happens while the service is stopped and it starts again after a failure`() throws {
    let programs = ScriptedPrograms()
    try Service(programs, isRoot: true).stopped { () throws(Failure) in #expect(programs.orders == [Self.show, Self.stop]) }
    #expect(programs.orders == [Self.show, Self.stop, Self.start])
    let others = ScriptedPrograms()
    let failure = #expect(throws: Failure.self) {
      try Service(others, isRoot: true).stopped { () throws(Failure) in throw Failure("x", remedy: "y") }
    }
    #expect(failure == Failure("x", remedy: "y") && others.orders.last == Self.start)
    // A service that takes longer to end than systemctl may wait.
    let slow = ScriptedPrograms { $0 == Self.stop ? (nil, "") : (0, "LoadState=loaded\nActiveState=active") }
    #expect(throws: Failure.self) {
      try Service(slow, isRoot: true).stopped { () throws(Failure) in Issue.record("the service may still run") }
    }
    #expect(slow.orders == [Self.show, Self.stop, Self.start])
  }

  @Test func `a service that was stopped stays so`() throws {
    let programs = ScriptedPrograms { _ in (0, "LoadState=loaded\nActiveState=inactive") }
    try Service(programs, isRoot: true).stopped { () throws(Failure) in }
    #expect(programs.orders == [Self.show])
  }

  @Test func `the journal is shown`() throws {
    let programs = ScriptedPrograms()
    try Service(programs).showLog(lines: 50, follows: true)
    #expect(programs.orders == ["journalctl -u gestureflow.service -n 50 --no-pager -f"])
    try Service(ScriptedPrograms { _ in (nil, "") }).showLog(lines: 50, follows: true)
    for status: Int32? in [1, nil] {
      let programs = ScriptedPrograms { _ in (status, "") }
      let failure = #expect(throws: Failure.self) { try Service(programs).showLog(lines: 1, follows: false) }
      #expect(failure?.remedy.contains("sudo gfctl logs") == true)
    }
  }

  @Test func `a question without a person is not answered`() throws {
    try Question.ask("?", isAnswered: true, isTerminal: false) { nil }
    #expect(throws: Failure.self) { try Question.ask("?", isAnswered: false, isTerminal: false) { "y" } }
    for word in ["y", "YES"] { try Question.ask("?", isAnswered: false, isTerminal: true) { word } }
    for word in ["", "n", "yep", nil] {
      #expect(throws: Failure.self) { try Question.ask("?", isAnswered: false, isTerminal: true) { word } }
    }
  }

  @Test func `a program has the terminal and Ctrl-C does not end gfctl`() {
    #expect(SystemPrograms().interact("/bin/sh", ["-c", "exit 3"]) == 3)
    #expect(SystemPrograms().interact("/bin/sh", ["-c", "kill -INT $$; exit 0"]) == nil, "its own default action")
    #expect(SystemPrograms().interact("/none/such", []) == nil || SystemPrograms().interact("/none/such", []) == 127)
  }
}

import ArgumentParser
import Foundation
import GestureFlowAPI

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Tests a part by ear and eye. Exit code 1 if it has a problem.",
    discussion: """
      speaker: the box plays left, right, then both. leds: each LED lights in turn, then all. buttons: for 20 s each press is named and does nothing else. midi: the box sends a scale and shows what comes in. camera: rate, light and hands.

      q or Ctrl-C ends a test early, and so does gfctl test end.
      """)
  @OptionGroup var connection: Connection
  @Argument(help: "\(PartTestWords.all.joined(separator: ", ")).", completion: .list(PartTestWords.all)) var part: String

  func run() throws {
    let word = try PartTestWords.word(part)
    guard let test = PartTest(rawValue: word) else { return try testCamera() }
    if test == .end { return try connection.send(.test(.end)) }
    try Self.follow(test, connection)
  }

  /// Runs a test of the box and prints its steps.
  /// - Throws: the problem that it found.
  static func follow(_ test: PartTest, _ connection: Connection) throws {
    let socket = connection.path()
    let keys = Terminal.isTerminal ? RawKeys() : nil
    let follower = PartTestFollower(ask: { test in try TestCommand.ask(test, socket) })
    // Before anything starts a thread.
    Interruption.calls {
      follower.askEnd()
      follower.waitForEnd(2)
      keys?.restore()
    }
    defer { keys?.restore() }
    keys?.onQuit { follower.askEnd() }
    if test == .speaker, let failure = Doctor.silence(try connection.status()) { throw failure }
    try connection.client().listen("/v1/events?types=\(EventKind.status),test,testEnded") { type, data in
      follower.take(type, data, test)
    }
    follower.endUnfinished()
    try follower.check(socket)
  }

  private static func ask(_ test: PartTest, _ socket: String) throws {
    let body = try JSONEncoder().encode(Command.test(test))
    let answer = try BoxClient(socket: socket).ask("POST", "/v1/commands", body: body, timeout: test == .end ? 2 : 10)
    guard answer.status < 400 else { throw ClientError.problem(BoxClient.problem(answer.status, answer.body)) }
  }

  private func testCamera() throws {
    print("hold both hands up before the camera")
    fflush(nil)
    var check = CameraCheck()
    for round in 0..<10 {
      if round > 0 { usleep(500_000) }
      check.take(try connection.status())
      if check.isHopeless { break }
    }
    for finding in check.findings { print(finding.line(colour: Terminal.hasColour)) }
    if check.findings.contains(where: { $0.result != .good }) { throw ExitCode(1) }
  }
}

/// Words of the parts that can be tested.
package enum PartTestWords {
  /// Every word: the tests of the box, and camera. `gfctl latency` is a command of its own.
  package static let all = ["camera"] + PartTest.allCases.filter { $0 != .latency }.map(\.rawValue)

  /// Returns the word that a person means.
  /// - Throws: `UsageError` with all words, or with a similar one.
  package static func word(_ typed: String) throws(UsageError) -> String {
    if let word = ChoiceWord.word(typed, in: all) { return word }
    throw UsageError("test takes \(all.joined(separator: ", ")), not '\(Terminal.plain(typed))'\(Spelling.hint(typed, in: all))")
  }
}

import ArgumentParser
import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

@Suite struct BoxRequestsTests {
  /// Sends a request to a unit that reads at most `most` bytes, then answers and disconnects.
  /// - Returns: what the unit has read, and its answer.
  private func ask(
    _ request: BoxRequests.Request, _ file: BackupFile? = nil, answer: String, most: Int = .max
  ) throws -> (taken: Data, result: Result<(code: Int32, said: String), any Error>) {
    let taken = Mutex(Data())
    let unit = try ScriptedBox { peer in
      let bytes = peer.body(most)
      taken.withLock { $0 = Data(bytes) }
      peer.send(answer)
    }
    defer { unit.stop() }
    let requests = BoxRequests(socket: unit.socket, isRoot: false)
    #expect(requests.areNeeded && !BoxRequests(socket: unit.socket, isRoot: true).areNeeded)
    let result = Result { try requests.ask(request, file) }
    return (taken.withLock { $0 }, result)
  }

  @Test func `each request is one word, and the unit's words and code come back`() throws {
    for request in BoxRequests.Request.allCases {
      let (taken, result) = try ask(request, answer: "first\nse\u{1B}[1mcond\n\ncode 3\n")
      let (code, said) = try result.get()
      #expect(code == 3 && said.hasPrefix("first\nse") && said.hasSuffix("cond\n") && !said.contains("\u{1B}"))
      #expect(taken == Data("\(request.rawValue)\n".utf8))
    }
  }

  @Test func `a failure of the unit is this program's exit code`() throws {
    let unit = try ScriptedBox { peer in
      _ = peer.rest()
      peer.send("\ncode 1\n")
    }
    defer { unit.stop() }
    #expect(throws: ExitCode(1)) { try BoxRequests(socket: unit.socket, isRoot: false).carryOut(.reset) }
  }

  @Test func `a backup follows the word, and a unit that stops reading still says why`() throws {
    let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    for most in [.max, 20] {
      try Places.withFolder { (folder: URL) throws in
        let file = folder.appendingPathComponent("box.backup")
        try bytes.write(to: file)
        let (taken, result) = try ask(.restoreImports, BackupFile(file.path), answer: "it is damaged\n\ncode 1\n", most: most)
        let answer = try result.get()
        #expect(answer.code == 1 && answer.said == "it is damaged\n")
        #expect(taken == (Data("restore-imports\n".utf8) + bytes).prefix(most))
      }
    }
  }

  @Test func `an answer without its end is a failure`() throws {
    for answer in ["", "code 0", "code 0\n", "\ncode 0", "half a word", "\ncode x\n", "done\n"] {
      let failure = #expect(throws: Failure.self) { _ = try ask(.networkOn, answer: answer).result.get() }
      #expect(failure?.reason == "the box has not said how it ended", "\(answer)")
    }
  }

  @Test func `a machine without the unit needs root`() throws {
    try Places.withFolder { (folder: URL) throws in
      let requests = BoxRequests(socket: folder.appendingPathComponent("gone").path, isRoot: false)
      #expect(!requests.areNeeded)
      let failure = #expect(throws: Failure.self) { try requests.ask(.restart) }
      #expect(failure?.reason == "the box cannot be asked to act as root (No such file or directory)")
      #expect(failure?.remedy == "log in as owner or root")
    }
  }
}

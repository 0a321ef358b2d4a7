import ArgumentParser
import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

@Suite struct BoxRequestsTests {
  /// A unit that takes one connection.
  final class Unit: Sendable {
    let path: String
    private let listener: Int32
    private let all = Mutex(Data())
    private let end = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - answer: sent before it disconnects. - most: number of bytes that it reads; nil: all of them.
    init(in folder: URL, answer: String, most: Int? = nil) throws {
      path = folder.appendingPathComponent("requests.sock").path
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let name = path
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { [listener] in
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(bound == 0 && listen(listener, 1) == 0)
      Thread.detachNewThread { [self] in
        let connection = accept(listener, nil, nil)
        var piece = [UInt8](repeating: 0, count: 65536)
        while most.map({ taken.count < $0 }) ?? true {
          let count = recv(connection, &piece, min(piece.count, most.map { $0 - taken.count } ?? Int.max), 0)
          guard count > 0 else { break }
          all.withLock { $0 += piece.prefix(count) }
        }
        _ = Array(answer.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        close(connection)
        close(listener)
        end.signal()
      }
    }

    /// The bytes that it has read until its end.
    var taken: Data { all.withLock { $0 } }
    func wait() { #expect(end.wait(timeout: .now() + 120) == .success, "it was never asked") }
  }

  @Test func `each request is one word, and the unit's words and code come back`() throws {
    for request in BoxRequests.Request.allCases {
      try Places.withFolder { (folder: URL) throws in
        let unit = try Unit(in: folder, answer: "first\nse\u{1B}[1mcond\n\ncode 3\n")
        let requests = BoxRequests(socket: unit.path, isRoot: false)
        #expect(requests.areNeeded && !BoxRequests(socket: unit.path, isRoot: true).areNeeded)
        let (code, said) = try requests.ask(request)
        unit.wait()
        #expect(code == 3 && said.hasPrefix("first\nse") && said.hasSuffix("cond\n") && !said.contains("\u{1B}"))
        #expect(unit.taken == Data("\(request.rawValue)\n".utf8))
      }
    }
  }

  @Test func `a failure of the unit is this program's exit code`() throws {
    try Places.withFolder { (folder: URL) throws in
      let unit = try Unit(in: folder, answer: "\ncode 1\n")
      #expect(throws: ExitCode(1)) { try BoxRequests(socket: unit.path, isRoot: false).carryOut(.reset) }
      unit.wait()
    }
  }

  @Test func `a backup follows the word, and a unit that stops reading still says why`() throws {
    let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    for most in [nil, 20] as [Int?] {
      try Places.withFolder { (folder: URL) throws in
        let file = folder.appendingPathComponent("box.backup")
        try bytes.write(to: file)
        let unit = try Unit(in: folder, answer: "it is damaged\n\ncode 1\n", most: most)
        let answer = try BoxRequests(socket: unit.path, isRoot: false).ask(.restoreImports, BackupFile(file.path))
        unit.wait()
        #expect(answer.code == 1 && answer.said == "it is damaged\n")
        let sent = Data("restore-imports\n".utf8) + bytes
        #expect(unit.taken == (most.map { sent.prefix($0) } ?? sent))
      }
    }
  }

  @Test func `an answer without its end is a failure`() throws {
    for answer in ["", "code 0", "code 0\n", "\ncode 0", "half a word", "\ncode x\n", "done\n"] {
      try Places.withFolder { (folder: URL) throws in
        let unit = try Unit(in: folder, answer: answer)
        let failure = #expect(throws: Failure.self) { try BoxRequests(socket: unit.path, isRoot: false).ask(.networkOn) }
        unit.wait()
        #expect(failure?.reason == "the box has not said how it ended", "\(answer)")
      }
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

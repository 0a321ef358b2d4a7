import Control
import Foundation
import NIOPosix
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of a socket removed from its folder, and of clients without descriptors.
@Suite(.serialized) struct RemovedSocketTests {
  @Test func `a removed socket fails the part, and a new start makes it again`() throws {
    var settings = RunSettings()
    settings.camera = .performer("open")
    settings.sink = .null
    settings.freeRunning = true
    let box = try Box(settings, log: BootLog(quiet: true))
    // The name is short, because a socket's path has 107 bytes at most.
    let folder = "/tmp/gf-removed-\(UInt32.random(in: 0...UInt32.max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let part = SocketPart(box, folder: folder)
    try part.start()
    defer { part.stop() }
    #expect(part.condition == .running)
    for name in ["control.sock", "health.sock"] {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      guard case .failed(let why) = part.condition else {
        Issue.record("\(name) is gone, and the part says \(part.condition)")
        return
      }
      #expect(why.reason.contains("\(folder)/\(name) was removed"))
      // The supervisor does this with a failed component.
      part.stop()
      try part.start()
      #expect(part.condition == .running && UnixConnection("\(folder)/\(name)") != nil)
    }
  }

  @Test func `a socket that another program put there stays`() throws {
    let server = try OwnServer(.patient, Service { _ in Answers.text("") })
    try FileManager.default.removeItem(atPath: server.path)
    try Data("other".utf8).write(to: URL(fileURLWithPath: server.path))
    defer { try? FileManager.default.removeItem(atPath: server.path) }
    server.stop()
    #expect(FileManager.default.fileExists(atPath: server.path))
  }

  @Test func `scarce descriptors are reported as such`() throws {
    let path = "/tmp/gf-scarce-\(UInt32.random(in: 0...UInt32.max)).sock"
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let queues = AnswerQueues()
    defer { queues.close() }
    let server = UnixHTTPServer(
      path, limits: .patient, group: group, queues: queues, service: Service { _ in Answers.text("") }, areScarce: { true })
    try server.start(mode: 0o600, group: nil)
    defer { server.stop() }
    let answer = Answer(try #require(UnixConnection(path)).readAll())
    #expect(answer.status == 503 && answer.text.contains("EMFILE") && !answer.text.contains("clients are connected"), "\(answer.text)")
  }
}

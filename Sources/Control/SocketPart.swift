import Foundation
import GestureFlowAPI
import NIOPosix
import Realtime
import Supervisor

/// The two sockets. `health.sock` is for all users to read, `control.sock` for the group `gestureflow`.
public final class SocketPart: Component {
  /// State between a start and a stop.
  private struct Running {
    var group: MultiThreadedEventLoopGroup?
    var servers: [UnixHTTPServer] = []
    var queues: AnswerQueues?
  }

  /// Name of the part.
  public let name = ProblemName.socket.rawValue
  /// Pauses between restarts, in seconds.
  public let patience = BackOff(first: 1, longest: 30)
  private let box: Box
  private let folder: String
  private let limits: Limits
  /// Published by the thread that starts and stops the part.
  private let running = Published(Running())

  /// - Parameters:
  ///   - folder: folder of both sockets.
  ///   - limits: limits on the clients' use of resources.
  public init(_ box: Box, folder: String, limits: Limits = Limits()) {
    self.box = box
    self.folder = folder
    self.limits = limits
  }

  /// Makes both sockets and listens.
  /// - Throws: `Failure` with the reason and the remedy.
  public func start() throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if Self.isAnswered(folder + "/control.sock") {
        throw Failure(
          "\(folder)/control.sock belongs to another gestureflowd", remedy: "stop it, or name another folder with --socket-dir")
      }
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let queues = AnswerQueues()
      running.store(Running(group: group, queues: queues))
      let router = Router(box)
      func open(_ name: String, isControl: Bool, mode: mode_t, owner: String?) throws {
        let server = UnixHTTPServer(
          "\(folder)/\(name)", limits: limits, group: group, queues: queues, service: router.service(isControl: isControl))
        try server.start(mode: mode, group: owner)
        running.change { $0.servers.append(server) }
      }
      try open("health.sock", isControl: false, mode: 0o666, owner: nil)
      try open("control.sock", isControl: true, mode: 0o660, owner: "gestureflow")
    } catch {
      stop()
      if let failure = error as? Failure { throw failure }
      throw Failure(
        "the sockets in \(folder) cannot be made (\(error))", remedy: "check the folder's access rights, or name another with --socket-dir")
    }
  }

  /// Returns whether a program answers on a socket.
  private static func isAnswered(_ path: String) -> Bool {
    guard let connection = try? UnixSocket.connect(to: path) else { return false }
    close(connection)
    return true
  }

  /// Closes and removes both sockets.
  public func stop() {
    let was = running.change { running in
      defer { running = Running() }
      return running
    }
    for server in was.servers { server.stop() }
    was.queues?.close()
    try? was.group?.syncShutdownGracefully()
  }

  /// Running while clients find both sockets. A removed socket fails the part, which is then started again.
  public var condition: Condition {
    let servers = running.now.servers
    guard let lost = servers.first(where: { !$0.isThere }) else { return .running }
    return .failed(
      Failure("\(lost.path) was removed or replaced", remedy: "leave the sockets' folder to the service, which makes it again"))
  }
  /// Paths of the sockets.
  public var summary: String { "\(folder)/control.sock and health.sock" }
}

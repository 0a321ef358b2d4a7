import Foundation
import GestureFlowAPI
import NIOPosix
import Supervisor

/// The two sockets: `health.sock` for everybody to read, `control.sock` for the group `gestureflow`.
public final class SocketPart: Component, @unchecked Sendable {
  public let name = "socket"
  public let patience = BackOff(first: 1, longest: 30)
  private let box: Box
  private let folder: String
  private let limits: Limits
  private var group: MultiThreadedEventLoopGroup?
  private var servers: [UnixHTTPServer] = []
  private var work: AnswerQueue?

  public init(_ box: Box, folder: String, limits: Limits = Limits()) {
    self.box = box
    self.folder = folder
    self.limits = limits
  }

  public func start() throws(PartFailure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if Self.isAnswered(folder + "/control.sock") {
        throw PartFailure(
          "\(folder)/control.sock belongs to another gestureflowd", remedy: "stop it, or name another folder with --socket-dir")
      }
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      self.group = group
      let work = AnswerQueue()
      self.work = work
      let router = Router(box)
      let health = UnixHTTPServer(folder + "/health.sock", limits: limits, group: group, work: work) { router.answer($0, isControl: false) }
      let control = UnixHTTPServer(folder + "/control.sock", limits: limits, group: group, work: work) {
        router.answer($0, isControl: true)
      }
      try health.start(mode: 0o666, group: nil)
      servers.append(health)
      try control.start(mode: 0o660, group: "gestureflow")
      servers.append(control)
    } catch {
      stop()
      if let failure = error as? PartFailure { throw failure }
      throw PartFailure(
        "the sockets in \(folder) cannot be made (\(error))", remedy: "check the folder's access rights, or name another with --socket-dir")
    }
  }

  /// Somebody answers on a socket.
  private static func isAnswered(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
  }

  public func stop() {
    for server in servers { server.stop() }
    servers = []
    work?.close()
    work = nil
    try? group?.syncShutdownGracefully()
    group = nil
  }

  public var condition: Condition { .running }
  public var summary: String { "\(folder)/control.sock and health.sock" }
}

import Foundation
import TestSupport

/// A scripted server that answers each connection byte by byte.
final class ScriptedBox: Sendable {
  let socket: String
  private let listener: Int32

  /// - Parameter serve: handles one connection, which is closed afterwards. Connections are served one after the
  ///   other.
  init(_ serve: @escaping @Sendable (Peer) -> Void) throws {
    // Short, because a socket's path has 107 bytes at most.
    let path = "/tmp/gf-client-\(UInt32.random(in: 0...UInt32.max)).sock"
    let listener = try Self.listen(path)
    (socket, self.listener) = (path, listener)
    let thread = Thread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        serve(Peer(descriptor: descriptor))
        close(descriptor)
      }
      // Only this thread closes it: otherwise its number would go to another test's socket while this thread still
      // uses it.
      close(listener)
    }
    thread.start()
  }

  struct Failure: Error { let step: String }

  private static func listen(_ path: String) throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
    guard isBound, Glibc.listen(descriptor, 8) == 0 else { throw Failure(step: String(cString: strerror(errno))) }
    return descriptor
  }

  /// Stops listening; the socket's file stays, as after a crash.
  func crash() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Stops listening, and removes the socket's file.
  func stop() {
    crash()
    unlink(socket)
  }
}

/// A connected client.
struct Peer: Sendable {
  let descriptor: Int32

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    // A client that has disconnected does not end the test.
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads the request's line and headers.
  func head() -> String {
    var all: [UInt8] = []
    while !all.suffix(4).elementsEqual("\r\n\r\n".utf8), let byte = body(1).first { all.append(byte) }
    return String(decoding: all, as: UTF8.self)
  }

  /// Reads `count` bytes; fewer when the client has closed before.
  func body(_ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      var piece = [UInt8](repeating: 0, count: min(count - all.count, 1 << 16))
      let got = read(descriptor, &piece, piece.count)
      guard got > 0 else { return all }
      all += piece[..<got]
    }
    return all
  }

  /// Whether the client has not closed; unread data from it does not matter.
  var isConnected: Bool {
    var poll = pollfd(fd: descriptor, events: 0, revents: 0)
    return Glibc.poll(&poll, 1, 0) == 0
  }

  /// Waits until the client has closed; returns the number of bytes until then.
  func rest() -> Int { body(.max).count }
}

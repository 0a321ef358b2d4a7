import Foundation

/// Unix sockets of other programs.
public enum UnixSocket {
  /// Connects to a socket.
  /// - Parameter path: of at most 107 bytes.
  /// - Returns: the connection, which the caller closes.
  /// - Throws: `SystemFailure`, also for a path that is too long.
  public static func connect(to path: String) throws(SystemFailure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SystemFailure(ENAMETOOLONG, "connect") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { throw SystemFailure(errno, "socket") }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      let code = errno
      close(connection)
      throw SystemFailure(code, "connect")
    }
    return connection
  }
}

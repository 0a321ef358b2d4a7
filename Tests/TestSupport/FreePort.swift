import Glibc

/// A free port of the loopback interface.
///
/// The kernel never gives it to an outgoing connection, so a server that ends and starts again finds it free.
public enum FreePort {
  /// Nil without a loopback interface.
  public static var tcp: Int? { find(SOCK_STREAM) }
  /// Nil without a loopback interface.
  public static var udp: Int? { find(SOCK_DGRAM) }

  /// Below the ports that Linux gives to outgoing connections: 32768 to 60999, /proc/sys/net/ipv4/ip_local_port_range.
  private static let range = 20_000..<32_000

  private static func find(_ kind: __socket_type) -> Int? {
    range.shuffled().prefix(1000).first { isFree($0, kind) }
  }

  private static func isFree(_ port: Int, _ kind: __socket_type) -> Bool {
    let number = socket(AF_INET, Int32(kind.rawValue), 0)
    guard number >= 0 else { return false }
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
    }
  }
}

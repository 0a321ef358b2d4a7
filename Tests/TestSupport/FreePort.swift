import Glibc

/// A free port of the loopback interface.
public enum FreePort {
  /// Nil without a loopback interface.
  public static var tcp: Int? { find(SOCK_STREAM) }
  /// Nil without a loopback interface.
  public static var udp: Int? { find(SOCK_DGRAM) }

  private static func find(_ kind: __socket_type) -> Int? {
    let number = socket(AF_INET, Int32(kind.rawValue), 0)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) == 0 && getsockname(number, $0, &size) == 0 }
    }
    return bound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}

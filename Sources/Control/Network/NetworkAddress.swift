import Foundation
import NIOCore

/// An IP address and a port. An IPv4 address in the form of IPv6 counts as IPv4.
package struct NetworkAddress: Sendable, Equatable {
  /// Four bytes of IPv4, or sixteen of IPv6.
  package let bytes: [UInt8]
  package let port: Int

  /// Reads an address without a zone, such as `192.168.1.20` or `fd00::2`.
  package init?(_ text: String, port: Int) {
    var bytes = [UInt8](repeating: 0, count: 16)
    self.port = port
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes[..<4])
      return
    }
    guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  /// Returns nil for a Unix socket.
  package init?(_ address: SocketAddress?) {
    guard let address, let text = address.ipAddress, let port = address.port else { return nil }
    self.init(text, port: port)
  }

  /// Whether the address is for local networks alone. It is then loopback, link-local or private (RFC 1918, 3927, 4193,
  /// 4291).
  package var isPrivate: Bool {
    switch (bytes[0], bytes[1]) {
    case (10, _), (127, _), (192, 168), (169, 254): bytes.count == 4
    case (172, let second): bytes.count == 4 && second & 0xF0 == 16
    case (0xFE, let second): bytes.count == 16 && second & 0xC0 == 0x80
    case (0xFC, _), (0xFD, _): bytes.count == 16
    default: bytes.count == 16 && bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }
  }

  /// Returns whether this address is on a local network of the box. Hosts of a home network also have public addresses
  /// of IPv6, and browsers prefer them. Those of one network begin with the same 64 bits.
  /// - Parameter here: the box's end of the connection.
  package func isLocal(to here: NetworkAddress) -> Bool {
    isPrivate || bytes.count == 16 && here.bytes.count == 16 && bytes[..<8] == here.bytes[..<8]
  }

  /// Returns whether a `Host` header names this end of a connection. It has the address or the box's name, with the
  /// port.
  /// - Parameters:
  ///   - host: in small letters.
  ///   - name: the box's name on the local network.
  package func isNamed(_ host: String, name: String) -> Bool {
    let end = ":\(port)"
    guard host.hasSuffix(end) else { return false }
    let text = host.dropLast(end.count)
    if text == name { return true }
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let address = isBracketed ? text.dropFirst().dropLast() : text
    return address.contains(":") == isBracketed && NetworkAddress(String(address), port: port) == self
  }
}

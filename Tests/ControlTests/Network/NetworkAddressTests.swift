import Control
import NIOCore
import Testing

/// Addresses of the local network, and the names of the box there.
@Suite struct NetworkAddressTests {
  private func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text, port: 8080), "\(text)") }

  @Test(
    arguments: [
      ("127.0.0.1", true), ("10.0.0.1", true), ("10.255.255.255", true), ("172.16.0.1", true), ("172.31.255.255", true),
      ("192.168.0.1", true), ("169.254.3.4", true), ("::1", true), ("fe80::1", true), ("febf::1", true), ("fc00::1", true),
      ("fd12:3456::1", true),
      ("::ffff:192.168.1.2", true), ("::ffff:10.1.2.3", true),
      ("8.8.8.8", false), ("11.0.0.1", false), ("9.255.255.255", false), ("172.15.0.1", false), ("172.32.0.1", false),
      ("192.167.1.1", false),
      ("192.169.1.1", false), ("169.253.1.1", false), ("100.64.0.1", false), ("0.0.0.0", false), ("255.255.255.255", false), ("::", false),
      ("::2", false), ("2001:db8::1", false), ("2a00:1450::8", false), ("fec0::1", false), ("ff02::1", false), ("a00::1", false),
      ("c0a8:101::1", false), ("::ffff:8.8.8.8", false),
    ] as [(String, Bool)])
  func `private addresses are known`(text: String, isPrivate: Bool) throws {
    let address = try address(text)
    #expect(address.isPrivate == isPrivate)
    #expect(try address.isLocal(to: self.address("192.168.1.20")) == isPrivate)
  }

  /// A phone and the box have public addresses of one network.
  @Test(
    arguments: [
      ("2001:db8:1:2::5", "2001:db8:1:2::9", true), ("2001:db8:1:3::5", "2001:db8:1:2::9", false), ("2001:db8:1:2::5", "fe80::9", false),
      ("8.8.8.8", "8.8.8.9", false), ("::ffff:8.8.8.8", "::ffff:8.8.8.9", false), ("fe80::5", "2001:db8::9", true),
    ] as [(String, String, Bool)])
  func `public addresses of one network are local`(peer: String, here: String, isLocal: Bool) throws {
    #expect(try address(peer).isLocal(to: address(here)) == isLocal)
  }

  @Test(arguments: [
    "", "localhost", "192.168.1", "192.168.1.256", "192.168.01.1", "0xC0A80114", "3232235796", "fd00::1%eth0", "[::1]", " ::1",
  ])
  func `other texts are not addresses`(text: String) { #expect(NetworkAddress(text, port: 8080) == nil) }

  @Test func `an address of a connection is read, and a Unix socket has none`() throws {
    let mapped = try SocketAddress(ipAddress: "::ffff:192.168.1.20", port: 8080)
    #expect(try NetworkAddress(mapped) == address("192.168.1.20"))
    let unix = try SocketAddress(unixDomainSocketPath: "/a.sock")
    #expect(NetworkAddress(unix) == nil && NetworkAddress(nil) == nil)
  }

  @Test(
    arguments: [
      ("192.168.1.20", "192.168.1.20:8080", true), ("192.168.1.20", "box.local:8080", true), ("fd00::2", "[fd00::2]:8080", true),
      ("fd00::2", "[fd00:0:0::2]:8080", true), ("fd00::2", "box.local:8080", true), ("192.168.1.20", "[::ffff:192.168.1.20]:8080", true),
      ("192.168.1.20", "192.168.1.20", false), ("192.168.1.20", "192.168.1.20:80", false), ("192.168.1.20", "192.168.1.20:18080", false),
      ("192.168.1.20", "192.168.1.21:8080", false), ("192.168.1.20", "localhost:8080", false), ("192.168.1.20", "127.0.0.1:8080", false),
      ("192.168.1.20", "box:8080", false), ("192.168.1.20", "box.local", false), ("192.168.1.20", "box.local.:8080", false),
      ("192.168.1.20", "box.local.evil.example:8080", false), ("192.168.1.20", "evil.example:8080", false),
      ("192.168.1.20", ":8080", false),
      ("192.168.1.20", "", false), ("192.168.1.20", "192.168.1.20:8080:8080", false), ("192.168.1.20", "3232235796:8080", false),
      ("192.168.1.20", "[192.168.1.20]:8080", false), ("fd00::2", "fd00::2:8080", false), ("fd00::2", "[fd00::3]:8080", false),
      ("fd00::2", "[fd00::2%25eth0]:8080", false), ("fd00::2", "[]:8080", false), ("fd00::2", "[:8080", false),
    ] as [(String, String, Bool)])
  func `a host names the box by its address or its name, with the port`(here: String, host: String, isNamed: Bool) throws {
    #expect(try address(here).isNamed(host, name: "box.local") == isNamed)
  }
}

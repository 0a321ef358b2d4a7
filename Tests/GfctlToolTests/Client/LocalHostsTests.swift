import GestureFlowAPI
import GfctlTool
import Testing

/// The names of this machine on its local network.
@Suite struct LocalHostsTests {
  @Test func `the name comes first, and no address is that of loopback`() {
    let hosts = LocalHosts.all
    #expect(hosts.first == HostName.local)
    #expect(hosts.dropFirst().allSatisfy { $0.split(separator: ".").count == 4 && !$0.hasPrefix("127.") }, "\(hosts)")
  }
}

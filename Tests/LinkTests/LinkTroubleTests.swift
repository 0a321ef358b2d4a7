import GestureFlowAPI
import Glibc
import Link
import Testing

/// Tests of the messages when a box does not share a tempo.
@Suite struct LinkTroubleTests {
  private func network(_ flags: Int...) -> AbletonLink.Network { AbletonLink.Network(flags: Int32(flags.reduce(0, |))) }
  private let up = IFF_UP, running = IFF_RUNNING, loopback = IFF_LOOPBACK

  @Test func `a machine without a network is reported`() {
    let told = Failure("no network interface is up", remedy: "check the box's network, and that it is open (gfctl network)")
    #expect(AbletonLink.trouble(on: []) == told)
    #expect(AbletonLink.trouble(on: [network(up, running, loopback)]) == told)
  }

  @Test func `a cable that is not plugged in is not a network`() {
    #expect(AbletonLink.trouble(on: [network(up, running, loopback), network(up)]) != nil)
    #expect(AbletonLink.trouble(on: [network(running)]) != nil)
  }

  @Test func `one interface that may lead to others is enough`() {
    #expect(AbletonLink.trouble(on: [network(up), network(up, running)]) == nil)
  }
}

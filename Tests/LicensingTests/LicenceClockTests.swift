import Licensing
import Testing

/// Tests that the licence time never runs back with the machine's clock.
@Suite struct LicenceClockTests {
  private let now: Int64 = 1_795_384_104

  @Test func `a clock that is set back changes nothing`() {
    var clock = LicenceClock(newest: now)
    #expect(clock.look(clock: 0, uptime: 10) == now)
    #expect(clock.look(clock: now - 86_400, uptime: 20) == now + 10, "and time goes on meanwhile")
    #expect(
      clock.look(clock: now - 86_400, uptime: 20.75) == now + 10 && clock.look(clock: 0, uptime: 21.5) == now + 11, "also in small steps")
  }

  @Test func `a clock that is ahead counts at once and is kept after ten minutes`() {
    var clock = LicenceClock(newest: now)
    let future = now + 10_000_000
    #expect(clock.look(clock: future, uptime: 0) == future && clock.newest == now)
    #expect(clock.look(clock: future + 599, uptime: 599) == future + 599 && clock.newest == now + 599)
    #expect(clock.look(clock: future + 600, uptime: 600) == future + 600 && clock.newest == future + 600)
    #expect(clock.look(clock: 0, uptime: 601) == future + 601)
  }

  @Test func `a clock corrected in time leaves no trace`() {
    var clock = LicenceClock(newest: now)
    let future = now + 10_000_000
    _ = clock.look(clock: future, uptime: 0)
    _ = clock.look(clock: future, uptime: 500)
    #expect(clock.look(clock: now + 510, uptime: 510) == now + 510 && clock.newest == now + 510)
    _ = clock.look(clock: future, uptime: 520)
    #expect(clock.look(clock: future, uptime: 700) == future && clock.newest == now + 700, "ten minutes at a time")
  }

  @Test func `a box that never knew the time learns it from its licence`() throws {
    var clock = LicenceClock()
    #expect(clock.look(clock: 5, uptime: 0) == 5)
    let issued = try #require(LicenceDate("2026-11-22T21:48:24Z"))
    clock.sawLicence(issued: issued)
    #expect(clock.look(clock: 6, uptime: 1) == now + 1 && LicenceClock(newest: -5).newest == 0)
  }
}

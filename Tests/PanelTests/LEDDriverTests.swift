import Panel
import Testing

@Suite struct LEDDriverTests {
  @Test func `a flash gives way to the pattern below`() {
    var driver = LEDDriver()
    driver.show(.on, on: .status, at: 0)
    #expect(driver.changes(at: 0)[.status] == true)
    driver.flash(.doubleFlash, on: .status, at: 1)
    var seen: [Bool] = []
    for step in 0..<200 {
      if let change = driver.changes(at: 1 + Double(step) * 0.005)[.status] { seen.append(change) }
    }
    #expect(seen == [false, true, false, true])
    #expect(driver.isLit(.status))
  }

  /// The sound breaks ten times a second: the LED must still show flashes.
  @Test func `flashes in quick succession stay flashes`() {
    var driver = LEDDriver()
    driver.show(.on, on: .status, at: 0)
    var lit = 0
    for step in 0..<4600 {
      let now = Double(step) * 0.001
      if step % 100 == 0 { driver.flash(.doubleFlash, on: .status, at: now) }
      _ = driver.changes(at: now)
      if driver.isLit(.status) { lit += 1 }
    }
    // 0.16 s of each 0.5 s; between two rounds the LED may be on until the next break.
    #expect(lit < 2800, "\(lit) ms of 4600")
  }

  @Test func `only changes are written`() {
    var driver = LEDDriver()
    for led in LED.allCases { driver.show(.on, on: led, at: 0) }
    #expect(driver.changes(at: 0).count == LED.allCases.count)
    #expect(driver.changes(at: 0.01).isEmpty)
  }

  /// A progress bar is set many times a second: that must not restart its beat.
  @Test func `a bar that fills keeps its beat`() {
    var driver = LEDDriver()
    var flips = 0
    for step in 0..<1000 {
      let now = Double(step) * 0.001
      driver.show(.progress(0.2 + 0.6 * now), on: .hands, at: now)
      if driver.changes(at: now)[.hands] != nil { flips += 1 }
    }
    // Five rounds a second, on and off in each.
    #expect((9...11).contains(flips), "\(flips)")
  }
}

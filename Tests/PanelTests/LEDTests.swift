import Panel
import Testing

@Suite struct LEDTests {
  @Test func patternsAreWhatTheTableSays() {
    func lit(_ pattern: LEDPattern, over seconds: Double = 2) -> Double {
      Double((0..<2000).filter { pattern.isLit(at: Double($0) * seconds / 2000) }.count) / 2000
    }
    #expect(lit(.off) == 0 && lit(.on) == 1)
    #expect(abs(lit(.slowBlink) - 0.5) < 0.01 && abs(lit(.fastBlink) - 0.5) < 0.01)
    #expect(lit(.dimBlink) < 0.05 && lit(.dimBlink) > 0)
    #expect(abs(lit(.progress(0.25), over: 2) - 0.25) < 0.02)
    func flashes(_ pattern: LEDPattern) -> Int {
      let on = (0...1000).map { pattern.isLit(at: Double($0) * pattern.length * 0.999 / 1000) }
      return zip([false] + on, on).count { !$0 && $1 }
    }
    #expect(flashes(.doubleFlash) == 2 && flashes(.flash) == 1 && flashes(.refused) == 3)
  }

  @Test func aFlashGivesWayToThePatternBelow() {
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

  /// A sound that breaks ten times a second: the lab saw an LED that was simply on.
  @Test func flashesInQuickSuccessionStayFlashes() {
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

  @Test func onlyChangesAreWritten() {
    var driver = LEDDriver()
    for led in LED.allCases { driver.show(.on, on: led, at: 0) }
    #expect(driver.changes(at: 0).count == LED.allCases.count)
    #expect(driver.changes(at: 0.01).isEmpty)
    driver.forget()
    #expect(driver.changes(at: 0.02).count == LED.allCases.count)
  }

  @Test func theViewFollowsTheTable() {
    var view = PanelView()
    #expect(view.patterns[.status] == .slowBlink && view.patterns[.hands] == .off && view.patterns[.player] == .on)
    view.health = .ready
    view.track = .paused
    view.hands = .holding(0.5)
    view.mode = "stems"
    view.isPro = true
    #expect(view.patterns[.status] == .on && view.patterns[.track] == .blink && view.patterns[.hands] == .progress(0.5))
    #expect(view.patterns[.player] == .off && view.patterns[.stems] == .on && view.patterns[.tier] == .on)
    view.health = .needsHelp
    #expect(view.patterns[.status] == .fastBlink)
    view.health = .noMedia
    #expect(view.patterns[.status] == .slowBlink)
    view.countIn = 0.5
    #expect(view.patterns.values.filter { $0 == .on }.count == 4 && view.patterns.values.filter { $0 == .off }.count == 4)
  }
}

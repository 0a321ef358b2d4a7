import Panel
import Testing

@Suite struct LEDPatternTests {
  @Test func `patterns are what the table says`() {
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
    #expect(flashes(.cannotSee) == 2 && flashes(.gaveUp) == 3 && flashes(.misplaced) == 2)
    #expect(flashes(.updateWaits) == 2 && lit(.updateWaits, over: LEDPattern.updateWaits.length) > 0.7)
  }

  /// The LED is lit before and after the count.
  /// The hands LED is in this state while the camera sees hands.
  @Test(arguments: [1, 2, 3, 4]) func `a channel is counted on a lit LED`(channel: Int) {
    var driver = LEDDriver()
    driver.show(.on, on: .hands, at: 0)
    var changes = [driver.changes(at: 0)[.hands]].compactMap { $0 }
    driver.flash(.count(channel), on: .hands, at: 0.05)
    for step in 10..<600 { if let change = driver.changes(at: Double(step) * 0.005)[.hands] { changes.append(change) } }
    // Lit, dark, `channel` flashes with darkness behind each, lit again.
    #expect(changes == [true, false] + Array(repeating: [true, false], count: channel).joined() + [true])
    #expect(LEDPattern.count(channel).length < 2, "a wish for the next channel is not held up")
  }

  @Test func `counts beyond reason are cut`() {
    #expect(LEDPattern.count(.max).length < 5 && LEDPattern.count(-1).length > 0)
  }

  @Test func `a beat is a short darkness`() {
    #expect(LEDPattern.dip.length < 0.1)
    #expect((0..<100).allSatisfy { !LEDPattern.dip.isLit(at: Double($0) * LEDPattern.dip.length / 100) })
  }

  @Test func `a hand that takes hold darkens the LED once, one that lets go twice`() {
    for (pattern, dips) in [(LEDPattern.engaged, 1), (.released, 2)] {
      var driver = LEDDriver()
      driver.show(.on, on: .hands, at: 0)
      var changes = [driver.changes(at: 0)[.hands]].compactMap { $0 }
      driver.flash(pattern, on: .hands, at: 0.05)
      for step in 10..<200 { if let change = driver.changes(at: Double(step) * 0.005)[.hands] { changes.append(change) } }
      #expect(changes == [true] + Array(repeating: [false, true], count: dips).joined())
    }
    #expect(abs(LEDPattern.engaged.length - 0.08) < 1e-9)
  }

  @Test func `each digit of a code can be counted, and a long flash is 0`() {
    /// Returns the digits that a person reads: flashes with a pause of a second or more behind them.
    func read(_ pattern: LEDPattern) -> [Int] {
      var (digits, flashes, lit, dark) = ([Int](), 0, 0.0, 0.0)
      for (index, step) in pattern.steps.enumerated() {
        if index % 2 == 0, step > 0 { (flashes, lit, dark) = (flashes + 1, step, 0) }
        if index % 2 == 1 { dark += step }
        if dark >= 1, flashes > 0 {
          digits.append(lit > 0.5 ? 0 : flashes)
          flashes = 0
        }
      }
      return digits
    }
    #expect(read(.digits([1, 0, 9, 4, 0, 2])) == [1, 0, 9, 4, 0, 2])
    #expect(read(.digits([3, 3, 0, 0])) == [3, 3, 0, 0] && read(.digits([])).isEmpty)
    #expect(LEDPattern.digits([9, 9, 9, 9, 9, 9]).length < 40)
    #expect(read(.digits([-5, .max])) == [1, 9])
  }

  @Test func `nothing but another code interrupts a code`() {
    func isLit(after second: LEDPattern) -> [Bool] {
      var driver = LEDDriver()
      driver.show(.on, on: .status, at: 0)
      driver.flash(.digits([1, 2]), on: .status, at: 0)
      return (0..<600).map { step in
        if step == 120 { driver.flash(second, on: .status, at: 1.2) }
        _ = driver.changes(at: Double(step) * 0.01)
        return driver.isLit(.status)
      }
    }
    for pattern in [LEDPattern.refused, .doubleFlash, .count(2), .engaged, .digits([1, 2])] {
      #expect(isLit(after: pattern) == isLit(after: .off))
    }
    #expect(isLit(after: .digits([3])) != isLit(after: .off))
  }

  /// A flashed number continues; of two dips the later one is shown.
  @Test func `taking hold does not disturb a number that is being shown`() {
    func changes(_ second: LEDPattern, after first: LEDPattern) -> Int {
      var driver = LEDDriver()
      driver.show(.on, on: .hands, at: 0)
      driver.flash(first, on: .hands, at: 0)
      var changes = 0
      for step in 0..<600 {
        if step == 8 { driver.flash(second, on: .hands, at: 0.04) }
        if driver.changes(at: Double(step) * 0.005)[.hands] != nil { changes += 1 }
      }
      return changes
    }
    // Dark, three flashes with darkness behind each, lit again.
    #expect(changes(.engaged, after: .count(3)) == 8 && changes(.released, after: .count(3)) == 8)
    #expect(changes(.released, after: .engaged) == 4)
  }

  @Test func `shares outside of zero to one are cut`() {
    #expect((0..<100).allSatisfy { LEDPattern.progress(7).isLit(at: Double($0) * 0.01) })
    #expect(!(0..<100).contains { LEDPattern.progress(-1).isLit(at: Double($0) * 0.01) })
  }
}

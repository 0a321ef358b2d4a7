import Testing

import Gestures

@Suite struct DwellTests {
  /// Plays readings at a rate. Returns the values that began and ended, with times.
  private func play(_ dwell: inout Dwell<Int>, _ readings: [(Double, Int?)], rate: Double = 30) -> [String] {
    var log: [String] = []
    var i = 0
    var end = 0.0
    for (seconds, value) in readings {
      end += seconds
      while Double(i) / rate < end - 1e-9 {
        for change in dwell.update(value, at: Double(i) / rate) {
          switch change {
          case .began(let v): log.append("+\(v)")
          case .ended(let v): log.append("-\(v)")
          }
        }
        i += 1
      }
    }
    return log
  }

  @Test(arguments: [15.0, 30, 60])
  func `a value begins after it has lasted and ends after its absence has`(rate: Double) {
    var dwell = Dwell<Int>(into: 0.25, outOf: 0.15)
    #expect(play(&dwell, [(0.2, 1), (0.3, nil), (0.5, 2), (0.3, nil)], rate: rate) == ["+2", "-2"])
  }

  @Test(arguments: [15.0, 30, 60])
  func `one misread frame interrupts nothing`(rate: Double) {
    var dwell = Dwell<Int>(into: 0.25, outOf: 0.15)
    _ = play(&dwell, [(0.5, 3)], rate: rate)
    var all: [Dwell<Int>.Change] = []
    var t = 0.5
    for i in 0..<Int(rate) {
      all += dwell.update(i == 4 ? nil : i == 9 ? 1 : 3, at: t)
      t += 1 / rate
    }
    #expect(all.isEmpty && dwell.isSteady && dwell.current == 3)
    // The hold has continued through them.
    #expect(dwell.progress(of: 1.4, at: t - 1 / rate) >= 1)
  }

  @Test func `a change that lasts counts from its first frame`() {
    var dwell = Dwell<Int>(into: 0.25, outOf: 0.15)
    _ = play(&dwell, [(0.5, 1)])
    var began: Double?
    for i in 15..<60 {
      for change in dwell.update(2, at: Double(i) / 30) {
        if case .began = change { began = began ?? Double(i) / 30 - 0.5 }
      }
    }
    #expect(abs((began ?? 9) - 0.25) < 0.034)
  }

  @Test func `progress fills and starts again`() {
    var dwell = Dwell<Int>(into: 0.1, outOf: 0.1)
    for i in 0...15 { _ = dwell.update(1, at: Double(i) / 30) }
    #expect(abs(dwell.progress(of: 1, at: 0.5) - 0.5) < 0.01)
    #expect(dwell.progress(of: 1, at: 0.5, notBefore: 0.4) < 0.11)
    for i in 16...30 { _ = dwell.update(2, at: Double(i) / 30) }
    #expect(abs(dwell.progress(of: 1, at: 1) - 0.46) < 0.04)
    #expect(dwell.progress(of: 0.1, at: 1) == 1)
  }

  @Test func `readings that never agree begin nothing`() {
    var dwell = Dwell<Int>(into: 0.25, outOf: 0.15)
    for i in 0..<60 { #expect(dwell.update(i % 3, at: Double(i) / 30).isEmpty) }
  }
}

import Camera
import Testing

@Suite struct FrameRateTests {
  @Test func `a steady rate is reported`() {
    var rate = FrameRate()
    for i in 0..<300 { rate.add(at: 50 + Double(i) / 30) }
    #expect(abs(rate.value(at: 50 + 299.0 / 30) - 30) < 0.5)
  }

  /// The rate of the last hour does not affect the present one.
  @Test func `only the last seconds count`() {
    var rate = FrameRate()
    var time = 0.0
    for _ in 0..<3000 {
      rate.add(at: time)
      time += 1.0 / 30
    }
    for _ in 0..<30 {
      rate.add(at: time)
      time += 0.1
    }
    #expect(abs(rate.value(at: time) - 10) < 0.7)
    #expect(rate.value(at: time + 1.5) < 6)
    #expect(rate.value(at: time + 3) == 0)
  }

  @Test func `soon after the start it is not too low`() {
    var rate = FrameRate()
    for i in 0...15 { rate.add(at: 7 + Double(i) / 15) }
    #expect(abs(rate.value(at: 8) - 15) < 0.1)
  }

  @Test func `without frames there is no rate`() {
    var rate = FrameRate()
    #expect(rate.value(at: 5) == 0)
    rate.add(at: 5)
    #expect(rate.value(at: 5) == 0 && rate.value(at: 5.1) == 0 && rate.value(at: 9) == 0)
  }
}

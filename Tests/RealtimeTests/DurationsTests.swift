import Realtime
import Testing

@Suite struct DurationsTests {
  @Test(arguments: [1_000, 50_000, 2_666_667, 40_000_000, 3_000_000_000])
  func `a value is found again within two percent`(nanoseconds: Int64) {
    let durations = Durations()
    for _ in 0..<100 { durations.record(nanoseconds) }
    let s = durations.summary()
    #expect(s.count == 100)
    #expect(abs(s.p50 / (Double(nanoseconds) * 1e-6) - 1) < 0.02)
    #expect(s.max == Double(nanoseconds) * 1e-6)
  }

  @Test func `quantiles split the values`() {
    let durations = Durations()
    for i in 1...1000 { durations.record(Int64(i) * 10_000) }
    let s = durations.summary()
    #expect(abs(s.p50 - 5) < 0.1 && abs(s.p95 - 9.5) < 0.2 && abs(s.p99 - 9.9) < 0.2 && s.max == 10)
  }

  @Test func `nothing and negative do no harm`() {
    let durations = Durations()
    let none = durations.summary()
    #expect(none.count == 0 && none.p50 == 0 && none.p999 == 0 && none.max == 0)
    durations.record(-5)
    let one = durations.summary().count
    #expect(one == 1)
  }
}

import GestureFlowAPI
import Testing

/// Tests of the rounding of all reported values.
@Suite struct RoundingTests {
  @Test func `digits after the point`() {
    #expect(1.23456.rounded(digits: 2) == 1.23 && 1.235001.rounded(digits: 2) == 1.24 && 7.6.rounded(digits: 0) == 8)
    #expect((-1.23456).rounded(digits: 3) == -1.235)
    #expect(0.3.rounded(digits: 4) == 0.3)
  }

  @Test func `a number without spare digits stays`() {
    #expect(Double.infinity.rounded(digits: 2) == .infinity && Double.nan.rounded(digits: 2).isNaN)
    #expect(1e300.rounded(digits: 5) == 1e300 && Double.greatestFiniteMagnitude.rounded(digits: 5) == .greatestFiniteMagnitude)
  }
}

import Foundation
import Stretch
import Testing

@Suite struct PitchRatioTests {
  @Test func `it is the exponential without the library`() {
    for cents in stride(from: -2400.0, through: 2400, by: 7.3) {
      #expect(abs(PitchRatio.rtFrom(cents: cents) / pow(2, cents / 1200) - 1) < 1e-12, "\(cents)")
    }
    #expect(PitchRatio.rtFrom(cents: 0) == 1 && PitchRatio.rtFrom(cents: 1200) == 2 && PitchRatio.rtFrom(cents: -2400) == 0.25)
    #expect(PitchRatio.rtFrom(cents: 9999) == 4 && PitchRatio.rtFrom(cents: -9999) == 0.25)
  }
}

import Foundation
import Sound
import Testing

@Suite struct VolumeCurveTests {
  @Test(arguments: [0, 0.8, 0.9, 1])
  func `nothing, the first start's volume and all from there on stay as loud as their number`(volume: Double) {
    #expect(VolumeCurve.gain(volume) == volume)
  }

  @Test(arguments: [(0.4, -20.0), (0.2, -38.1), (0.6, -9.4), (0.1, -56.1)])
  func `half of the volume is 18 dB less`(volume: Double, dB: Double) {
    #expect(abs(20 * log10(VolumeCurve.gain(volume)) - dB) < 0.1)
  }

  @Test func `more volume is never less loud and no step of a hundredth is a jump`() {
    let gains = (0...1000).map { VolumeCurve.gain(Double($0) / 1000) }
    for (a, b) in zip(gains, gains.dropFirst()) { #expect(b > a && b - a <= 0.0031) }
  }

  @Test func `values that no volume has are brought into range`() {
    #expect(VolumeCurve.gain(-1) == 0 && VolumeCurve.gain(7) == 1 && VolumeCurve.gain(.infinity) == 1 && VolumeCurve.gain(-.infinity) == 0)
    #expect(VolumeCurve.gain(.nan).isNaN, "the levels take their first value for it")
  }
}

import Foundation
import Stretch
import TestSupport
import Testing

@Suite struct TransformTests {
  @Test func itIsTheFourierTransformAndItsInverse() {
    var random = SplitMix(2)
    let input = (0..<4096).map { _ in (re: Float(random.unit() - 0.5), im: Float(random.unit() - 0.5)) }
    let forward = TransformProbe.run(re: input.map(\.re), im: input.map(\.im))
    for bin in [0, 1, 5, 511, 1024, 2048, 3333, 4095] {
      var (re, im) = (0.0, 0.0)
      for (n, z) in input.enumerated() {
        let angle = -2 * Double.pi * Double(bin * n % 4096) / 4096
        re += Double(z.re) * cos(angle) - Double(z.im) * sin(angle)
        im += Double(z.re) * sin(angle) + Double(z.im) * cos(angle)
      }
      #expect(abs(Double(forward.re[bin]) - re) < 2e-4 && abs(Double(forward.im[bin]) - im) < 2e-4, "bin \(bin)")
    }
    // With the parts exchanged on both sides it goes back.
    let back = TransformProbe.run(re: forward.im, im: forward.re)
    for (n, z) in input.enumerated() {
      let (re, im) = (back.im[n] / 4096, back.re[n] / 4096)
      #expect(abs(re - z.re) < 1e-6 && abs(im - z.im) < 1e-6, "point \(n)")
    }
  }
}

import Foundation
import Stretch
import TestSupport
import Testing

@Suite struct TransformTests {
  /// Transforms 4096 complex points, each pass in four parts.
  private func run(re: [Float], im: [Float]) -> (re: [Float], im: [Float]) {
    var arena = Arena(bytes: (1 << 17) + Transform.bytes)
    let transform = Transform(&arena)
    var (x, y) = (arena.planes(Transform.size), arena.planes(Transform.size))
    for i in 0..<Transform.size { (x.re[i], x.im[i]) = (re[i], im[i]) }
    for pass in 0..<transform.count {
      for part in 0..<4 { transform.rtRun(pass: pass, part: part, of: 4, from: x, to: y) }
      (x, y) = (y, x)
    }
    let result = (0..<Transform.size).map { (x.re[$0], x.im[$0]) }
    withExtendedLifetime(arena) {}
    return (result.map(\.0), result.map(\.1))
  }

  @Test func `it is the fourier transform and its inverse`() {
    var random = SplitMix(2)
    let input = (0..<4096).map { _ in (re: Float(random.unit() - 0.5), im: Float(random.unit() - 0.5)) }
    let forward = run(re: input.map(\.re), im: input.map(\.im))
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
    let back = run(re: forward.im, im: forward.re)
    for (n, z) in input.enumerated() {
      let (re, im) = (back.im[n] / 4096, back.re[n] / 4096)
      #expect(abs(re - z.re) < 1e-6 && abs(im - z.im) < 1e-6, "point \(n)")
    }
  }
}

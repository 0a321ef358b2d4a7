import Foundation
import Stretch
import TestSupport
import Testing

@Suite struct TransformTests {
  /// Transforms complex points, each pass in four parts.
  private func run(re: [Float], im: [Float]) -> (re: [Float], im: [Float]) {
    let size = re.count
    var arena = Arena(bytes: (1 << 17) + Transform.bytes)
    let transform = Transform(&arena, size: size)
    var (x, y) = (arena.planes(size), arena.planes(size))
    for i in 0..<size { (x.re[i], x.im[i]) = (re[i], im[i]) }
    for pass in 0..<transform.count {
      for part in 0..<4 { transform.rtRun(pass: pass, part: part, of: 4, from: x, to: y) }
      (x, y) = (y, x)
    }
    let result = (0..<size).map { (x.re[$0], x.im[$0]) }
    withExtendedLifetime(arena) {}
    return (result.map(\.0), result.map(\.1))
  }

  @Test(arguments: [Transform.size, 2048, 512, 128]) func `it is the fourier transform and its inverse`(size: Int) {
    var random = SplitMix(2)
    let input = (0..<size).map { _ in (re: Float(random.unit() - 0.5), im: Float(random.unit() - 0.5)) }
    let forward = run(re: input.map(\.re), im: input.map(\.im))
    for bin in [0, 1, 5, 511, 1024, 2048, 3333, 4095].map({ $0 % size }) {
      var (re, im) = (0.0, 0.0)
      for (n, z) in input.enumerated() {
        let angle = -2 * Double.pi * Double(bin * n % size) / Double(size)
        re += Double(z.re) * cos(angle) - Double(z.im) * sin(angle)
        im += Double(z.re) * sin(angle) + Double(z.im) * cos(angle)
      }
      #expect(abs(Double(forward.re[bin]) - re) < 2e-4 && abs(Double(forward.im[bin]) - im) < 2e-4, "bin \(bin)")
    }
    // With real and imaginary parts exchanged on both sides it is inverse.
    let back = run(re: forward.im, im: forward.re)
    for (n, z) in input.enumerated() {
      let (re, im) = (back.im[n] / Float(size), back.re[n] / Float(size))
      #expect(abs(re - z.re) < 1e-6 && abs(im - z.im) < 1e-6, "point \(n)")
    }
  }
}

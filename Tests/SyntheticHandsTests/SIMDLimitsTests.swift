import SyntheticHands
import TestSupport
import Testing

@Suite struct SIMDLimitsTests {
  /// Ordinary, special and equal lanes.
  private static let lanes: [SIMD8<Float>] = {
    let special: [Float] = [0, -0.0, 1, -1, 2, .infinity, -.infinity, .leastNonzeroMagnitude]
    var random = SplitMix(3)
    var all: [SIMD8<Float>] = []
    for i in 0..<64 {
      var lanes = SIMD8<Float>()
      for k in 0..<8 { lanes[k] = i % 2 == 0 ? special[(i / 2 + k * (i / 8 + 1)) % 8] : Float(random.unit() * 4 - 2) }
      all.append(lanes)
    }
    return all
  }()

  private func bits(_ x: SIMD8<Float>) -> [UInt32] { (0..<8).map { x[$0].bitPattern } }

  @Test func `limits have the bits of the standard library's`() {
    let (zero, one) = (SIMD8<Float>(repeating: 0), SIMD8<Float>(repeating: 1))
    for a in Self.lanes {
      #expect(bits(a.unit()) == bits(a.clamped(lowerBound: zero, upperBound: one)), "\(a)")
      #expect(bits(a.magnitude()) == bits(pointwiseMax(a, -a)), "\(a)")
      for b in Self.lanes {
        #expect(bits(a.max(b)) == bits(pointwiseMax(a, b)), "\(a) \(b)")
        #expect(bits(a.min(b)) == bits(pointwiseMin(a, b)), "\(a) \(b)")
      }
    }
  }
}

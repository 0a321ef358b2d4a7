/// What the inner loops work on: as many floats as one register holds. 128 bits (SSE, NEON) unless built with `-D STRETCH_256` for a processor with AVX.
#if STRETCH_256
  typealias Lanes = SIMD8<Float>
  typealias LaneBits = SIMD8<Int32>
  let laneCount = 8
#else
  typealias Lanes = SIMD4<Float>
  typealias LaneBits = SIMD4<Int32>
  let laneCount = 4
#endif

/// Reads neighbours from any address.
@_noLocks @inline(__always) func rtLoad(_ p: UnsafePointer<Float>, _ at: Int) -> Lanes {
  UnsafeRawPointer(p + at).loadUnaligned(as: Lanes.self)
}

/// Writes neighbours to any address.
@_noLocks @inline(__always) func rtStore(_ v: Lanes, _ p: UnsafeMutablePointer<Float>, _ at: Int) {
  UnsafeMutableRawPointer(p + at).storeBytes(of: v, as: Lanes.self)
}

extension SIMD where Scalar == Float {
  /// The lanes' sum, in pairs, so that it is the same on every machine.
  @_noLocks @inline(__always) func rtSum() -> Float where Self == SIMD4<Float> { (self[0] + self[2]) + (self[1] + self[3]) }
}

extension SIMD8<Float> {
  @_noLocks @inline(__always) func rtReversed() -> SIMD8<Float> {
    SIMD8(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
  @_noLocks @inline(__always) func rtSum() -> Float { (lowHalf + highHalf).rtSum() }
}

extension SIMD4<Float> {
  @_noLocks @inline(__always) func rtReversed() -> SIMD4<Float> { SIMD4(self[3], self[2], self[1], self[0]) }
}

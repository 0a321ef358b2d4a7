import CLanes

/// A vector of floats that fills one register, for the inner loops.
/// It has 128 bits (SSE, NEON) unless built for a processor with AVX, with `-D STRETCH_256 -Xcc -DGF_LANES_8`.
typealias Lanes = gf_lanes

#if STRETCH_256
  let laneCount = 8
#else
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

/// Returns the same value in every lane.
@_noLocks @inline(__always) func rtFill(_ x: Float) -> Lanes { gf_lanes_fill(x) }

// These replace the standard library's own operators.
// Those work on one lane after the other (CLanes.h gives the cost).
extension Lanes {
  @_noLocks @inline(__always) static func + (a: Lanes, b: Lanes) -> Lanes { gf_lanes_add(a, b) }
  @_noLocks @inline(__always) static func - (a: Lanes, b: Lanes) -> Lanes { gf_lanes_sub(a, b) }
  @_noLocks @inline(__always) static func * (a: Lanes, b: Lanes) -> Lanes { gf_lanes_mul(a, b) }
}

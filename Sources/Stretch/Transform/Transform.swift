import Glibc

/// A Fourier transform of complex points: 4096, or another power of two.
/// Its passes can be cut anywhere, so the work can be spread over blocks.
///
/// It is Stockham's self-sorting form with radix 8. Lane l of the vectors carries the subsequence x[lanes m +
/// l]; the last pass joins the lanes. A pass reads one pair of planes and writes another. With the real and
/// imaginary parts exchanged on both sides it is the inverse, not divided by their number. A view of tables that
/// `StretchTables` owns.
package struct Transform {
  package static let size = 4096

  struct Pass {
    var radix = 1
    /// Transforms of this radix with the same twiddle factors: 1 << shift.
    var shift = 0
    var groups = 1
    /// Index of its first factor.
    var factors = 0
  }

  /// Largest size of its tables in bytes, for `size` points or fewer.
  package static let bytes = size * 2 * 4 + size / laneCount * 2 * 4 * 2 + 4096

  private let passes: UnsafeMutablePointer<Pass>
  private let factors: UnsafeMutablePointer<Float>
  private let joinRe: UnsafePointer<Lanes>
  private let joinIm: UnsafePointer<Lanes>
  /// Number of vectors of lanes in a plane.
  private let vectors: Int
  /// Number of passes of one transform, the joining one included.
  package let count: Int

  /// - Parameter size: number of points. It is a power of two from 128 to `Transform.size`.
  package init(_ arena: inout Arena, size: Int = Transform.size) {
    vectors = size / laneCount
    passes = arena.array(Pass.self, 8)
    factors = arena.floats(vectors * 4)
    var left = vectors
    var shift = 0
    var pass = 0
    var used = 0
    while left > 1 {
      let radix = left % 8 == 0 && left != 16 ? 8 : left % 4 == 0 ? 4 : 2
      passes[pass] = Pass(radix: radix, shift: shift, groups: left / radix, factors: used)
      for q in 0..<left / radix {
        for k in 1..<radix {
          let angle = 2 * Double.pi * Double(q * k) / Double(left)
          factors[used] = Float(cos(angle))
          factors[used + 1] = Float(-sin(angle))
          used += 2
        }
      }
      left /= radix
      shift += radix.trailingZeroBitCount
      pass += 1
    }
    count = pass + 1
    let re = arena.floats(size)
    let im = arena.floats(size)
    let lanes = laneCount
    for k in 0..<vectors {
      for l in 0..<lanes {
        let angle = 2 * Double.pi * Double(k * l) / Double(size)
        re[k * lanes + l] = Float(cos(angle))
        im[k * lanes + l] = Float(-sin(angle))
      }
    }
    joinRe = Self.vectors(re)
    joinIm = Self.vectors(im)
  }

  /// Returns the floats of an aligned array as vectors.
  @_noLocks @inline(__always) private static func vectors(_ p: UnsafeMutablePointer<Float>) -> UnsafePointer<Lanes> {
    UnsafeRawPointer(p).assumingMemoryBound(to: Lanes.self)
  }

  /// Does the whole transform of `x` at once. Both pairs of planes are written.
  /// - Returns: the pair that has the spectrum.
  func run(_ x: Planes, _ y: Planes) -> Planes {
    var (from, to) = (x, y)
    for pass in 0..<count {
      rtRun(pass: pass, part: 0, of: 1, from: from, to: to)
      (from, to) = (to, from)
    }
    return from
  }

  /// Does one part of a pass.
  /// - Parameters:
  ///   - pass: 0..<count.
  ///   - part: 0..<parts; all parts of a pass before the next pass.
  @_noLocks @inline(never) package func rtRun(pass: Int, part: Int, of parts: Int, from x: Planes, to y: Planes) {
    let xr = Self.vectors(x.re)
    let xi = Self.vectors(x.im)
    let yr = UnsafeMutableRawPointer(y.re).assumingMemoryBound(to: Lanes.self)
    let yi = UnsafeMutableRawPointer(y.im).assumingMemoryBound(to: Lanes.self)
    let isLast = pass == count &- 1
    let radix = isLast ? laneCount : passes[pass].radix
    let work = vectors / radix
    let (from, to) = (work &* part / parts, work &* (part &+ 1) / parts)
    if isLast {
      rtJoin(from, to, xr, xi, yr, yi)
    } else if radix == 8 {
      rtPass8(passes[pass], from, to, xr, xi, yr, yi)
    } else if radix == 4 {
      rtPass4(passes[pass], from, to, xr, xi, yr, yi)
    } else {
      rtPass2(passes[pass], from, to, xr, xi, yr, yi)
    }
  }

  @_noLocks private func rtPass8(
    _ p: Pass, _ from: Int, _ to: Int, _ xr: UnsafePointer<Lanes>, _ xi: UnsafePointer<Lanes>, _ yr: UnsafeMutablePointer<Lanes>,
    _ yi: UnsafeMutablePointer<Lanes>
  ) {
    let stride = 1 &<< p.shift
    let step = p.groups &<< p.shift
    let factors = factors + p.factors
    var b = from
    while b < to {
      let g = b &>> p.shift
      var z = Eight(xr + b, xi + b, step)
      z.rtTransform()
      let w = factors + g &* 14
      let at = (b & (stride &- 1)) &+ stride &* 8 &* g
      z.rtStoreTurned(yr + at, yi + at, stride, w)
      b &+= 1
    }
  }

  @_noLocks private func rtPass4(
    _ p: Pass, _ from: Int, _ to: Int, _ xr: UnsafePointer<Lanes>, _ xi: UnsafePointer<Lanes>, _ yr: UnsafeMutablePointer<Lanes>,
    _ yi: UnsafeMutablePointer<Lanes>
  ) {
    let stride = 1 &<< p.shift
    let step = p.groups &<< p.shift
    let factors = factors + p.factors
    var b = from
    while b < to {
      let g = b &>> p.shift
      var z = Four(xr + b, xi + b, step)
      z.rtTransform()
      let w = factors + g &* 6
      let at = (b & (stride &- 1)) &+ stride &* 4 &* g
      z.rtStoreTurned(yr + at, yi + at, stride, w)
      b &+= 1
    }
  }

  @_noLocks private func rtPass2(
    _ p: Pass, _ from: Int, _ to: Int, _ xr: UnsafePointer<Lanes>, _ xi: UnsafePointer<Lanes>, _ yr: UnsafeMutablePointer<Lanes>,
    _ yi: UnsafeMutablePointer<Lanes>
  ) {
    let stride = 1 &<< p.shift
    let step = p.groups &<< p.shift
    let factors = factors + p.factors
    var b = from
    while b < to {
      let g = b &>> p.shift
      let (a, c) = (Complex(xr[b], xi[b]), Complex(xr[b &+ step], xi[b &+ step]))
      let at = (b & (stride &- 1)) &+ stride &* 2 &* g
      let (sum, turned) = (a + c, (a - c) * Complex(rtFill(factors[2 &* g]), rtFill(factors[2 &* g &+ 1])))
      yr[at] = sum.re
      yi[at] = sum.im
      yr[at &+ stride] = turned.re
      yi[at &+ stride] = turned.im
      b &+= 1
    }
  }

  /// Turns the values of each lane, and transforms across the lanes.
  @_noLocks private func rtJoin(
    _ from: Int, _ to: Int, _ xr: UnsafePointer<Lanes>, _ xi: UnsafePointer<Lanes>, _ yr: UnsafeMutablePointer<Lanes>,
    _ yi: UnsafeMutablePointer<Lanes>
  ) {
    let lanes = laneCount
    let apart = vectors / lanes
    var b = from
    while b < to {
      let v = b &* lanes
      var z = Across(xr + v, xi + v, joinRe + v, joinIm + v)
      z.rtTranspose()
      z.rtTransform()
      z.rtStore(yr + b, yi + b, apart)
      b &+= 1
    }
  }
}

import CLanes

/// Complex numbers side by side, one in each lane.
struct Complex {
  var re: Lanes
  var im: Lanes

  @_noLocks @inline(__always) init(_ re: Lanes, _ im: Lanes) {
    self.re = re
    self.im = im
  }

  @_noLocks @inline(__always) static func + (a: Complex, b: Complex) -> Complex { Complex(a.re + b.re, a.im + b.im) }
  @_noLocks @inline(__always) static func - (a: Complex, b: Complex) -> Complex { Complex(a.re - b.re, a.im - b.im) }
  @_noLocks @inline(__always) static func * (a: Complex, b: Complex) -> Complex {
    Complex(gf_lanes_cross(a.re, b.re, a.im, b.im), gf_lanes_dot(a.re, b.im, a.im, b.re))
  }
  /// Returns the product with the conjugate of b.
  @_noLocks @inline(__always) func rtTimesConjugate(_ b: Complex) -> Complex {
    Complex(gf_lanes_dot(re, b.re, im, b.im), gf_lanes_cross(im, b.re, re, b.im))
  }
  @_noLocks @inline(__always) func rtReversed() -> Complex { Complex(gf_lanes_reversed(re), gf_lanes_reversed(im)) }
  @_noLocks @inline(__always) func rtEnergy() -> Lanes { gf_lanes_dot(re, re, im, im) }
  /// Returns the number turned by a quarter backwards: times -i.
  @_noLocks @inline(__always) func rtTurnedBack() -> Complex { Complex(im, rtFill(0) - re) }
  /// Returns the product with (1 - i) / sqrt(2).
  @_noLocks @inline(__always) func rtTurnedEighth() -> Complex {
    let h = rtFill(0.707_106_77)
    return Complex(h * (re + im), h * (im - re))
  }
  /// Returns the sum with z times w, lane by lane.
  @_noLocks @inline(__always) func rtPlus(_ z: Complex, times w: Lanes) -> Complex {
    Complex(gf_lanes_muladd(z.re, w, re), gf_lanes_muladd(z.im, w, im))
  }
}

/// Real and imaginary parts of a spectrum or sound, in separate memory.
package struct Planes {
  package let re: UnsafeMutablePointer<Float>
  package let im: UnsafeMutablePointer<Float>

  @_noLocks @inline(__always) func rtComplex(_ at: Int) -> Complex { Complex(rtLoad(re, at), rtLoad(im, at)) }
  @_noLocks @inline(__always) func rtSet(_ at: Int, _ z: Complex) {
    rtStore(z.re, re, at)
    rtStore(z.im, im, at)
  }
}

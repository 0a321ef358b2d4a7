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
    Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
  }
  /// a times the conjugate of b.
  @_noLocks @inline(__always) func rtTimesConjugate(_ b: Complex) -> Complex { Complex(re * b.re + im * b.im, im * b.re - re * b.im) }
  @_noLocks @inline(__always) func rtReversed() -> Complex { Complex(re.rtReversed(), im.rtReversed()) }
  @_noLocks @inline(__always) func rtEnergy() -> Lanes { re * re + im * im }
  /// Turned by a quarter backwards: times -i.
  @_noLocks @inline(__always) func rtTurnedBack() -> Complex { Complex(im, -re) }
  /// Times (1 - i) / sqrt(2).
  @_noLocks @inline(__always) func rtTurnedEighth() -> Complex {
    let h = Lanes(repeating: 0.707_106_77)
    return Complex(h * (re + im), h * (im - re))
  }
}

/// Real and imaginary parts of a spectrum or of a stretch of sound, each in memory of its own.
struct Planes {
  let re: UnsafeMutablePointer<Float>
  let im: UnsafeMutablePointer<Float>

  @_noLocks @inline(__always) func rtComplex(_ at: Int) -> Complex { Complex(Stretch.rtLoad(re, at), Stretch.rtLoad(im, at)) }
  @_noLocks @inline(__always) func rtSet(_ at: Int, _ z: Complex) {
    Stretch.rtStore(z.re, re, at)
    Stretch.rtStore(z.im, im, at)
  }
}

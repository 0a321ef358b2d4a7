/// The transform of four complex numbers, lane by lane.
struct Four {
  var a: Complex
  var b: Complex
  var c: Complex
  var d: Complex

  @_noLocks @inline(__always) init(_ a: Complex, _ b: Complex, _ c: Complex, _ d: Complex) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  @_noLocks @inline(__always) init(_ re: UnsafePointer<Lanes>, _ im: UnsafePointer<Lanes>, _ step: Int) {
    a = Complex(re[0], im[0])
    b = Complex(re[step], im[step])
    c = Complex(re[2 &* step], im[2 &* step])
    d = Complex(re[3 &* step], im[3 &* step])
  }

  @_noLocks @inline(__always) mutating func rtTransform() {
    let (p, q) = (a + c, a - c)
    let (r, s) = (b + d, (b - d).rtTurnedBack())
    (a, b, c, d) = (p + r, q + s, p - r, q - s)
  }

  @_noLocks @inline(__always) func rtStore(_ re: UnsafeMutablePointer<Lanes>, _ im: UnsafeMutablePointer<Lanes>, _ apart: Int) {
    rtPut(re, im, 0, a)
    rtPut(re, im, apart, b)
    rtPut(re, im, 2 &* apart, c)
    rtPut(re, im, 3 &* apart, d)
  }

  /// Stores the four, all but the first turned by factors at `w`.
  @_noLocks @inline(__always) func rtStoreTurned(
    _ re: UnsafeMutablePointer<Lanes>, _ im: UnsafeMutablePointer<Lanes>, _ stride: Int, _ w: UnsafePointer<Float>
  ) {
    rtPut(re, im, 0, a)
    rtPut(re, im, stride, b * rtFactor(w, 0))
    rtPut(re, im, 2 &* stride, c * rtFactor(w, 1))
    rtPut(re, im, 3 &* stride, d * rtFactor(w, 2))
  }
}

/// The transform of eight complex numbers, lane by lane.
struct Eight {
  var even: Four
  var odd: Four

  @_noLocks @inline(__always) init(_ re: UnsafePointer<Lanes>, _ im: UnsafePointer<Lanes>, _ step: Int) {
    even = Four(re, im, 2 &* step)
    odd = Four(re + step, im + step, 2 &* step)
  }

  @_noLocks @inline(__always) init(even: Four, odd: Four) {
    self.even = even
    self.odd = odd
  }

  /// Transforms the eight. `even` then holds the first four results, `odd` the last four.
  @_noLocks @inline(__always) mutating func rtTransform() {
    even.rtTransform()
    odd.rtTransform()
    let (p, q, r, s) = (odd.a, odd.b.rtTurnedEighth(), odd.c.rtTurnedBack(), odd.d.rtTurnedEighth().rtTurnedBack())
    let e = even
    even = Four(e.a + p, e.b + q, e.c + r, e.d + s)
    odd = Four(e.a - p, e.b - q, e.c - r, e.d - s)
  }

  /// Stores the eight, all but the first turned by factors at `w`.
  @_noLocks @inline(__always) func rtStoreTurned(
    _ re: UnsafeMutablePointer<Lanes>, _ im: UnsafeMutablePointer<Lanes>, _ stride: Int, _ w: UnsafePointer<Float>
  ) {
    even.rtStoreTurned(re, im, stride, w)
    let (re, im) = (re + 4 &* stride, im + 4 &* stride)
    rtPut(re, im, 0, odd.a * rtFactor(w, 3))
    rtPut(re, im, stride, odd.b * rtFactor(w, 4))
    rtPut(re, im, 2 &* stride, odd.c * rtFactor(w, 5))
    rtPut(re, im, 3 &* stride, odd.d * rtFactor(w, 6))
  }
}

@_noLocks @inline(__always) func rtPut(_ re: UnsafeMutablePointer<Lanes>, _ im: UnsafeMutablePointer<Lanes>, _ at: Int, _ z: Complex) {
  re[at] = z.re
  im[at] = z.im
}

@_noLocks @inline(__always) func rtFactor(_ w: UnsafePointer<Float>, _ k: Int) -> Complex {
  Complex(rtFill(w[2 &* k]), rtFill(w[2 &* k &+ 1]))
}

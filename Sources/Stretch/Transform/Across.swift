/// Transform across the lanes: as many vectors as there are lanes, transposed, then transformed lane by lane.
#if STRETCH_256
  struct Across {
    private var z: Eight

    /// Eight neighbours, each times its factor.
    @_noLocks @inline(__always) init(
      _ re: UnsafePointer<Lanes>, _ im: UnsafePointer<Lanes>, _ wr: UnsafePointer<Lanes>, _ wi: UnsafePointer<Lanes>
    ) {
      @_noLocks @inline(__always) func turned(_ k: Int) -> Complex { Complex(re[k], im[k]) * Complex(wr[k], wi[k]) }
      z = Eight(even: Four(turned(0), turned(2), turned(4), turned(6)), odd: Four(turned(1), turned(3), turned(5), turned(7)))
    }

    @_noLocks @inline(__always) mutating func rtTranspose() {
      let re = Self.rtTransposed(z.even.a.re, z.odd.a.re, z.even.b.re, z.odd.b.re, z.even.c.re, z.odd.c.re, z.even.d.re, z.odd.d.re)
      let im = Self.rtTransposed(z.even.a.im, z.odd.a.im, z.even.b.im, z.odd.b.im, z.even.c.im, z.odd.c.im, z.even.d.im, z.odd.d.im)
      z = Eight(
        even: Four(Complex(re.0, im.0), Complex(re.2, im.2), Complex(re.4, im.4), Complex(re.6, im.6)),
        odd: Four(Complex(re.1, im.1), Complex(re.3, im.3), Complex(re.5, im.5), Complex(re.7, im.7)))
    }

    @_noLocks @inline(__always) mutating func rtTransform() { z.rtTransform() }

    @_noLocks @inline(__always) func rtStore(_ re: UnsafeMutablePointer<Lanes>, _ im: UnsafeMutablePointer<Lanes>, _ apart: Int) {
      rtPut(re, im, 0, z.even.a)
      rtPut(re, im, apart, z.even.b)
      rtPut(re, im, 2 &* apart, z.even.c)
      rtPut(re, im, 3 &* apart, z.even.d)
      rtPut(re, im, 4 &* apart, z.odd.a)
      rtPut(re, im, 5 &* apart, z.odd.b)
      rtPut(re, im, 6 &* apart, z.odd.c)
      rtPut(re, im, 7 &* apart, z.odd.d)
    }

    private typealias Rows = (Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes)

    @_noLocks @inline(__always) private static func rtTransposed(
      _ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes, _ f: Lanes, _ g: Lanes, _ h: Lanes
    ) -> Rows {
      let (ab, abHigh) = rtMingled(a, b)
      let (cd, cdHigh) = rtMingled(c, d)
      let (ef, efHigh) = rtMingled(e, f)
      let (gh, ghHigh) = rtMingled(g, h)
      let (p0, p1) = rtPaired(ab, cd)
      let (p2, p3) = rtPaired(abHigh, cdHigh)
      let (q0, q1) = rtPaired(ef, gh)
      let (q2, q3) = rtPaired(efHigh, ghHigh)
      return (
        Lanes(lowHalf: p0.lowHalf, highHalf: q0.lowHalf), Lanes(lowHalf: p1.lowHalf, highHalf: q1.lowHalf),
        Lanes(lowHalf: p2.lowHalf, highHalf: q2.lowHalf), Lanes(lowHalf: p3.lowHalf, highHalf: q3.lowHalf),
        Lanes(lowHalf: p0.highHalf, highHalf: q0.highHalf), Lanes(lowHalf: p1.highHalf, highHalf: q1.highHalf),
        Lanes(lowHalf: p2.highHalf, highHalf: q2.highHalf), Lanes(lowHalf: p3.highHalf, highHalf: q3.highHalf)
      )
    }

    /// Within each half: a b a b of the first two, and of the last two.
    @_noLocks @inline(__always) private static func rtMingled(_ a: Lanes, _ b: Lanes) -> (Lanes, Lanes) {
      (
        Lanes(a[0], b[0], a[1], b[1], a[4], b[4], a[5], b[5]), Lanes(a[2], b[2], a[3], b[3], a[6], b[6], a[7], b[7])
      )
    }

    /// Within each half: the first pair of both, and the last pair of both.
    @_noLocks @inline(__always) private static func rtPaired(_ a: Lanes, _ b: Lanes) -> (Lanes, Lanes) {
      (
        Lanes(a[0], a[1], b[0], b[1], a[4], a[5], b[4], b[5]), Lanes(a[2], a[3], b[2], b[3], a[6], a[7], b[6], b[7])
      )
    }
  }
#else
  struct Across {
    private var z: Four

    /// Four neighbours, each times its factor.
    @_noLocks @inline(__always) init(
      _ re: UnsafePointer<Lanes>, _ im: UnsafePointer<Lanes>, _ wr: UnsafePointer<Lanes>, _ wi: UnsafePointer<Lanes>
    ) {
      z = Four(
        Complex(re[0], im[0]) * Complex(wr[0], wi[0]), Complex(re[1], im[1]) * Complex(wr[1], wi[1]),
        Complex(re[2], im[2]) * Complex(wr[2], wi[2]), Complex(re[3], im[3]) * Complex(wr[3], wi[3]))
    }

    @_noLocks @inline(__always) mutating func rtTranspose() {
      let re = Self.rtTransposed(z.a.re, z.b.re, z.c.re, z.d.re)
      let im = Self.rtTransposed(z.a.im, z.b.im, z.c.im, z.d.im)
      z = Four(Complex(re.0, im.0), Complex(re.1, im.1), Complex(re.2, im.2), Complex(re.3, im.3))
    }

    @_noLocks @inline(__always) mutating func rtTransform() { z.rtTransform() }

    @_noLocks @inline(__always) func rtStore(_ re: UnsafeMutablePointer<Lanes>, _ im: UnsafeMutablePointer<Lanes>, _ apart: Int) {
      rtPut(re, im, 0, z.a)
      rtPut(re, im, apart, z.b)
      rtPut(re, im, 2 &* apart, z.c)
      rtPut(re, im, 3 &* apart, z.d)
    }

    @_noLocks @inline(__always) private static func rtTransposed(
      _ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes
    ) -> (Lanes, Lanes, Lanes, Lanes) {
      let ab = Lanes(a[0], b[0], a[1], b[1])
      let abHigh = Lanes(a[2], b[2], a[3], b[3])
      let cd = Lanes(c[0], d[0], c[1], d[1])
      let cdHigh = Lanes(c[2], d[2], c[3], d[3])
      return (
        Lanes(ab[0], ab[1], cd[0], cd[1]), Lanes(ab[2], ab[3], cd[2], cd[3]), Lanes(abHigh[0], abHigh[1], cdHigh[0], cdHigh[1]),
        Lanes(abHigh[2], abHigh[3], cdHigh[2], cdHigh[3])
      )
    }
  }
#endif

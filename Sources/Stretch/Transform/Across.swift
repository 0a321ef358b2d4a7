import CLanes

/// The transform across the lanes.
/// As many vectors as there are lanes are transposed, then transformed lane by lane.
#if STRETCH_256
  struct Across {
    private var z: Eight

    /// Loads eight neighbours, each times its factor.
    @_noLocks @inline(__always) init(
      _ re: UnsafePointer<Lanes>, _ im: UnsafePointer<Lanes>, _ wr: UnsafePointer<Lanes>, _ wi: UnsafePointer<Lanes>
    ) {
      z = Eight(
        even: Four(
          Complex(re[0], im[0]) * Complex(wr[0], wi[0]), Complex(re[2], im[2]) * Complex(wr[2], wi[2]),
          Complex(re[4], im[4]) * Complex(wr[4], wi[4]), Complex(re[6], im[6]) * Complex(wr[6], wi[6])),
        odd: Four(
          Complex(re[1], im[1]) * Complex(wr[1], wi[1]), Complex(re[3], im[3]) * Complex(wr[3], wi[3]),
          Complex(re[5], im[5]) * Complex(wr[5], wi[5]), Complex(re[7], im[7]) * Complex(wr[7], wi[7])))
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
      z.even.rtStore(re, im, apart)
      z.odd.rtStore(re + 4 &* apart, im + 4 &* apart, apart)
    }

    private typealias Rows = (Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes)

    @_noLocks @inline(__always) private static func rtTransposed(
      _ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes, _ f: Lanes, _ g: Lanes, _ h: Lanes
    ) -> Rows {
      let (p, q) = (rtMixed(a, b, c, d), rtMixed(e, f, g, h))
      return (
        gf_lanes_halves_low(p.0, q.0), gf_lanes_halves_low(p.1, q.1), gf_lanes_halves_low(p.2, q.2), gf_lanes_halves_low(p.3, q.3),
        gf_lanes_halves_high(p.0, q.0), gf_lanes_halves_high(p.1, q.1), gf_lanes_halves_high(p.2, q.2), gf_lanes_halves_high(p.3, q.3)
      )
    }
  }
#else
  struct Across {
    private var z: Four

    /// Loads four neighbours, each times its factor.
    @_noLocks @inline(__always) init(
      _ re: UnsafePointer<Lanes>, _ im: UnsafePointer<Lanes>, _ wr: UnsafePointer<Lanes>, _ wi: UnsafePointer<Lanes>
    ) {
      z = Four(
        Complex(re[0], im[0]) * Complex(wr[0], wi[0]), Complex(re[1], im[1]) * Complex(wr[1], wi[1]),
        Complex(re[2], im[2]) * Complex(wr[2], wi[2]), Complex(re[3], im[3]) * Complex(wr[3], wi[3]))
    }

    @_noLocks @inline(__always) mutating func rtTranspose() {
      let re = rtMixed(z.a.re, z.b.re, z.c.re, z.d.re)
      let im = rtMixed(z.a.im, z.b.im, z.c.im, z.d.im)
      z = Four(Complex(re.0, im.0), Complex(re.1, im.1), Complex(re.2, im.2), Complex(re.3, im.3))
    }

    @_noLocks @inline(__always) mutating func rtTransform() { z.rtTransform() }

    @_noLocks @inline(__always) func rtStore(_ re: UnsafeMutablePointer<Lanes>, _ im: UnsafeMutablePointer<Lanes>, _ apart: Int) {
      z.rtStore(re, im, apart)
    }
  }
#endif

/// Returns four vectors, transposed within each 128 bits.
@_noLocks @inline(__always) private func rtMixed(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> (Lanes, Lanes, Lanes, Lanes) {
  let (ab, cd) = (gf_lanes_mix_low(a, b), gf_lanes_mix_low(c, d))
  let (abHigh, cdHigh) = (gf_lanes_mix_high(a, b), gf_lanes_mix_high(c, d))
  return (
    gf_lanes_pair_low(ab, cd), gf_lanes_pair_high(ab, cd), gf_lanes_pair_low(abHigh, cdHigh), gf_lanes_pair_high(abHigh, cdHigh)
  )
}

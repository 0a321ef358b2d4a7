/// Folds Latin letters with marks to their plain letters.
///
/// It has a small table of its own, because the box does not include ICU's collation tables.
enum LatinFold {
  /// Letters from U+00C0. A dot leaves the letter; a digit is a position in `pairs`, counted from 1.
  private static let letters = Array(
    """
    aaaaaa2ceeeeiiiidnooooo.ouuuuy41aaaaaa2ceeeeiiiidnooooo.ouuuuy4y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii55jjkkklllllll\
    lllnnnnnnnnnoooooo33rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    bbbb...ccdddd....ffg...ikkl..nnooo..pp.....ttttuu.vyyzz.........\
    .............aaiioouuuuuuuuuu.aaaa22ggggkkoooo..j...gg..nnaa22oo\
    aaaaeeeeiiiioooorrrruuuusstt..hhn...zzaaeeooooooooyy.......ccl..\
    ...b..eejj..rryy
    """.utf8)
  /// The same from U+1E00.
  private static let additional = Array(
    """
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy.s..1.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......
    """.utf8)
  private static let pairs: [[UInt8]] = ["ss", "ae", "oe", "th", "ij"].map { Array($0.utf8) }

  /// Calls `body` with the lower-case letters that replace a letter for sorting. A combining mark has none.
  @inline(__always) static func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    let code = Int(scalar.value)
    switch code {
    case ..<0x80: body((0x41...0x5A).contains(code) ? Unicode.Scalar(UInt8(code + 0x20)) : scalar)
    case 0x0300...0x036F: return
    case 0xC0..<0xC0 + letters.count: fold(scalar, letters[code - 0xC0], body)
    case 0x1E00..<0x1E00 + additional.count: fold(scalar, additional[code - 0x1E00], body)
    default: for small in scalar.properties.lowercaseMapping.unicodeScalars { body(small) }
    }
  }

  private static func fold(_ scalar: Unicode.Scalar, _ plain: UInt8, _ body: (Unicode.Scalar) -> Void) {
    switch plain {
    case UInt8(ascii: "."): for small in scalar.properties.lowercaseMapping.unicodeScalars { body(small) }
    case UInt8(ascii: "1")...UInt8(ascii: "5"): for byte in pairs[Int(plain - UInt8(ascii: "1"))] { body(Unicode.Scalar(byte)) }
    default: body(Unicode.Scalar(plain))
    }
  }
}

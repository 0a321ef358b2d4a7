/// Float to what cards and files take. 16 bit gets TPDF dither: noise of two steps' width, so that what is quieter than a step stays music and does not become
/// a distortion of it (Lipshitz, Wannamaker, Vanderkooy 1992). A block of digital silence stays silent. What is no number becomes 0.
package struct SampleConverter: Sendable {
  /// State of the noise (a linear congruential generator; its upper half is used). Always the same from the start, so that a rendering can be repeated.
  private var noise: UInt32 = 0x9E37_79B9

  package init() {}

  /// To -1...1, whatever comes.
  @_noLocks private static func rtClamp(_ x: Float) -> Float {
    if x > 1 { return 1 }
    if x < -1 { return -1 }
    return x == x ? x : 0
  }

  /// Full scale is 32,767.
  @_noLocks package mutating func rtConvert(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Int16>, count: Int) {
    var isSilent = true
    for i in 0..<count where from[i] != 0 { isSilent = false }
    if isSilent {
      for i in 0..<count { to[i] = 0 }
      return
    }
    for i in 0..<count {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let a = Float(noise >> 16)
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let b = Float(noise >> 16)
      let value = SampleConverter.rtClamp(from[i]) * 32_767 + (a - b) * 0x1p-16
      // Rounded to the nearest: cutting off rounds down, what is positive.
      let step = Int32(value + 32_768.5) &- 32_768
      to[i] = Int16(truncatingIfNeeded: min(max(step, -32_768), 32_767))
    }
  }

  /// Full scale is 2,147,483,647; no dither: a step is far below any card's noise.
  @_noLocks package static func rtConvert(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Int32>, count: Int) {
    for i in 0..<count { to[i] = Int32(Double(rtClamp(from[i])) * 2_147_483_647) }
  }

  /// Float as it is, less what is no number.
  @_noLocks package static func rtConvert(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count { to[i] = rtClamp(from[i]) }
  }
}

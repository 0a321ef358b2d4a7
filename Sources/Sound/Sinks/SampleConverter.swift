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

  /// In a card's format. - Parameter to: room for `count` samples of that format, aligned for it.
  @_noLocks package mutating func rtConvert(
    _ from: UnsafePointer<Float>, _ to: UnsafeMutableRawPointer, as format: CardFormat, count: Int
  ) {
    switch format {
    case .float: SampleConverter.rtConvert(from, to.assumingMemoryBound(to: Float.self), count: count)
    case .int32: SampleConverter.rtConvert(from, to.assumingMemoryBound(to: Int32.self), count: count)
    case .packed24: SampleConverter.rtPack24(from, to.assumingMemoryBound(to: UInt8.self), count: count)
    case .int24: SampleConverter.rtConvert24(from, to.assumingMemoryBound(to: Int32.self), count: count)
    case .int16: rtConvert(from, to.assumingMemoryBound(to: Int16.self), count: count)
    }
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

  /// The nearest step of 24 bits. Full scale is 8,388,607; no dither: a step is below any card's noise.
  @_noLocks private static func rtStep24(_ x: Float) -> Int32 { Int32(Double(rtClamp(x)) * 8_388_607 + 8_388_608.5) &- 8_388_608 }

  /// 24 bits in the lower three bytes of four; the upper one repeats the sign.
  @_noLocks package static func rtConvert24(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Int32>, count: Int) {
    for i in 0..<count { to[i] = rtStep24(from[i]) }
  }

  /// 24 bits in three bytes, the lowest first. - Parameter to: 3 * `count` bytes.
  @_noLocks package static func rtPack24(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count {
      let step = rtStep24(from[i])
      to[3 * i] = UInt8(truncatingIfNeeded: step)
      to[3 * i + 1] = UInt8(truncatingIfNeeded: step >> 8)
      to[3 * i + 2] = UInt8(truncatingIfNeeded: step >> 16)
    }
  }

  /// Float as it is, less what is no number.
  @_noLocks package static func rtConvert(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count { to[i] = rtClamp(from[i]) }
  }
}

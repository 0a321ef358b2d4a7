/// A converter from float to the formats of cards and files. 16 bit gets TPDF dither: noise two steps wide. Sound
/// below one step then stays music and does not become distortion (Lipshitz, Wannamaker, Vanderkooy 1992). A
/// block of digital silence stays silent. NaN becomes 0.
package struct SampleConverter: Sendable {
  /// State of the noise, a linear congruential generator. Its upper half is used. It always starts with the same
  /// value, so a rendering can be repeated.
  private var noise: UInt32 = 0x9E37_79B9

  package init() {}

  /// Returns a value clamped to -1...1; NaN gives 0.
  @_noLocks private static func rtClamp(_ x: Float) -> Float {
    if x > 1 { return 1 }
    if x < -1 { return -1 }
    return x == x ? x : 0
  }

  /// Converts to a card's format.
  /// - Parameter to: room for `count` samples of that format, aligned for it.
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

  /// Converts to 16 bit. Full scale is 32,767.
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
      // Round to the nearest: with the offset the value is positive, so truncation rounds down.
      let step = Int32(value + 32_768.5) &- 32_768
      to[i] = Int16(truncatingIfNeeded: min(max(step, -32_768), 32_767))
    }
  }

  /// Converts to 32 bit. Full scale is 2,147,483,647. Without dither: a step is far below any card's noise.
  @_noLocks package static func rtConvert(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Int32>, count: Int) {
    for i in 0..<count { to[i] = Int32(Double(rtClamp(from[i])) * 2_147_483_647) }
  }

  /// Returns the nearest 24-bit step. Full scale is 8,388,607. Without dither: a step is below any card's noise.
  @_noLocks private static func rtStep24(_ x: Float) -> Int32 { Int32(Double(rtClamp(x)) * 8_388_607 + 8_388_608.5) &- 8_388_608 }

  /// Converts to 24 bits in the lower three bytes of four. The upper byte repeats the sign.
  @_noLocks package static func rtConvert24(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Int32>, count: Int) {
    for i in 0..<count { to[i] = rtStep24(from[i]) }
  }

  /// Converts to 24 bits in three bytes, the lowest first.
  /// - Parameter to: 3 * `count` bytes.
  @_noLocks package static func rtPack24(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count {
      let step = rtStep24(from[i])
      to[3 * i] = UInt8(truncatingIfNeeded: step)
      to[3 * i + 1] = UInt8(truncatingIfNeeded: step >> 8)
      to[3 * i + 2] = UInt8(truncatingIfNeeded: step >> 16)
    }
  }

  /// Copies float, clamped to -1...1; NaN becomes 0.
  @_noLocks package static func rtConvert(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count { to[i] = rtClamp(from[i]) }
  }
}

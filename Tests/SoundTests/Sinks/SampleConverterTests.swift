import Sound
import Testing

/// Tests of samples for cards and files. They are never NaN, and dithered if steps could be audible.
@Suite struct SampleConverterTests {
  private func to16(_ x: [Float]) -> [Int16] {
    var converter = SampleConverter()
    var out = [Int16](repeating: 77, count: x.count)
    out.withUnsafeMutableBufferPointer { converter.rtConvert(x, $0.baseAddress!, count: x.count) }
    return out
  }

  @Test func `NaN is silence and never traps`() {
    let wild: [Float] = [.nan, .infinity, -.infinity, 3e38, -3e38, 1, -1, 0.25]
    let words = to16(wild)
    #expect(abs(Int(words[0])) <= 1 && words[1] >= 32_766 && words[2] <= -32_766 && words[5] >= 32_766 && words[6] <= -32_766)
    var long = [Int32](repeating: 77, count: wild.count)
    long.withUnsafeMutableBufferPointer { SampleConverter.rtConvert(wild, $0.baseAddress!, count: wild.count) }
    #expect(long == [0, .max, -.max, .max, -.max, .max, -.max, 536_870_911])
    var same = [Float](repeating: 77, count: wild.count)
    same.withUnsafeMutableBufferPointer { SampleConverter.rtConvert(wild, $0.baseAddress!, count: wild.count) }
    #expect(same == [0, 1, -1, 1, -1, 1, -1, 0.25])
  }

  private func bytes(_ x: [Float], as format: CardFormat, width: Int) -> [UInt8] {
    var converter = SampleConverter()
    // Aligned for four bytes, with one more value that must stay unwritten.
    var out = [UInt32](repeating: 0x7777_7777, count: x.count + 1)
    out.withUnsafeMutableBytes { converter.rtConvert(x, $0.baseAddress!, as: format, count: x.count) }
    let all = out.withUnsafeBytes { Array($0) }
    #expect(all.dropFirst(x.count * width).allSatisfy { $0 == 0x77 }, "\(format) writes behind its end")
    return Array(all.prefix(x.count * width))
  }

  /// The limits, zero on both sides, half a step and less, and invalid values.
  static let ends: [(Float, Int32)] = [
    (1, 8_388_607), (-1, -8_388_607), (0, 0), (-0.0, 0), (.nan, 0), (-.nan, 0), (.infinity, 8_388_607), (-.infinity, -8_388_607),
    (3e38, 8_388_607), (-3e38, -8_388_607), (1.000_000_1, 8_388_607), (0.5, 4_194_304), (-0.5, -4_194_303),
    (1 / 8_388_607, 1), (-1 / 8_388_607, -1), (0.4 / 8_388_607, 0), (-0.4 / 8_388_607, 0), (0.6 / 8_388_607, 1),
    (-0.6 / 8_388_607, -1), (.leastNonzeroMagnitude, 0), (0.999_999_94, 8_388_607),
  ]

  @Test func `24 bits are exact at the ends, in four bytes and in three`() {
    let sound = Self.ends.map(\.0)
    let steps = Self.ends.map(\.1)
    let four = bytes(sound, as: .int24, width: 4)
    #expect(four == steps.flatMap { step in (0..<4).map { UInt8(truncatingIfNeeded: step >> (8 * Int32($0))) } })
    let three = bytes(sound, as: .packed24, width: 3)
    #expect(three == steps.flatMap { step in (0..<3).map { UInt8(truncatingIfNeeded: step >> (8 * Int32($0))) } })
  }

  @Test func `each of the other formats is what its own conversion gives`() {
    let sound = Self.ends.map(\.0) + (0..<100).map { Float($0 * 37 % 101 - 50) / 50 }
    var float = [Float](repeating: 77, count: sound.count)
    float.withUnsafeMutableBufferPointer { SampleConverter.rtConvert(sound, $0.baseAddress!, count: sound.count) }
    #expect(bytes(sound, as: .float, width: 4) == float.withUnsafeBytes { Array($0) })
    var long = [Int32](repeating: 77, count: sound.count)
    long.withUnsafeMutableBufferPointer { SampleConverter.rtConvert(sound, $0.baseAddress!, count: sound.count) }
    #expect(bytes(sound, as: .int32, width: 4) == long.withUnsafeBytes { Array($0) })
    #expect(bytes(sound, as: .int16, width: 2) == to16(sound).withUnsafeBytes { Array($0) })
  }

  /// TPDF dither: the mean follows a value smaller than a step. The noise is the same for every value: 1/4 of a step
  /// squared.
  @Test(arguments: [Float(0.1), 0.3, 0.5, 100.25, -7.8])
  func `dither keeps what is smaller than a step`(steps: Float) {
    let out = to16([Float](repeating: steps / 32_767, count: 200_000))
    let mean = out.reduce(0.0) { $0 + Double($1) } / 200_000
    let variance = out.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / 200_000
    #expect(abs(mean - Double(steps)) < 0.01, "\(mean)")
    #expect(abs(variance - 0.25) < 0.02, "\(variance)")
  }

  @Test func `digital silence stays silent and a rendering can be repeated`() {
    #expect(to16([Float](repeating: 0, count: 256)).allSatisfy { $0 == 0 })
    let sound = (0..<256).map { Float($0) / 500 }
    #expect(to16(sound) == to16(sound))
  }
}

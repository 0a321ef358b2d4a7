import Sound
import Testing

/// What cards and files get: never what is no number, dithered where steps could be heard.
@Suite struct SampleConverterTests {
  private func to16(_ x: [Float]) -> [Int16] {
    var converter = SampleConverter()
    var out = [Int16](repeating: 77, count: x.count)
    out.withUnsafeMutableBufferPointer { converter.rtConvert(x, $0.baseAddress!, count: x.count) }
    return out
  }

  @Test func whatIsNoNumberIsSilenceAndNeverTraps() {
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

  /// TPDF dither: the mean follows what is smaller than a step, and the noise is the same whatever the value: 1/4 of a step squared.
  @Test(arguments: [Float(0.1), 0.3, 0.5, 100.25, -7.8])
  func ditherKeepsWhatIsSmallerThanAStep(steps: Float) {
    let out = to16([Float](repeating: steps / 32_767, count: 200_000))
    let mean = out.reduce(0.0) { $0 + Double($1) } / 200_000
    let variance = out.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / 200_000
    #expect(abs(mean - Double(steps)) < 0.01, "\(mean)")
    #expect(abs(variance - 0.25) < 0.02, "\(variance)")
  }

  @Test func digitalSilenceStaysSilentAndARenderingCanBeRepeated() {
    #expect(to16([Float](repeating: 0, count: 256)).allSatisfy { $0 == 0 })
    let sound = (0..<256).map { Float($0) / 500 }
    #expect(to16(sound) == to16(sound))
  }
}

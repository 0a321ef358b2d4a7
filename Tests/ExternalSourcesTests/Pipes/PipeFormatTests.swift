import Foundation
import ExternalSources
import TestSupport
import Testing

/// Tests of the sample formats, and of the mixing of many channels to two.
@Suite struct PipeFormatTests {
  private func stereo(_ format: PipeSettings.Format, channels: Int, _ bytes: [UInt8]) -> (left: [Float], right: [Float], bad: Int) {
    var converter = PipeFormat(PipeSettings(name: "x", path: "/x", format: format, channels: channels))
    let count = bytes.count / converter.frame
    var (left, right) = ([Float](repeating: 9, count: count), [Float](repeating: 9, count: count))
    converter.convert(bytes, count: count, &left, &right)
    return (left, right, converter.badSamples)
  }

  private func bytes(_ values: [Float]) -> [UInt8] { values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) } }

  @Test func `each format has full scale at one`() {
    let of16Bits: [Float] = [-1, 32_767.0 / 32_768, 1 / 32_768.0]
    #expect(stereo(.s16, channels: 1, [0, 0x80, 0xFF, 0x7F, 1, 0]).left == of16Bits)
    let of24Bits: [Float] = [-1, 8_388_607.0 / 8_388_608, -0.5]
    #expect(stereo(.s24, channels: 1, [0, 0, 0x80, 0xFF, 0xFF, 0x7F, 0, 0, 0xC0]).left == of24Bits)
    #expect(stereo(.s32, channels: 1, [0, 0, 0, 0x80, 0, 0, 0, 0x40]).left == [-1, 0.5])
    #expect(stereo(.f32, channels: 2, bytes([0.25, -0.5])).right == [-0.5])
    let wrong = stereo(.f32, channels: 2, bytes([.nan, 0.5, .infinity, -.infinity, 1e30, 2]))
    #expect(wrong.left == [0, 0, 0] && wrong.right == [0.5, 0, 2] && wrong.bad == 4)
  }

  @Test func `one channel goes to both sides`() {
    let sound = stereo(.f32, channels: 1, bytes([0.5, -0.25]))
    #expect(sound.left == [0.5, -0.25] && sound.right == sound.left)
  }

  /// Each channel alone: its side, and its level relative to the front.
  @Test func `surround is mixed down`() {
    func gains(_ channels: Int, _ channel: Int) -> (Float, Float) {
      var frame = [Float](repeating: 0, count: channels)
      frame[channel] = 1
      let sound = stereo(.f32, channels: channels, bytes(frame))
      return (sound.left[0], sound.right[0])
    }
    for channels in 3...8 {
      let (front, other) = gains(channels, 0)
      #expect(other == 0 && front == 1, "the front is as loud as that of a song")
      #expect(gains(channels, 1) == (0, front))
      let all = stereo(.f32, channels: channels, bytes([Float](repeating: 1, count: channels)))
      #expect(all.left[0] == all.right[0] && all.left[0] < 3.2, "no side is louder")
      if channels != 4 {
        let centre = gains(channels, 2)
        #expect(centre.0 == centre.1 && abs(20 * log10(centre.0 / front) + 3.01) < 0.01)
      }
      if channels >= 6 { #expect(gains(channels, 3) == (0, 0), "the bass channel") }
    }
    let (left, right) = gains(6, 4)
    #expect(right == 0 && abs(20 * log10(left / gains(6, 0).0) + 3.01) < 0.01)
    #expect(gains(8, 7).0 == 0 && gains(7, 4).0 == gains(7, 4).1)
  }
}

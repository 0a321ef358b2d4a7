import Realtime
import Testing

@Suite struct StereoMixTests {
  private let soft = Float(0.5).squareRoot()

  @Test func `one and two channels stay as they are`() {
    let mono = StereoMix(channels: 1)
    #expect(mono.left == [1] && mono.right == [1])
    let stereo = StereoMix(channels: 2, order: .vorbis)
    #expect(stereo.left == [1, 0] && stereo.right == [0, 1])
  }

  @Test func `5.1 follows the order of its container`() {
    let wave = StereoMix(channels: 6)
    #expect(wave.left == [1, 0, soft, 0, soft, 0] && wave.right == [0, 1, soft, 0, 0, soft])
    let vorbis = StereoMix(channels: 6, order: .vorbis)
    #expect(vorbis.left == [1, soft, 0, soft, 0, 0] && vorbis.right == [0, soft, 1, 0, soft, 0])
  }

  @Test func `7.1 follows the order of its container`() {
    let wave = StereoMix(channels: 8)
    #expect(wave.left == [1, 0, soft, 0, soft, 0, soft, 0] && wave.right == [0, 1, soft, 0, 0, soft, 0, soft])
    let vorbis = StereoMix(channels: 8, order: .vorbis)
    #expect(vorbis.left == [1, soft, 0, soft, 0, soft, 0, 0] && vorbis.right == [0, soft, 1, 0, soft, 0, soft, 0])
  }

  @Test(arguments: 1...8) func `each order has all its channels and two equal sides`(channels: Int) {
    for order in [StereoMix.Order.wave, .vorbis] {
      let mix = StereoMix(channels: channels, order: order)
      #expect(mix.left.count == channels && mix.right.count == channels)
      #expect(mix.left.sorted() == mix.right.sorted() && mix.left.contains(1))
      // A channel that is on neither side is the bass.
      let silent = zip(mix.left, mix.right).count { $0 == 0 && $1 == 0 }
      #expect(silent == (channels >= 6 ? 1 : 0))
    }
  }

  @Test func `numbers out of range are taken as the nearest`() {
    #expect(StereoMix(channels: 0) == StereoMix(channels: 1) && StereoMix(channels: 64) == StereoMix(channels: 8))
  }
}

import CSndFile
import Foundation
import TestSupport
import Testing

/// Tests of jumps in Ogg files.
@Suite struct OggJumpTests {
  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS]) func `a jump gives what is heard there in a whole reading`(coding: Int) throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.ogg"
      var random = SplitMix(9)
      let noise = (0..<2 * 480_000).map { _ in Float(random.next() % 1000) / 2000 - 0.25 }
      Signals.write(noise, to: path, format: SF_FORMAT_OGG | coding)
      let whole = try #require(try Decoded.read(path)).samples
      let decoder = try #require(try Decoded.open(path))
      var wrong = 0
      for _ in 0..<100 {
        let place = Int(random.next() % UInt64(whole.count - 5000))
        #expect(decoder.seek(to: Int64(place)) == Int64(place))
        let part = Decoded.part(of: decoder, 600)
        if part.count != 600 || !zip(part, whole[place..<place + 600]).allSatisfy({ abs($0 - $1) < 0.02 }) { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }
}

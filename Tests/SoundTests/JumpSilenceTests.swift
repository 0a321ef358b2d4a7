import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the silence after a start, a jump and another track: 10 ms at most, at any speed and pitch.
@Suite struct JumpSilenceTests {
  /// Length of the longest stretch that is more than 60 dB below the sound, in frames.
  private func longestSilence(_ sound: ArraySlice<Float>) -> Int {
    var (longest, present) = (0, 0)
    for sample in sound {
      present = abs(sample) < 2.5e-4 ? present + 1 : 0
      longest = max(longest, present)
    }
    return longest
  }

  @Test(
    arguments: Ring.cases(
      [(2, -2400), (0.5, 700)], of: [(1, 0), (0.5, 0), (2, 0), (1, -2400), (2, -2400), (0.5, 700)]) as [(Float, Float)])
  func `nothing is silent for more than ten milliseconds`(speed: Float, cents: Float) throws {
    try Places.withFolder { folder in
      // Two tones of the same level: one of them always sounds.
      let paths = [220.0, 331].map { hz in
        let path = folder.appendingPathComponent("\(hz).wav").path
        Signals.write(Signals.sine(hz, seconds: 12, level: 0.5), to: path)
        return path
      }
      let offline = OfflineRenderer(Playlist(files: paths), volume: 0.5)
      offline.engine.player.set(SoundLevels(speed: speed, cents: cents, volume: 0.5))
      var out: [Float] = []
      func play(_ seconds: Double) {
        let end = Double(out.count) / 48_000 + seconds
        offline.render(until: end) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      }
      play(0.5)
      var begins = [("start", 0)]
      for (name, act) in [
        ("seek", { offline.deck.seek(to: 7.1) }), ("next", { offline.deck.skip(1) }), ("seek back", { offline.deck.seek(to: 1.03) }),
        ("track", { offline.deck.jump(to: 0, seconds: 3) }),
      ] {
        begins.append((name, out.count))
        act()
        play(0.5)
      }
      for (name, begin) in begins {
        let silent = longestSilence(out[begin..<begin + 24_000])
        print("speed \(speed), \(cents) cents, \(name): silent for \(silent) frames")
        #expect(silent <= 480, "\(name): \(silent) frames")
        // After the start's fade-in of 30 ms the level is as before.
        let level = Signals.level(out[begin + 1800..<begin + 6600])
        #expect(level > 0.12, "\(name): \(level)")
      }
    }
  }
}

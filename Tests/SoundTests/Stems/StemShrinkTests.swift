import Foundation
import Realtime
import Sound
import SoundDoubles
import TestSupport
import Testing

/// Tests of a file that changes while it is loaded.
@Suite struct StemShrinkTests {
  /// The file is cut after its length is known, while the next file opens.
  @Test func `a file that shrinks while it is loaded is named and the old set plays on`() throws {
    try Places.withFolder { folder in
      let cut = folder.appendingPathComponent("cut.wav").path
      let whole = folder.appendingPathComponent("whole.wav").path
      Signals.write(Signals.sine(440, seconds: 4, level: 0.2), to: cut)
      Signals.write(Signals.sine(440, seconds: 2, level: 0.2), to: whole)
      let cuts = Counter()
      let player = try StemRenderer(opener: { path in
        if path == whole, cuts.load() > 0 { _ = truncate(cut, 800_000) }
        return SoundFile.system(path)
      })
      let channels = [
        StemSet.Channel(name: "cut", source: .file(cut), bars: 2), StemSet.Channel(name: "whole", source: .file(whole), bars: 1),
      ]
      try player.loader.loadNow(StemSet(name: "old", milliBPM: 120_000, channels: channels))
      #expect(Signals.level(player.render(blocks: 40).left.suffix(2000)) > 0.1 && player.port.state.set == 1)
      cuts.add()
      var problems: [StemProblem] = []
      do throws(StemRefusal) {
        _ = try player.loader.loadNow(StemSet(name: "new", milliBPM: 120_000, channels: channels))
      } catch { problems = error.problems }
      #expect(problems.map(\.kind) == [.shrunk] && problems.first?.path == cut, "\(problems)")
      #expect(Signals.level(player.render(blocks: 40).left.suffix(2000)) > 0.1 && player.port.state.set == 1)
    }
  }
}

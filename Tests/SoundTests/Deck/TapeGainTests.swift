import Foundation
import GestureFlowAPI
import Realtime
import Sound
import TestSupport
import Testing

/// Each track has one gain, which changes exactly at the next track's first frame.
@Suite struct TapeGainTests {
  private let fade = Int(TapeGain.fade)

  /// Applies the gain to ones in pieces of this many frames.
  /// - Returns: the left side.
  private func apply(_ gain: inout TapeGain, _ frames: Int, pieces: Int = 1000, from first: Int64 = 0) -> [Float] {
    var out: [Float] = []
    while out.count < frames {
      let count = min(pieces, frames - out.count)
      var samples = (0..<2 * count).map { $0 % 2 == 0 ? Float(1) : -1 }
      gain.apply(&samples, count: count, at: first + Int64(out.count))
      for frame in 0..<count {
        #expect(samples[2 * frame] == -samples[2 * frame + 1])
        out.append(samples[2 * frame])
      }
    }
    return out
  }

  @Test func `a gain of 1 leaves every bit as it is`() {
    var gain = TapeGain()
    gain.change(to: 1, at: 40)
    var samples = (0..<400).map { Float(sin(Double($0))) }
    let before = samples
    gain.apply(&samples, count: 200, at: 0)
    #expect(samples == before)
  }

  @Test(arguments: [1, 7, 128, 1000, 4096]) func `a gain changes at its frame, whatever the pieces`(pieces: Int) {
    var gain = TapeGain(0.5)
    gain.change(to: 2, at: 1000)
    let out = apply(&gain, 2000, pieces: pieces)
    #expect(out[..<1000].allSatisfy { $0 == 0.5 }, "the track before has its own gain to its last frame")
    #expect(out[1000] > 0.5 && out[1000] < 0.51 && out[(999 + fade)...].allSatisfy { $0 == 2 })
    let steps = zip(out.dropFirst(), out).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 >= 0 && $0 < 1.6 / Float(fade) }, "nothing clicks")
  }

  @Test func `a change during another one goes on from where it is`() {
    var gain = TapeGain(1)
    gain.change(to: 3, at: 100)
    gain.change(to: 1, at: 100 + TapeGain.fade / 2)
    gain.change(to: 0.25, at: 5000)
    let out = apply(&gain, 6000)
    let steps = zip(out.dropFirst(), out).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 < 2.1 / Float(fade) })
    #expect(out[100 + fade / 2 - 1] == 2 && out[4999] == 1 && out[5999] == 0.25)
  }

  // MARK: - In a deck

  private func flat(_ folder: URL, _ name: String, frames: Int) -> String {
    let path = folder.appendingPathComponent(name).path
    Signals.write([Float](repeating: 0.25, count: frames * 2), to: path)
    return path
  }

  private func samples(_ deck: Deck, _ frames: Range<Int64>) -> [Float] {
    var left = [Float](repeating: 9, count: frames.count)
    var right = left
    let absent = deck.engine.player.tapes[0].reader.rtCopy(from: frames.lowerBound, count: frames.count, &left, &right)
    #expect(absent == 0 && left == right)
    return left
  }

  private func gain(_ level: Double) -> TrackGain { TrackGain(Loudness(level: level, peak: 0.01)) }

  @Test func `tracks follow each other without a gap, each with its own gain`() throws {
    try Places.withFolder { folder in
      let files = [flat(folder, "a.wav", frames: 50_001), flat(folder, "b.wav", frames: 40_000), flat(folder, "c.wav", frames: 90_000)]
      let deck = Deck(SoundEngine(), playlist: Playlist(files: files))
      let (loud, quiet) = (gain(-10), gain(-22))
      deck.observeGain { $0.path == files[0] ? loud : $0.path == files[1] ? quiet : .none }
      while deck.fill() {}
      #expect(abs(loud.factor - 0.501) < 0.001 && abs(quiet.factor - 1.995) < 0.001)
      #expect(samples(deck, 0..<50_001).allSatisfy { $0 == 0.25 * loud.factor })
      let second = samples(deck, 50_001..<90_001)
      #expect(second[0] != 0.25 * loud.factor && second[0] < 0.26 * loud.factor)
      #expect(second[(fade - 1)...].allSatisfy { $0 == 0.25 * quiet.factor })
      #expect(samples(deck, (90_001 + TapeGain.fade)..<170_000).allSatisfy { $0 == 0.25 }, "an unknown loudness plays as it is")
      #expect(deck.now?.gain == loud)
    }
  }

  @Test func `a new gain counts from the next start of the track`() throws {
    try Places.withFolder { folder in
      let files = [flat(folder, "a.wav", frames: 480_000)]
      let offline = OfflineRenderer(Playlist(files: files))
      let loud = gain(-10)
      let known = Counter()
      offline.deck.observeGain { _ in known.load() > 0 ? loud : .none }
      offline.render(until: 1) { _ in }
      known.store(1)
      offline.deck.seek(to: 5)
      offline.render(until: 2) { _ in }
      #expect(offline.deck.now?.gain == TrackGain.none && offline.deck.now.map { $0.position > 5 } == true)
      offline.deck.seek(to: 0)
      offline.render(until: 3) { _ in }
      #expect(offline.deck.now?.gain == loud)
      known.store(0)
      offline.deck.seek(to: 5)
      offline.render(until: 4) { _ in }
      #expect(offline.deck.now?.gain == loud, "one gain for all of a track")
    }
  }
}

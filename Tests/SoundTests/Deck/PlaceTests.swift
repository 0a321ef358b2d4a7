import Foundation
import Sound
import TestSupport
import Testing

/// The reported place is consistent. After a jump it never combines the old tape's place with the new track's
/// offset.
@Suite struct PlaceTests {
  private func tones(_ folder: URL) -> [String] {
    (0..<2).map {
      let path = folder.appendingPathComponent("\($0).wav").path
      Signals.write(Signals.sine(220, seconds: 20, level: 0.4), to: path)
      return path
    }
  }

  @Test func `a jump is at its goal from the start and goes on from there`() throws {
    try Places.withFolder { folder in
      let offline = OfflineRenderer(Playlist(files: tones(folder)))
      offline.render(until: 7) { _ in }
      offline.deck.jump(to: 1, seconds: 3)
      // The worker is done; the audio thread has not rendered yet.
      while offline.deck.fill() {}
      var last = 3.0
      for _ in 0..<200 {
        let now = try #require(offline.deck.now)
        #expect(now.track == 1 && now.position >= last - 1e-6 && now.position < 3.6, "\(now.position) after \(last)")
        last = now.position
        offline.render { _ in }
      }
      #expect(last > 3.3, "it goes on")
    }
  }

  @Test func `with the card away the last jump counts`() throws {
    try Places.withFolder { folder in
      let engine = SoundEngine()
      let deck = Deck(engine, playlist: Playlist(files: tones(folder)))
      while deck.fill() {}
      deck.jump(to: 1, seconds: 12)
      while deck.fill() {}
      deck.seek(to: 5)
      for _ in 0..<10 { deck.fill() }
      // The audio thread has both tapes. The seek waits, and the report stays consistent.
      let before = try #require(deck.now)
      #expect(before.track == 1 && (abs(before.position - 12) < 0.01 || abs(before.position - 5) < 0.01))
      let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
      defer { block.deallocate() }
      for _ in 0..<200 {
        while deck.fill() {}
        engine.rtRender(block)
      }
      let after = try #require(deck.now)
      #expect(after.track == 1 && after.position >= 5 && after.position < 5.6)
    }
  }

  /// The stretcher is primed with the sound before the place, not with silence. The earlier music fades into
  /// it.
  @Test(arguments: Ring.cases([(0.6, -250), (1, 0)], of: [(0.6, -250), (1.4, 250), (2, 2400), (1, 0)]) as [(Float, Float)])
  func `a jump into the middle of a loud tone does not click`(speed: Float, cents: Float) throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("low.wav").path
      Signals.write(Signals.sine(110, seconds: 20, level: 0.5), to: path)
      let offline = OfflineRenderer(Playlist(files: [path]), volume: 0.5)
      offline.engine.player.set(SoundLevels(speed: speed, cents: cents, volume: 0.5))
      var out: [Float] = []
      var end = 1.0
      for place in [7.0011, 3.0023, 11.0034, 5.5047, 9.0058] {
        offline.render(until: end) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
        offline.deck.seek(to: place)
        end += 0.4
      }
      offline.render(until: end) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      let hz: Double = 110 * pow(2, Double(cents) / 1200)
      let turn: Double = 2 * Double.pi * hz / 48_000
      let natural = Float(0.25 * turn * turn)
      let roughest = Signals.roughest(out[24_000...])
      #expect(roughest < 2 * natural + 1e-3, "\(roughest)")
      #expect(Signals.level(out.suffix(4800)) > 0.1)
    }
  }
}

import Foundation
import Realtime
import Sound

/// Measures a block of 128 frames with one to four decks. It is at 48 kHz, and each deck is stretched and pitched. The
/// engine runs alone and beside the tracker, and the same run measures as many of Rubber Band's.
enum SoundBench {
  static func run(loaded: Bool) throws {
    var rows: [[String: Any]] = []
    for decks in 1...4 { rows.append(try measure("stretched", decks, engines(decks, speed: 0.9, cents: 150))) }
    rows.append(try measure("original", 1, engines(1, speed: 1, cents: 0)))
    rows.append(try measure("extreme", 1, engines(1, speed: 2, cents: 2400)))
    for (name, isShort) in [("R3", false), ("R3 short", true)] {
      for decks in [1, 4] {
        let peers = (0..<decks).compactMap { _ in RubberBandPeer(isShort: isShort, speed: 0.9, cents: 150) }
        guard peers.count == decks else {
          say("librubberband.so is not here: no rows of Rubber Band")
          break
        }
        rows.append(try measure(name, decks, BlockWork { for peer in peers { peer.render() } }))
      }
    }
    let gaps = [
      "1, 0 cents": silenceAfterJump(speed: 1, cents: 0), "2, -2400 cents": silenceAfterJump(speed: 2, cents: -2400),
    ]
    for (controls, frames) in gaps.sorted(by: { $0.key < $1.key }) { say("silence after a jump at speed \(controls): \(frames) frames") }
    try TrackBench.show(["rows": rows, "loaded": loaded, "silentFramesAfterJump": gaps])
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// Frames of silence that a jump inside the music costs. The silence is complete.
  private static func silenceAfterJump(speed: Float, cents: Float) -> Int {
    let offline = OfflineRenderer(Playlist())
    offline.engine.player.set(SoundLevels(speed: speed, cents: cents))
    offline.render(until: 2) { _ in }
    offline.deck.seek(to: 12)
    var silent = 0
    offline.render(until: 2.5) { block in
      for i in stride(from: 0, to: block.count, by: 2) where block[i] == 0 && block[i + 1] == 0 { silent += 1 }
    }
    return silent
  }

  private static func engines(_ count: Int, speed: Float, cents: Float) -> BlockWork {
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    output.initialize(repeating: 0, count: 2 * SoundFormat.block)
    let decks = (0..<count).map { _ in
      let engine = SoundEngine()
      let deck = Deck(engine, playlist: Playlist())
      engine.player.set(SoundLevels(speed: speed, cents: cents, volume: 0.5))
      deck.start()
      return deck
    }
    let engines = decks.map(\.engine)
    let work = BlockWork { for engine in engines { engine.rtRender(output) } }
    work.finish = {
      for deck in decks { deck.stop() }
      output.deallocate()
    }
    Thread.sleep(forTimeInterval: 0.5)
    return work
  }

  private static func measure(_ name: String, _ decks: Int, _ work: BlockWork) throws -> [String: Any] {
    try work.measure().merging(["decks": decks, "mode": name]) { _, new in new }
  }
}

import Foundation
import Realtime
import Sound

/// Time of a block of 128 frames at 48 kHz with one to four decks, each stretched and pitched, alone and beside the tracker, and of as many of Rubber Band's in the same run.
enum SoundBench {
  static func run(loaded: Bool) throws {
    var rows: [[String: Any]] = []
    for decks in 1...4 { rows.append(try measure("stretched", engines(decks, speed: 0.9, cents: 150))) }
    rows.append(try measure("original", engines(1, speed: 1, cents: 0)))
    rows.append(try measure("extreme", engines(1, speed: 2, cents: 2400)))
    for (name, isShort) in [("R3", false), ("R3 short", true)] {
      for decks in [1, 4] {
        let peers = (0..<decks).compactMap { _ in RubberBandPeer(isShort: isShort, speed: 0.9, cents: 150) }
        guard peers.count == decks else {
          say("librubberband.so is not here: no rows of Rubber Band")
          break
        }
        rows.append(try measure(name, Work(decks, peers.map { peer in { peer.render() } })))
      }
    }
    let gaps = [
      "1, 0 cents": silenceAfterJump(speed: 1, cents: 0), "2, -2400 cents": silenceAfterJump(speed: 2, cents: -2400),
    ]
    for (controls, frames) in gaps.sorted(by: { $0.key < $1.key }) { say("silence after a jump at speed \(controls): \(frames) frames") }
    try TrackBench.show(["rows": rows, "loaded": loaded, "silentFramesAfterJump": gaps])
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// Frames of complete silence that a jump in the middle of the music costs.
  private static func silenceAfterJump(speed: Float, cents: Float) -> Int {
    let offline = OfflineRenderer(Playlist())
    offline.engine.set(SoundLevels(speed: speed, cents: cents))
    offline.render(until: 2) { _ in }
    offline.feeder.seek(to: 12)
    var silent = 0
    offline.render(until: 2.5) { block in
      for i in stride(from: 0, to: block.count, by: 2) where block[i] == 0 && block[i + 1] == 0 { silent += 1 }
    }
    return silent
  }

  /// What is done each block, and how long it took. Used by one thread after the other.
  private final class Work: @unchecked Sendable {
    let decks: Int
    let parts: [() -> Void]
    let times = Durations()

    init(_ decks: Int, _ parts: [() -> Void]) {
      self.decks = decks
      self.parts = parts
    }

    /// Called when it was measured.
    var finish: () -> Void = {}
  }

  private static func engines(_ decks: Int, speed: Float, cents: Float) -> Work {
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    output.initialize(repeating: 0, count: 2 * SoundFormat.block)
    let feeders = (0..<decks).map { _ in
      let engine = SoundEngine()
      let feeder = DeckFeeder(engine, playlist: Playlist())
      engine.set(SoundLevels(speed: speed, cents: cents, volume: 0.5))
      feeder.start()
      return feeder
    }
    let engines = feeders.map(\.engine)
    let work = Work(decks, engines.map { engine in { engine.rtRender(output) } })
    work.finish = {
      for feeder in feeders { feeder.stop() }
      output.deallocate()
    }
    Thread.sleep(forTimeInterval: 0.5)
    return work
  }

  /// Real time: a block each 2.67 ms on a thread like the box's.
  private static func measure(_ name: String, _ work: Work) throws -> [String: Any] {
    let thread = try RealtimeThread(.init(name: "gf-bench", core: 3, priority: 80)) {
      withFlushToZero {
        var due = Clock.nanoseconds
        for i in 0..<1875 {
          Clock.sleep(until: due)
          let begun = Clock.nanoseconds
          for part in work.parts { part() }
          if i > 100 { work.times.record(Clock.nanoseconds - begun) }
          due += SoundFormat.blockNanoseconds
        }
      }
    }
    thread.join()
    work.finish()
    let period = Double(SoundFormat.blockNanoseconds) * 1e-6
    let s = work.times.summary()
    return [
      "decks": work.decks, "mode": name, "p50": 100 * s.p50 / period, "p99": 100 * s.p99 / period, "p999": 100 * s.p999 / period,
      "max": 100 * s.max / period,
    ]
  }
}

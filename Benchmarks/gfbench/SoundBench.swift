import Foundation
import Realtime
import Sound

/// Time of a block of 128 frames at 48 kHz with one to four decks, each stretched and pitched, alone and beside the tracker.
enum SoundBench {
  static func run(loaded: Bool) throws {
    var rows: [[String: Any]] = []
    for (quality, name) in [(Stretcher.Quality.fine, "fine"), (.light, "light")] {
      for decks in 1...4 { rows.append(try measure(decks, quality, name)) }
    }
    rows.append(try measure(1, .fine, "original", speed: 1, cents: 0))
    rows.append(try measure(1, .fine, "extreme", speed: 2, cents: 2400))
    let gaps = [
      "1, 0 cents": silenceAfterJump(speed: 1, cents: 0), "2, -2400 cents": silenceAfterJump(speed: 2, cents: -2400),
    ]
    for (controls, frames) in gaps.sorted(by: { $0.key < $1.key }) {
      FileHandle.standardError.write(Data("silence after a jump at speed \(controls): \(frames) frames\n".utf8))
    }
    try TrackBench.show(["rows": rows, "loaded": loaded, "silentFramesAfterJump": gaps])
  }

  /// Frames of complete silence that a jump in the middle of the music costs, fades not counted.
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

  private final class Work: @unchecked Sendable {
    var engines: [SoundEngine] = []
    let times = Durations()
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    init() { output.initialize(repeating: 0, count: 256) }
    deinit { output.deallocate() }
  }

  /// Real time: a block each 2.67 ms on a thread like the box's.
  private static func measure(_ decks: Int, _ quality: Stretcher.Quality, _ name: String, speed: Float = 0.9, cents: Float = 150) throws
    -> [String: Any]
  {
    let work = Work()
    var feeders: [DeckFeeder] = []
    for _ in 0..<decks {
      let engine = SoundEngine(quality: quality)
      let feeder = DeckFeeder(engine, playlist: Playlist())
      engine.set(SoundLevels(speed: speed, cents: cents, volume: 0.5))
      feeder.start()
      feeders.append(feeder)
      work.engines.append(engine)
    }
    Thread.sleep(forTimeInterval: 0.5)
    let thread = try RealtimeThread(.init(name: "gf-bench", core: 3, priority: 80)) {
      withFlushToZero {
        var due = Clock.nanoseconds
        for i in 0..<1875 {
          Clock.sleep(until: due)
          let begun = Clock.nanoseconds
          for engine in work.engines { engine.rtRender(work.output) }
          if i > 100 { work.times.record(Clock.nanoseconds - begun) }
          due += SoundFormat.blockNanoseconds
        }
      }
    }
    thread.join()
    for feeder in feeders { feeder.stop() }
    let period = Double(SoundFormat.blockNanoseconds) * 1e-6
    let s = work.times.summary()
    return [
      "decks": decks, "mode": name, "p50": 100 * s.p50 / period, "p99": 100 * s.p99 / period, "p999": 100 * s.p999 / period,
      "max": 100 * s.max / period,
    ]
  }
}

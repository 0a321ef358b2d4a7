import Foundation
import Realtime
import Sound
import TestSupport
import Testing

/// Tests of sinks that the clock drives: files and pipes.
@Suite struct ClockedSinkTests {
  @Test func `the WAV sink writes at the clocks pace`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("out.wav").path
      let engine = SoundEngine()
      let deck = Deck(engine, playlist: Playlist())
      deck.start()
      // The clock does not wait, so the first sound must already be on the tape.
      #expect(waitUntil { engine.player.tapes[0].written > 96_000 })
      let sink = ClockedSink.wav(path)
      let begun = Clock.seconds
      try sink.start(engine)
      #expect(waitUntil { engine.blocks.load() > 160 })
      sink.stop()
      let elapsed = Clock.seconds - begun
      deck.stop()
      let left = Signals.readLeft(path)
      #expect(left.count == Int(engine.blocks.load()) * 128)
      #expect(left.count > 20_000)
      // The sink leads the clock by the first block only. It lags by the machine's load.
      #expect(Double(left.count) <= elapsed * 48_000 + 4 * 128, "\(left.count) frames in \(elapsed) s")
      #expect(Signals.level(left[...]) > 0.005)
    }
  }

  @Test func `paths that cannot be written are clear errors`() throws {
    try Places.withFolder { (folder: URL) throws in
      do {
        try ClockedSink.wav("/nowhere/out.wav").start(SoundEngine())
        Issue.record("it cannot be written")
      } catch { #expect("\(error)".contains("/nowhere/out.wav cannot be written")) }
      let file = folder.appendingPathComponent("file").path
      _ = FileManager.default.createFile(atPath: file, contents: Data())
      do {
        try ClockedSink.fifo(file).start(SoundEngine())
        Issue.record("it is not a pipe")
      } catch { #expect("\(error)".contains("is not a pipe")) }
    }
  }

  @Test func `the FIFO gives whole frames and needs no reader`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("pipe").path
      let sink = ClockedSink.fifo(path)
      let engine = SoundEngine()
      try sink.start(engine)
      #expect(waitUntil { engine.blocks.load() > 40 })
      let reader = Foundation.open(path, O_RDONLY | O_NONBLOCK)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      var n = 0
      #expect(
        waitUntil {
          n = Foundation.read(reader, &bytes, bytes.count)
          return n > 0
        })
      Foundation.close(reader)
      sink.stop()
      #expect(n % 4 == 0)
    }
  }

  /// A stopped clock gives no time for a frame.
  @Test func `a clock that stands says nothing of frames to come`() throws {
    let engine = SoundEngine()
    let sink = ClockedSink.null()
    try sink.start(engine)
    #expect(waitUntil { engine.clockPair != nil })
    sink.stop()
    #expect(engine.clockPair == nil)
  }
}

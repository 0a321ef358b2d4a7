import Camera
import Foundation
import GestureFlowAPI
import Library
import Realtime
import Settings
import SyntheticHands
import Sound
import Supervisor
import TestSupport
import Testing

/// Writes a set with one channel that does not fit into memory.
private func longSet(_ folder: URL) -> FoundStemSet {
  // 34 bars of 12 s at 8 kHz, which keeps the file small.
  let path = folder.appendingPathComponent("1 long 34bars 20bpm.wav").path
  Signals.write(Signals.sine(220, seconds: 408, rate: 8000), to: path, rate: 8000)
  let channel = FoundStemSet.Channel(
    path: path, relative: "1 long 34bars 20bpm.wav", name: "long", bars: 34, gain: 1, seconds: 408, size: 1, modified: 1)
  return FoundStemSet(stick: "S", folder: "", path: folder.path, name: "long", milliBPM: 20_000, key: nil, channels: [channel])
}

/// Hands before a camera play the stems, from the frame to the sample.
@Suite(.serialized, .keptStems) struct StemFreeRunTests {
  /// The script selects channel 1, lowers it by 0.7 hand sizes and loops its first half.
  private static let script: Choreography = {
    var score = StemScore("stemshort")
    score.count(1)
    score.opens()
    score.lifts(by: -0.7, in: 1.2)
    score.closes()
    score.returns(in: 0.5)
    score.shows(0, 2)
    score.hidesFingers()
    // Waits until the next bar line at 110 beats a minute, wherever it is.
    score.waits(for: 2.4)
    return score.choreography
  }()

  @Test func `hands set a level and a loop`() throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[player]\nauto-pause = false\n".write(to: config, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.sink = .null
      settings.freeRunning = true
      settings.model = .int8
      settings.configFiles = [config.path]
      settings.report = "kept"
      let performer = VirtualPerformer(Self.script, live: false, seconds: Self.script.duration)
      let box = try Box(settings, log: BootLog(quiet: true), camera: performer)
      try box.carryOut(.mode(.stems))
      try box.runFree()
      let events = box.report.events
      func values(_ type: String) -> [String?] { events.filter { $0.type == type }.map(\.value) }
      #expect(values("stemSet") == [StemSet(.evening).name] && Set(values("channelSelected")) == ["1"])
      #expect(Set(values("controlEngaged")) == ["level", "loop"])
      #expect(values("loopPending") == ["1 0 2"] && values("loopApplied") == ["1 0 2"])
      #expect(values("bar").count >= 5)
      let status = try #require(box.status.stems)
      // 0.7 hand sizes are 0.35 of the volume. The part that distinguishes level from roll is subtracted.
      #expect(status.channels[0].volume < 0.55 && status.channels[0].volume > 0.4, "\(status.channels[0])")
      #expect(status.channels[1...].allSatisfy { $0.volume == 0.8 } && status.channels.allSatisfy { $0.pitchCents == 0 })
      #expect(status.selected == 1 && status.channels[0].loop == StemLoop(start: 0, end: 2) && status.tempoBPM == 110)
      // The change applies at the sample of a bar line. At the set's own tempo one output frame is one frame of
      // the set.
      let state = box.engine.stems.state
      let begun = state.rendered - Int64(state.place)
      let bar = state.channels[0].loopBar
      #expect(bar > 0 && state.channels[0].loopAt == begun + BarGrid(milliBPM: 110_000).rtStart(ofBar: bar) && state.apart == 0)
    }
  }

  /// A run without a clock waits for data of a file, even a slow one. It sounds the same each time, which the long
  /// ring checks.
  @Test func `a channel that is read from its file has no gaps`() throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[player]\nauto-pause = false\n".write(to: config, atomically: true, encoding: .utf8)
      let set = longSet(folder)
      let seconds = TestSupport.Ring.isLong ? 30.0 : 12
      func heard(_ name: String) throws -> Data {
        let path = folder.appendingPathComponent(name).path
        var settings = RunSettings()
        settings.sink = .wav(path)
        settings.freeRunning = true
        settings.model = .int8
        settings.configFiles = [config.path]
        let performer = VirtualPerformer(
          try #require(Scripts.named("empty")), width: 160, height: 120, live: false, seconds: seconds)
        let box = try Box(settings, log: BootLog(quiet: true), camera: performer)
        box.stems.selector.update { [set] }
        try box.carryOut(.mode(.stems))
        try box.runFree()
        let state = box.engine.stems.state
        #expect(box.stems.title == "long" && state.place > (seconds - 5) * 48_000, "\(state.place)")
        #expect(state.channels[0].gaps == 0 && !state.channels[0].isFetching)
        #expect(Signals.level(Signals.readLeft(path)[...]) > 0.01)
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      let first = try heard("a.wav")
      if TestSupport.Ring.isLong { #expect(try heard("b.wav") == first) }
    }
  }
}

import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// The sound card as a component, and the sinks that replace it.
@Suite struct SoundPartTests {
  private func settings(_ sink: SinkChoice?, isAppliance: Bool = true, fallback: String = "/nowhere/out.wav") -> RunSettings {
    var settings = RunSettings()
    settings.sink = sink
    settings.isAppliance = isAppliance
    settings.fallbackWAV = fallback
    return settings
  }

  @Test func `a requested file is checked once and started once`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("out.wav").path
      let part = SoundPart(SoundEngine(), settings: settings(.wav(path)), log: BootLog(quiet: true))
      try part.check()
      // The file is already open: another start would empty it.
      try part.start()
      #expect(part.condition == .running && part.summary == "wav: \(path)")
      #expect(part.sink.health.running)
      part.stop()
      #expect(!part.sink.health.running)
    }
  }

  @Test func `a file that cannot be written is the callers mistake`() {
    let part = SoundPart(SoundEngine(), settings: settings(.wav("/nowhere/out.wav")), log: BootLog(quiet: true))
    #expect(throws: Failure.self) { try part.check() }
  }

  /// Otherwise the service would give up for a folder that another service makes later.
  @Test func `the appliance waits for its pipe and reports a missing reader`() throws {
    try Places.withFolder { (folder: URL) throws in
      let place = folder.appendingPathComponent("later")
      let choice = SinkChoice.fifo(place.appendingPathComponent("pipe").path)
      let hand = SoundPart(SoundEngine(), settings: settings(choice, isAppliance: false), log: BootLog(quiet: true))
      #expect(throws: Failure.self) { try hand.check() }
      let box = SoundPart(SoundEngine(), settings: settings(choice), log: BootLog(quiet: true))
      try box.check()
      #expect(throws: Failure.self) { try box.start() }
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      try box.start()
      defer { box.stop() }
      #expect(
        waitUntil {
          if case .degraded(let why) = box.condition { return why.reason.contains("no program reads the pipe \(place.path)") }
          return false
        })
      #expect(box.sink.health.dropped > 0 && box.sink.health.xruns == box.sink.health.lateWakes + box.sink.health.longRenders)
    }
  }

  @Test func `the appliance waits for its card and a run by hand takes a file`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("instead.wav").path
      let missing = SinkChoice.alsa("no-such-card")
      let box = SoundPart(SoundEngine(), settings: settings(missing), log: BootLog(quiet: true))
      try box.check()
      #expect(throws: Failure.self) { try box.start() }
      let hand = SoundPart(SoundEngine(), settings: settings(missing, isAppliance: false, fallback: path), log: BootLog(quiet: true))
      try hand.start()
      #expect(hand.sink.kind == "wav" && hand.sink.name == path)
      hand.stop()
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }
}

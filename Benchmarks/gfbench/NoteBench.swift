import Camera
import Foundation
import GestureFlowAPI
import Notes
import Realtime
import Settings
import SyntheticHands
import Sound
import Supervisor

/// Measures how soon a note is heard. It starts from the frame in which a hand strikes the note, in the box that runs
/// in real time. It also starts from the command that the engine gets.
enum NoteBench {
  static func run() throws {
    guard let script = InstrumentScripts.all.first(where: { $0.name == "notedemo" }) else {
      throw Failure("there is no script notedemo")
    }
    var settings = RunSettings()
    (settings.camera, settings.sink, settings.mode) = (.performer(script.name), .null, .instrument)
    settings.workbenchTier = .pro
    settings.seconds = 25
    let box = try Box(settings, log: BootLog(quiet: true), camera: VirtualPerformer(script, live: true))
    try box.start()
    box.wait {}
    let status = box.status
    box.stop()
    guard let latency = status.instrument?.noteLatencyMs else { throw Failure("no note was played") }
    try TrackBench.show([
      "trackerP50": status.tracker.wholeMs.p50, "p50": latency.p50, "p99": latency.p99, "max": latency.max, "xruns": status.audio.xruns,
      "commandFrames": try commandFrames(),
    ])
  }

  /// Frames from a stroke to its first sample that is heard. They count from the begin of the block that takes the
  /// stroke, to the sample behind effects and limiter.
  private static func commandFrames() throws -> Int {
    let engine = SoundEngine()
    engine.player.set(SoundLevels(isHeard: false))
    var levels = InstrumentLevels(isScene: true)
    levels.patch.waveform = .saw
    engine.instrument.set(levels)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    output.initialize(repeating: 0, count: 2 * SoundFormat.block)
    defer { output.deallocate() }
    for _ in 0..<100 { engine.rtRender(output) }
    var notes = PlayedNotes()
    notes.append(PlayedNote(Source(SourceID(.hand, 0), gate: true), note: 69, velocity: 127, stroke: 1))
    engine.instrument.play(.hand, notes)
    for block in 0..<100 {
      engine.rtRender(output)
      for i in 0..<SoundFormat.block where abs(output[2 * i]) > 1e-5 { return block * SoundFormat.block + i }
    }
    throw Failure("a stroke is not heard")
  }
}

import Foundation
import GestureFlowAPI
import Notes
import Sound
import Supervisor

/// Measures the synthesizer in blocks of 128 frames at 48 kHz. It gives the time of 16 voices, of each effect, of all
/// together, and of the whole engine in mode instrument.
enum SynthBench {
  /// 8 s where a goal counts, 5 s elsewhere.
  private static let (blocks, fewer) = (3000, 1875)
  /// Number of blocks between two frames of a camera, about.
  private static let cameraFrame = 12

  static func run(loaded: Bool) throws {
    var rows: [[String: Any]] = []
    rows.append(try measure("16 voices", .voices, blocks: fewer))
    for (name, part) in [("tone", SynthRig.Parts.tone), ("fuzz", .fuzz), ("delay", .delay), ("reverb", .reverb)] {
      rows.append(try measure(name, part, blocks: fewer))
    }
    rows.append(try measure("16 voices, all effects", .all, blocks: blocks))
    for hands in [0, 4] { rows.append(try engine(hands: hands, keys: 0)) }
    rows.append(try engine(hands: 4, keys: 12))
    rows.append(try engine(hands: 4, keys: 12, bends: SoundFormat.block))
    try TrackBench.show(["rows": rows, "loaded": loaded])
  }

  /// A saw with vibrato and portamento, and every effect at work.
  static var patch: SynthPatch {
    var patch = SynthPatch()
    (patch.portamento, patch.release) = (0.3, 0.5)
    (patch.tone, patch.fuzz) = (0.8, 0.4)
    (patch.delayMix, patch.reverbMix) = (0.4, 0.4)
    return patch
  }

  private static func measure(_ name: String, _ parts: SynthRig.Parts, blocks: Int) throws -> [String: Any] {
    let rig = SynthRig(patch)
    let hasVoices = parts.contains(.voices)
    let work = BlockWork { rig.render(parts) }
    var fewest = Synth.voices
    // With voices: sixteen of four sources are there, and one is stolen before each block; without: noise.
    work.before = { block in
      rig.look()
      guard hasVoices else { return rig.makeNoise() }
      if block > 100 { fewest = min(fewest, rig.synth.sounding) }
      for k in block == 0 ? 0..<Synth.voices : block &+ 15..<block &+ 16 {
        rig.synth.rtOn(source: k & 3, key: 36 + k &* 7 % 48, velocity: 0.7)
        rig.synth.rtModulate(source: k & 3, 0.5)
      }
    }
    var row = try work.measure(blocks: blocks)
    guard rig.peak > 0.02, rig.resets == 0, fewest == Synth.voices else {
      throw Failure("\(name): not heard as it should be: peak \(rig.peak), \(fewest) voices, \(rig.resets) resets")
    }
    row["what"] = name
    return row
  }

  /// Measures the whole engine. The player and the stems are at rest beside the synthesizer, and the limiter is behind
  /// it.
  /// - Parameters:
  ///   - hands: that strike, slide, bend and move all controls.
  ///   - keys: that a wire holds besides.
  ///   - bends: of these keys in each block, each at a frame of its own.
  private static func engine(hands: Int, keys: Int, bends: Int = 0) throws -> [String: Any] {
    let engine = SoundEngine()
    engine.player.set(SoundLevels(isHeard: false))
    var levels = InstrumentLevels(isScene: true)
    levels.patch = patch
    engine.instrument.set(levels)
    for key in 0..<keys { engine.instrument.note(on: 40 + 3 * key, velocity: 90, channel: key) }
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    output.initialize(repeating: 0, count: 2 * SoundFormat.block)
    defer { output.deallocate() }
    let work = BlockWork { engine.rtRender(output) }
    var (fewest, peak) = (Synth.voices, Float(0))
    work.before = { block in
      if block > 100 {
        let state = engine.instrument.state
        fewest = min(fewest, state.voices)
        peak = max(peak, state.peak)
      }
      for i in 0..<bends {
        engine.instrument.bend(Float((block + i) % 9) / 10, channel: i % 12, due: Int64(block * SoundFormat.block + i))
      }
      if block % cameraFrame == 0, hands > 0 { engine.instrument.play(.hand, notes(hands, at: block / cameraFrame)) }
    }
    var row = try work.measure(blocks: blocks)
    let wanted = hands + keys
    guard fewest >= wanted, wanted == 0 || peak > 0.02, !engine.instrument.state.isSilent else {
      throw Failure("\(hands) hands and \(keys) keys are not heard: \(fewest) voices, peak \(peak)")
    }
    let players = keys > 0 ? "\(hands) hands moving, \(keys) keys held" : hands > 0 ? "\(hands) hands moving" : "at rest"
    row["what"] = "engine, \(players)" + (bends > 0 ? ", bent \(bends) times a block" : "")
    return row
  }

  /// Returns the notes that hands play in a frame. All controls move in each frame. Each hand goes to another zone
  /// now and then, and every second time with a new stroke.
  private static func notes(_ hands: Int, at cameraFrame: Int) -> PlayedNotes {
    var notes = PlayedNotes()
    for k in 0..<hands {
      let step = (cameraFrame + 3 * k) / 8
      let turn = Float(sin(0.1 * Double(cameraFrame) + Double(k)))
      let source = Source(
        SourceID(.hand, k), position: 0.5, expression: 0.7 + 0.3 * turn, modulation: 0.5 - 0.5 * turn, depth: 0.5 + 0.4 * turn,
        bend: 150 * turn,
        gate: true)
      notes.append(PlayedNote(source, note: UInt8(48 + 7 * k + 2 * step % 12), velocity: 100, stroke: UInt32(1 + step / 2)))
    }
    return notes
  }
}

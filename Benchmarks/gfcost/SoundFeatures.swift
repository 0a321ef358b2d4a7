import Foundation
import Notes
import Realtime
import Sound

/// Work of each 2.67 ms: a block of the whole engine. The block has 128 frames, and one part of the engine is at work.
enum SoundFeatures {
  static let all = [
    feature("engine", "the engine when nothing plays", SoundWork.rest),
    feature("player", "one deck as it was recorded") { try SoundWork.player(speed: 1, cents: 0) },
    feature("player-stretched", "one deck at speed 0.9 and +150 cents") { try SoundWork.player(speed: 0.9, cents: 150) },
    // As many blocks as the tape holds at that speed.
    feature("player-extreme", "one deck at speed 2 and +2400 cents", runs: (400, 1200)) { try SoundWork.player(speed: 2, cents: 2400) },
    feature("stems", "four stems while hands move tempo, pitches, levels and loops", SoundWork.stems),
    feature("instrument", "16 voices, four hands of which move everything, and all effects", SoundWork.instrument),
    feature("inlet", "another program's sound of 44.1 kHz, its resampler by the writer's clock included") { try SoundWork.inlet(cents: 0) },
    feature("inlet-pitched", "the same 150 cents higher") { try SoundWork.inlet(cents: 150) },
    feature("resampler", "the resampler of another program's sound alone", SoundWork.resampler),
    feature("capture", "the engine when nothing plays, while what is heard is kept", SoundWork.capture),
  ]

  private static func feature(
    _ name: String, _ about: String, runs: (Int, Int) = (400, 1400), _ make: @escaping @Sendable () throws -> Feature.Work
  ) -> Feature {
    Feature(name: name, kind: .sound, unit: "block", runs: runs, about: about) {
      let work = try make()
      // As on the box: numbers that are next to nothing are nothing.
      return Feature.Work { unit in
        try withFlushToZero { try work.unit(unit) }
      } check: {
        try work.check()
      }
    }
  }
}

/// An engine and what goes into it, on one thread.
enum SoundWork {
  /// Number of blocks between two frames of a camera, about.
  private static let cameraFrame = 12

  /// Somewhere to render to.
  private static func output() -> UnsafeMutablePointer<Float> {
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    output.initialize(repeating: 0, count: 2 * SoundFormat.block)
    return output
  }

  private static func peak(_ output: UnsafeMutablePointer<Float>) -> Float {
    (0..<2 * SoundFormat.block).reduce(0) { max($0, abs(output[$1])) }
  }

  static func rest() throws -> Feature.Work {
    let (engine, output) = (SoundEngine(), output())
    engine.player.set(SoundLevels(isHeard: false))
    return Feature.Work { _ in engine.rtRender(output) }
  }

  /// The tape is filled first: decoding is another thread's work.
  static func player(speed: Float, cents: Float) throws -> Feature.Work {
    let (engine, output) = (SoundEngine(), output())
    let deck = Deck(engine, playlist: Playlist())
    engine.player.set(SoundLevels(speed: speed, cents: cents, volume: 0.5))
    while deck.fill() {}
    var loudest: Float = 0
    return Feature.Work { _ in
      engine.rtRender(output)
      loudest = max(loudest, output[0])
    } check: {
      let state = deck.state
      guard loudest > 0.01, state.starved == 0 else { throw CostError("peak \(loudest), \(state.starved) frames were missing") }
    }
  }

  static func stems() throws -> Feature.Work {
    let (engine, output) = (SoundEngine(), output())
    engine.player.set(SoundLevels(isHeard: false))
    engine.stems.set(StemLevels(isScene: true))
    let loader = try StemLoader(engine.stems)
    try loader.loadNow(StemSet(.evening))
    return Feature.Work { block in
      let t = Double(block * SoundFormat.block) / Double(SoundFormat.rate)
      if block % cameraFrame == 0 {
        var levels = StemLevels(isScene: true)
        levels.tempo = 1.025 + 0.275 * sin(2 * .pi * t / 7)
        for k in 0..<4 {
          let bend = sin(2 * .pi * t / Double(5 + k) + Double(k))
          levels.channels[k] = StemLevel(volume: Float(0.6 + 0.3 * bend), cents: Float(200 * bend))
        }
        engine.stems.set(levels)
      }
      if block % 188 == 0, let region = LoopRegion(start: block / 188 % 3, end: block / 188 % 3 + 1 + block / 376 % 2) {
        engine.stems.loop(block / 188 % 4, region)
      }
      engine.rtRender(output)
    } check: {
      let state = engine.stems.state
      loader.stop()
      guard !state.isSilent, state.apart == 0, (0..<4).allSatisfy({ state.channels[$0].peak > 0.001 }) else {
        throw CostError("the four stems are not heard, or not together")
      }
    }
  }

  static func instrument() throws -> Feature.Work {
    let (engine, output) = (SoundEngine(), output())
    engine.player.set(SoundLevels(isHeard: false))
    var levels = InstrumentLevels(isScene: true)
    (levels.patch.portamento, levels.patch.release) = (0.3, 0.5)
    (levels.patch.tone, levels.patch.fuzz) = (0.8, 0.4)
    (levels.patch.delayMix, levels.patch.reverbMix) = (0.4, 0.4)
    engine.instrument.set(levels)
    for key in 0..<12 { engine.instrument.note(on: 40 + 3 * key, velocity: 90, channel: key) }
    var fewest = Int.max
    return Feature.Work { block in
      if block % cameraFrame == 0 { engine.instrument.play(.hand, hands(at: block / cameraFrame)) }
      engine.rtRender(output)
      if block > 100 { fewest = min(fewest, engine.instrument.state.voices) }
    } check: {
      guard fewest >= 16, engine.instrument.state.peak > 0.02 else {
        throw CostError("\(fewest) voices, peak \(engine.instrument.state.peak)")
      }
    }
  }

  private static func hands(at cameraFrame: Int) -> PlayedNotes {
    var notes = PlayedNotes()
    for k in 0..<4 {
      let step = (cameraFrame + 3 * k) / 8
      let turn = Float(sin(0.1 * Double(cameraFrame) + Double(k)))
      let source = Source(
        SourceID(.hand, k), position: 0.5, expression: 0.7 + 0.3 * turn, modulation: 0.5 - 0.5 * turn, depth: 0.5 + 0.4 * turn,
        bend: 150 * turn, gate: true)
      notes.append(PlayedNote(source, note: UInt8(48 + 7 * k + 2 * step % 12), velocity: 100, stroke: UInt32(1 + step / 2)))
    }
    return notes
  }

  /// A writer with its own clock. Each block it brings what is due.
  static func inlet(cents: Float) throws -> Feature.Work {
    let (engine, output) = (SoundEngine(), output())
    engine.player.set(SoundLevels(isHeard: false))
    engine.inlet.set(InletLevels(volume: 0.7, cents: cents, isHeard: true))
    engine.inlet.begin(rate: 44_100)
    let piece = noise(4 * SoundFormat.block)
    var (brought, loudest): (Int, Float) = (0, 0)
    return Feature.Work { block in
      let due = (block + 1) * SoundFormat.block * 441 / 480
      while brought < due {
        let used = engine.inlet.write(piece, piece, frames: min(due - brought, 4 * SoundFormat.block))
        brought += max(used, 1)
      }
      engine.rtRender(output)
      loudest = max(loudest, peak(output))
    } check: {
      let state = engine.inlet.state
      guard loudest > 0.05, !state.isSilent else { throw CostError("peak \(loudest), starved \(state.starvations) times") }
      guard cents == 0 || state.cents == cents else { throw CostError("pitch \(state.cents) instead of \(cents)") }
    }
  }

  static func resampler() throws -> Feature.Work {
    let resampler = DriftResampler(rate: 44_100)
    let piece = noise(SoundFormat.block)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 4 * SoundFormat.block)
    output.initialize(repeating: 0, count: 4 * SoundFormat.block)
    var (made, given) = (0, 0)
    return Feature.Work { block in
      let due = (block + 1) * SoundFormat.block * 441 / 480
      let done = resampler.process(piece, piece, count: due - given, to: output, room: 2 * SoundFormat.block, correction: 0.0001)
      given += done.used
      made += done.made
    } check: {
      guard made > 100 * SoundFormat.block, abs(Double(made) / Double(given) - 480 / 441) < 0.01 else {
        throw CostError("\(made) frames of \(given)")
      }
    }
  }

  static func capture() throws -> Feature.Work {
    let (engine, output) = (SoundEngine(), output())
    engine.player.set(SoundLevels(isHeard: false))
    guard engine.capture.open() else { throw CostError("nothing can be kept") }
    var kept = 0
    return Feature.Work { _ in
      engine.rtRender(output)
      while engine.capture.front() != nil {
        engine.capture.drop()
        kept += 1
      }
    } check: {
      guard kept > 0 else { throw CostError("nothing was kept") }
    }
  }

  private static func noise(_ count: Int) -> UnsafeMutablePointer<Float> {
    let piece = UnsafeMutablePointer<Float>.allocate(capacity: count)
    var random = Noise()
    for i in 0..<count { (piece + i).initialize(to: 0.3 * random.next()) }
    return piece
  }
}

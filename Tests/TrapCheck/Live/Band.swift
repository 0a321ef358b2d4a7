import Notes
import Sound

/// The engine's other two scenes: a set of stems and the instrument.
/// Their commands are made before the traps are set, or need no memory.
final class Band {
  private let engine: SoundEngine
  private var stems = StemLevels()
  private var instrument = InstrumentLevels(volume: 1)
  private var strokes: UInt32 = 0

  init(_ engine: SoundEngine) {
    self.engine = engine
    // Two bars at 240 beats a minute: a tone and a beat.
    let clips = (0..<4).map { channel in
      Clip(
        (0..<96_000).flatMap { i -> [Float] in
          let x = Float((i * (channel + 3)) % 400) / 2000 + (i % 12_000 < 200 ? Float((i * 7919) % 2001 - 1000) / 8000 : 0)
          return [x, -x]
        })
    }
    let rig = LoadedStemSet.make(1, BarGrid(milliBPM: 240_000), clips.map { ($0, 2) }, stems)
    engine.stems.take(rig)
    instrument.patch.delayMix = 0.4
    instrument.patch.reverbMix = 0.3
    instrument.patch.fuzz = 0.2
    instrument.patch.portamento = 0.3
  }

  /// Makes a kind's scene audible, if it is one of these.
  func show(_ kind: Kind) {
    stems.isScene = kind == .stems
    engine.stems.set(stems)
    instrument.isScene = kind == .instrument
    instrument.isHeard = true
    engine.instrument.set(instrument)
  }

  /// Sets another tempo, volumes, pitches, loops and levels, due within a block.
  func driveStems(_ i: Int) {
    stems.tempo = i % 300 < 100 ? 1 : 0.5 + 1.5 * Double(i % 613) / 613
    for channel in 0..<4 {
      let cents = i % 300 < 100 ? 0 : Float((i * 7 + channel * 90) % 401 - 200)
      stems.channels[channel] = StemLevel(volume: 0.3 + Float(i % 100) / 200, cents: cents, isMuted: (i / 50 + channel) % 9 == 0)
    }
    if i % 5 == 0 {
      engine.stems.set(stems, due: engine.state.rendered + Int64(i % 128))
    } else {
      engine.stems.set(stems)
    }
    guard i % 23 == 0, let region = LoopRegion(start: i / 23 % 4, end: i / 92 % 4 + 1) else { return }
    engine.stems.loop(i % 5, region, due: engine.state.rendered + Int64(i % 700))
  }

  /// Plays the instrument with four hands and two touches.
  /// They strike, slide and fall silent. It adds notes of a wire, panics, and changes of output and mode.
  func driveInstrument(_ i: Int) {
    if i % 10 == 0 { strokes += 1 }
    var notes = PlayedNotes()
    for hand in 0..<4 where (i / 40 + hand) % 5 != 0 {
      let source = Source(
        SourceID(.hand, hand), expression: Float(i % 50) / 50, modulation: Float(i % 30) / 30, depth: Float(i % 70) / 70,
        bend: Float(i % 401) - 200, gate: true)
      let isSilent = i % 90 < 10
      notes.append(PlayedNote(source, note: isSilent ? nil : UInt8(40 + (i / 7 + hand * 5) % 40), velocity: 100, stroke: strokes))
    }
    engine.instrument.play(.hand, notes, captureTime: Double(i))
    var touches = PlayedNotes()
    for touch in 0..<2 where i % 60 < 40 {
      touches.append(PlayedNote(Source(SourceID(.touch, touch), gate: true), note: UInt8(60 + i / 60 % 12), velocity: 90, stroke: strokes))
    }
    engine.instrument.play(.touch, touches)
    let due = i % 3 == 0 ? engine.state.rendered + Int64(i % 500) : 0
    engine.instrument.note(on: 30 + i % 60, velocity: 1 + i % 127, channel: i % 16, due: due)
    engine.instrument.note(off: 30 + (i + 50) % 60, channel: (i + 14) % 16, due: due)
    engine.instrument.control(i % 4 == 0 ? 64 : 74, i % 128, channel: i % 16)
    engine.instrument.bend(Float(i % 5) - 2, channel: i % 16)
    if i % 211 == 210 { engine.instrument.control(123, 0, channel: i % 16) }
    if i % 307 == 306 { engine.instrument.panic() }
    if i % 401 == 400 { engine.instrument.endWire() }
    guard i % 100 == 99 else { return }
    instrument.isHeard = i / 100 % 4 != 1
    instrument.isScene = i / 100 % 4 != 2
    instrument.patch.waveform = Waveform.allCases[i / 100 % 4]
    engine.instrument.set(instrument)
  }
}

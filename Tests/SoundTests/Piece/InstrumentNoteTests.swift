import Foundation
import Notes
import Realtime
import Sound
import TestSupport
import Testing

/// Tests that the notes of hands and touches are heard.
@Suite struct InstrumentNoteTests {
  @Test func `a note is heard at its pitch from the next block on and ends`() {
    let bench = InstrumentBench()
    bench.render(20)
    bench.hands(bench.strike(1, 69))
    bench.render(60)
    // The effects delay by 31 frames, and a sine begins with zero.
    let first = (bench.left.firstIndex { abs($0) > 1e-5 } ?? 0) - 20 * 128 - InstrumentPort.delay
    #expect((0..<4).contains(first), "\(first)")
    #expect(bench.state.noteAt == 20 * 128)
    #expect(abs(InstrumentBench.note(bench.left[4000...]) - 69) < 0.01)
    #expect(bench.state.voices == 1 && bench.state.begun == 1 && bench.state.ended == 0)
    #expect(bench.state.sounding.count == 1 && bench.state.sounding[SourceID(.hand, 1)] == 69)
    bench.hands()
    bench.render(100)
    #expect(bench.render(1).allSatisfy { $0 == 0 })
    #expect(bench.state.voices == 0 && bench.state.ended == 1 && bench.state.sounding.count == 0)
    #expect(Signals.roughest(bench.left[...]) < 0.004)
  }

  /// Half of the glide takes a quarter of a second at maximum portamento. The note does not restart.
  @Test func `another zone in one stroke is reached by a glide`() {
    let bench = InstrumentBench()
    bench.send { $0.patch.portamento = 1 }
    var played = bench.strike(1, 57)
    bench.hands(played)
    bench.render(100)
    let from = bench.left.count
    played.note = 69
    bench.hands(played)
    bench.render(1000)
    for (seconds, way) in [(0.25, 0.5), (0.5, 0.75)] {
      let at = from + Int(seconds * 48_000)
      let note = InstrumentBench.note(bench.left[(at - 480)..<(at + 480)])
      #expect(abs(note - 57 - 12 * way) < 0.3, "after \(seconds) s: \(note)")
    }
    #expect(bench.state.voices == 1 && bench.state.begun == 2 && bench.state.ended == 1)
    #expect(Signals.roughest(bench.left[...]) < 0.002)
    #expect(bench.state.sounding[SourceID(.hand, 1)] == 69)
  }

  @Test func `without portamento the note steps without a click`() {
    let bench = InstrumentBench()
    var played = bench.strike(1, 45)
    bench.hands(played)
    bench.render(50)
    played.note = 52
    bench.hands(played)
    bench.render(50)
    #expect(abs(InstrumentBench.note(bench.left[8000...]) - 52) < 0.02)
    #expect(Signals.roughest(bench.left[4000...]) < 0.0004, "\(Signals.roughest(bench.left[4000...]))")
  }

  /// After a rest a note begins at its own pitch. A note that replaces a held one glides from there.
  @Test func `only a note that follows another glides`() {
    let bench = InstrumentBench()
    bench.send { $0.patch.portamento = 1 }
    bench.hands(bench.strike(1, 57))
    bench.render(50)
    bench.hands(PlayedNote(Source(SourceID(.hand, 1))))
    bench.render(60)
    bench.hands(bench.strike(1, 81))
    let fresh = bench.render(10)
    #expect(abs(InstrumentBench.note(fresh.dropFirst(200)) - 81) < 0.1)
    bench.hands(bench.strike(1, 57))
    bench.render(30)
    let sliding = InstrumentBench.note(bench.render(10))
    #expect(sliding > 70 && sliding < 80, "\(sliding)")
  }

  @Test func `two hands on one key are two notes with their own bends`() {
    let bench = InstrumentBench()
    var (a, b) = (bench.strike(1, 60), bench.strike(2, 60))
    b.source.bend = 200
    bench.hands(a, b)
    bench.render(20)
    #expect(bench.state.voices == 2 && bench.state.sounding.count == 2)
    bench.hands(b)
    bench.render(100)
    #expect(abs(InstrumentBench.note(bench.left[9000...]) - 62) < 0.01 && bench.state.voices == 1)
    a = bench.strike(3, 72)
    bench.hands(a)
    bench.render(100)
    #expect(abs(InstrumentBench.note(bench.left.suffix(6000)) - 72) < 0.01, "a hand that is new has no bend of another's")
    #expect(bench.state.begun == 3 && bench.state.ended == 2)
  }

  /// Hands and touches are separate: one's end does not end the other.
  @Test func `touches and hands play side by side`() {
    let bench = InstrumentBench()
    bench.hands(bench.strike(1, 60))
    var touches = PlayedNotes()
    touches.append(PlayedNote(Source(SourceID(.touch, 1), gate: true), note: 67, velocity: 100, stroke: 1))
    bench.port.play(.touch, touches)
    bench.render(10)
    #expect(bench.state.sounding.count == 2 && bench.state.sounding[SourceID(.touch, 1)] == 67)
    bench.hands()
    bench.render(100)
    #expect(bench.state.voices == 1 && bench.state.sounding[SourceID(.touch, 1)] == 67)
    // Notes of a wire take another path: `play` ignores them.
    bench.port.play(.wire, touches)
    bench.port.play(.touch, PlayedNotes())
    bench.render(100)
    #expect(bench.state.voices == 0 && bench.state.begun == 2 && bench.state.ended == 2)
  }

  @Test func `expression is loudness and depth is brightness`() {
    let bench = InstrumentBench()
    bench.send { $0.patch.waveform = .saw }
    var played = bench.strike(1, 57)
    bench.hands(played)
    bench.render(200)
    func overtones() -> (first: Double, ninth: Double) {
      let s = Signals.spectrum(bench.left.suffix(16_384))
      func level(_ hz: Double) -> Double { s[(Int(hz / 48_000 * 16_384) - 2)...][..<(Int(hz / 48_000 * 16_384) + 4)].max()! }
      return (level(220), level(9 * 220))
    }
    let plain = overtones()
    played.source.expression = 0.5
    bench.hands(played)
    bench.render(200)
    let soft = overtones()
    #expect(abs(soft.first / plain.first - 0.5) < 0.01 && abs(soft.ninth / plain.ninth - 0.5) < 0.01)
    played.source.expression = 1
    for (depth, gain) in [(Float(1), 1.7...2.0), (0, 0...0.5)] as [(Float, ClosedRange<Double>)] {
      played.source.depth = depth
      bench.hands(played)
      bench.render(200)
      let now = overtones()
      #expect(gain.contains(now.ninth / plain.ninth), "depth \(depth): \(now.ninth / plain.ninth)")
      #expect((0.85...1.15).contains(now.first / plain.first), "depth \(depth): \(now.first / plain.first)")
    }
    played.source.depth = 0.5
    bench.hands(played)
    bench.render(200)
    #expect(abs(overtones().ninth / plain.ninth - 1) < 0.01)
  }

  @Test func `modulation is the depth of the LFO`() {
    let bench = InstrumentBench()
    bench.send { $0.patch.lfoRate = 2 }
    var played = bench.strike(1, 93)
    played.source.modulation = 1
    bench.hands(played)
    bench.render(375)
    let notes = stride(from: 4800, to: 47_000, by: 240).map { InstrumentBench.note(bench.left[$0..<($0 + 480)]) }
    #expect(abs(notes.max()! - 93.4) < 0.02 && abs(notes.min()! - 92.6) < 0.02)
  }

  /// Each frame that begins a note is timed once, by its own capture time.
  @Test func `the way from the frame to the note is timed`() {
    let bench = InstrumentBench()
    let played = bench.strike(1, 60)
    bench.hands(played, captureTime: Clock.seconds - 0.02)
    bench.render(1)
    #expect(bench.port.noteLatency.summary().count == 1)
    #expect(bench.port.noteLatency.summary().max >= 20)
    bench.hands(played, captureTime: Clock.seconds)
    bench.render(1)
    bench.hands(bench.strike(1, 62))
    bench.render(1)
    #expect(bench.port.noteLatency.summary().count == 1, "a frame that begins nothing, and one without a time, are not timed")
  }

  @Test func `the echo follows the tempo`() {
    let bench = InstrumentBench()
    bench.send {
      $0.tempo = 150
      $0.patch.delayTime = .beats(0.75)
      $0.patch.delayMix = 1
      $0.patch.delayFeedback = 0
      $0.patch.release = 0.01
    }
    bench.render(30)
    bench.hands(bench.strike(1, 81))
    bench.render(4)
    bench.hands()
    bench.render(200)
    let begins = stride(from: 0, to: bench.left.count - 64, by: 64).filter { Signals.level(bench.left[$0..<($0 + 64)]) > 0.02 }
    let echo = begins.first { $0 > 30 * 128 + 8000 } ?? 0
    // A dotted eighth at 150 beats a minute is 0.3 s.
    #expect(abs(echo - (begins.first ?? 0) - 14_400) <= 64, "\(echo - (begins.first ?? 0))")
  }

  @Test func `levels out of range are brought into it`() {
    var levels = InstrumentLevels(volume: 7, tempo: 1000)
    levels.patch.portamento = -3
    #expect(levels.inRange.volume == 1 && levels.inRange.tempo == 400 && levels.inRange.patch.portamento == 0)
    levels = InstrumentLevels(volume: .nan, tempo: .nan)
    #expect(levels.inRange == InstrumentLevels())
    let bench = InstrumentBench()
    var played = bench.strike(1, 60)
    (played.source.bend, played.source.expression, played.source.depth, played.source.modulation) = (.nan, .infinity, .nan, -.infinity)
    bench.hands(played, captureTime: .nan)
    bench.render(100)
    #expect(abs(InstrumentBench.note(bench.left[8000...]) - 60) < 0.01 && bench.state.resets == 0)
  }
}

import Gestures
import Hands
import Notes
import SyntheticHands
import Testing

/// Tests that each script of instrument mode plays its score. They use every frame rate, with exact and with noisy
/// landmarks.
@Suite struct InstrumentScriptTests {
  private static let scripts = InstrumentScripts.all.map(\.name)

  @Test(arguments: scripts, [15.0, 30, 60]) func `the notes heard are the scores`(name: String, rate: Double) throws {
    let script = try #require(InstrumentScripts.all.first { $0.name == name })
    let score = InstrumentScripts.notes(in: name)
    #expect(!score.isEmpty && score.allSatisfy { $0.from < $0.to && $0.to < script.duration })
    for noise in [Float(0), 0.01] {
      var engine = InstrumentPlay.engine()
      let seen = StemPlay.frames(script, rate: rate, noise: noise, seed: 1)
      let frames = seen.map { frame in
        (time: frame.time, notes: engine.process(frame).control.instrument ?? PlayedNotes())
      }
      for (side, id) in [(Handedness.left, 1), (.right, 2)] {
        let wanted = score.filter { $0.hand == side }
        let heard = heard(of: id, in: frames)
        #expect(heard.map(\.note) == wanted.map(\.note), "\(side), noise \(noise)")
        var before = -Double.infinity
        for (heard, wanted) in zip(heard, wanted) {
          // The first note of a new hand waits for its rest.
          let isFirst = cameLast(id, by: wanted.from, in: seen) > before
          before = wanted.from
          #expect(
            heard.from >= wanted.from && heard.from <= wanted.from + (isFirst ? 0.57 + 1 / rate : 0.4),
            "\(heard) of \(wanted), noise \(noise)")
          #expect(heard.to >= wanted.to && heard.to <= wanted.to + 0.4, "\(heard) of \(wanted), noise \(noise)")
          if !wanted.isLegato { #expect(heard.velocity == UInt8(Float(wanted.fingers) / 5 * 126) + 1, "\(wanted), noise \(noise)") }
        }
      }
      #expect(frames.last?.notes.sounding == 0)
    }
  }

  /// Returns the last time by which a hand came after an absence. Times are in seconds.
  private func cameLast(_ hand: Int, by time: Double, in frames: [HandFrame]) -> Double {
    var (came, last) = (-Double.infinity, -Double.infinity)
    for frame in frames where frame.time <= time && frame.hands.contains(where: { $0.id == hand }) {
      if frame.time - last > 0.4 { came = frame.time }
      last = frame.time
    }
    return came
  }

  private struct Heard {
    var note: UInt8
    var velocity: UInt8
    var from: Double
    var to: Double
  }

  private func heard(of hand: Int, in frames: [(time: Double, notes: PlayedNotes)]) -> [Heard] {
    var all: [Heard] = []
    var last: PlayedNote?
    for frame in frames {
      let now = frame.notes[SourceID(.hand, hand)]
      if now?.note != last?.note || (now?.note != nil && now?.stroke != last?.stroke) {
        if last?.note != nil { all[all.count - 1].to = frame.time }
        if let now, let note = now.note { all.append(Heard(note: note, velocity: now.velocity, from: frame.time, to: .infinity)) }
      }
      last = now
    }
    return all
  }
}

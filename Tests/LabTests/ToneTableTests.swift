import Foundation
import GestureFlowAPI
import Lab
import Notes
import SyntheticHands
import Testing

/// Tests of comparing a theremin's steady tones with the requested ones.
@Suite struct ToneTableTests {
  private static let range = NoteRange.usual

  /// Returns samples at 30 per second that play every tone. The tones are off by `cents` and `gain`.
  private func samples(cents: Double = 0, gain: Double = 0, isSilent: Bool = false) -> [ControlSample] {
    let tones = ThereminScripts.tones(in: "theremin")
    let end = tones.last?.to ?? 0
    return (0..<Int(end * 30)).map { i in
      let t = Double(i) / 30
      var sample = ControlSample(t: 10 + t, speed: 1, pitchCents: 0, volume: 0.8, stems: nil, frame: Int64(t * 48_000))
      if let tone = tones.first(where: { ($0.from...$0.to).contains(t) }), let position = tone.pitch, !isSilent {
        let pitch = 48 + 24 * Double(position) + cents / 100
        let note = pitch.rounded()
        let volume = Double(tone.volume ?? 1)
        sample.notes = [
          NoteSample(
            source: "hand 1", note: Int(note), velocity: 127, expression: volume * volume + gain, bendCents: (pitch - note) * 100)
        ]
      }
      return sample
    }
  }

  private func table(_ samples: [ControlSample], sound: [Float]? = nil) -> ToneTable {
    ToneTable(ThereminScripts.tones(in: "theremin"), samples, range: Self.range, sound: sound)
  }

  /// Returns a sine that follows the samples' pitch.
  private func sound(_ samples: [ControlSample], cents: Double = 0) -> [Float] {
    var phase = 0.0
    return samples.flatMap { sample -> [Float] in
      let pitch = sample.notes?.first.map { Double($0.note ?? 0) + ($0.bendCents + cents) / 100 }
      return (0..<1600).map { _ in
        guard let pitch else { return 0 }
        phase += 440 * exp2((pitch - 69) / 12) / 48_000
        return Float(0.2 * sin(2 * .pi * phase))
      }
    }
  }

  @Test func `requested tones are right`() {
    let samples = samples()
    let table = table(samples, sound: sound(samples))
    #expect(table.isComplete && table.rows.count == 11, "\(table.text)")
  }

  @Test(arguments: [(Double(80), Double(0)), (-80, 0), (0, 0.3)]) func `a tone that is off is wrong`(cents: Double, gain: Double) {
    #expect(!table(samples(cents: cents, gain: gain)).isComplete)
  }

  @Test func `a sound that is off is wrong`() {
    let samples = samples()
    let wrong = table(samples, sound: sound(samples, cents: 40)).rows.filter { !$0.isRight }
    #expect(wrong.count == 8, "all but the silences")
  }

  @Test func `silence instead of a tone is wrong`() {
    #expect(!table(samples(isSilent: true)).isComplete && !table([]).isComplete)
  }

  @Test func `an empty or short sound has no pitch`() {
    #expect(ToneTable.pitch(in: [], 0..<4800, near: 60) == nil)
    #expect(ToneTable.pitch(in: [Float](repeating: 0, count: 48_000), 0..<40_000, near: 60) == nil)
  }
}

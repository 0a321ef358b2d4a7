import Foundation
import GestureFlowAPI
import Lab
import TestSupport
import Testing

/// Tests of finding the notes in a sound. It must find every note and no other.
@Suite struct NoteEarTests {
  /// A tone of a test sound. It has a start and an end in seconds, a level and a number of saw overtones.
  private struct Tone {
    var note: Double
    var from: Double
    var to: Double
    var level = 0.1
    var overtones = 1
    var tremolo = 0.0
  }

  private static let seconds = 4.0

  private func sound(_ tones: [Tone], noise: Double = 0) -> (left: [Float], right: [Float]) {
    var sum = [Double](repeating: 0, count: Int(Self.seconds * 48_000))
    for tone in tones {
      let hertz = 440 * exp2((tone.note - 69) / 12)
      for i in Int(tone.from * 48_000)..<min(Int(tone.to * 48_000), sum.count) {
        let t = Double(i) / 48_000 - tone.from
        // The tone rises in 5 ms and falls in 20 ms.
        let edge = min(t / 0.005, (tone.to - tone.from - t) / 0.02, 1)
        let shake = 1 - tone.tremolo * (0.5 + 0.5 * sin(2 * .pi * 5.5 * t))
        for k in 1...tone.overtones { sum[i] += tone.level * edge * shake / Double(k) * sin(2 * .pi * hertz * Double(k) * t) }
      }
    }
    var random = SplitMix(1)
    let all = sum.map { Float($0 + noise * (random.unit() - 0.5)) }
    return (all, all)
  }

  private func heard(_ tones: [Tone], _ wave: InstrumentWaveform = .sine, noise: Double = 0) -> [HeardNote] {
    NoteEar(sound(tones, noise: noise), range: 57...81, wave: wave).notes
  }

  @Test(arguments: [57, 60, 64, 69, 76, 81]) func `a note is heard when it begins`(note: Int) throws {
    let notes = heard([Tone(note: Double(note), from: 1, to: 2.5)])
    #expect(notes.map(\.note) == [UInt8(note)])
    let found = try #require(notes.first)
    #expect(abs(found.seconds - 1) < 0.02 && abs(found.decibels + 20) < 0.5, "\(found)")
  }

  @Test func `two at once are two also a semitone apart`() {
    for second in [58, 62, 64, 69, 76] {
      let notes = heard([Tone(note: 57, from: 1, to: 2.5), Tone(note: Double(second), from: 1, to: 2.5)])
      #expect(notes.map(\.note).sorted() == [57, UInt8(second)], "\(second): \(notes)")
    }
  }

  @Test func `a quiet note beside a loud one is heard`() {
    let notes = heard([Tone(note: 69, from: 0.5, to: 3.5, level: 0.3), Tone(note: 60, from: 1.5, to: 2.5, level: 0.02)])
    #expect(notes.map(\.note) == [69, 60], "\(notes)")
  }

  @Test func `overtones are not notes and notes over them are`() {
    let saw = Tone(note: 57, from: 1, to: 2.5, overtones: 12)
    #expect(heard([saw], .saw).map(\.note) == [57])
    // In a sine sound they would be notes.
    #expect(heard([saw], .sine).count > 1)
    let both = heard([saw, Tone(note: 69, from: 1, to: 2.5, level: 0.3, overtones: 12)], .saw)
    #expect(both.map(\.note).sorted() == [57, 69], "\(both)")
  }

  @Test func `a note that shakes begins once`() {
    #expect(heard([Tone(note: 69, from: 0.5, to: 3.5, tremolo: 0.8)]).map(\.note) == [69])
  }

  @Test func `a note that is struck again begins again`() {
    let notes = heard([Tone(note: 64, from: 0.5, to: 1.2), Tone(note: 64, from: 1.7, to: 2.4)])
    #expect(notes.map(\.note) == [64, 64] && abs((notes.last?.seconds ?? 0) - 1.7) < 0.02, "\(notes)")
  }

  @Test func `a slide is two notes`() {
    let notes = heard([Tone(note: 62, from: 0.5, to: 1.5), Tone(note: 64, from: 1.49, to: 2.5)])
    #expect(notes.map(\.note) == [62, 64], "\(notes)")
  }

  @Test func `noise and silence are not notes`() {
    #expect(heard([]).isEmpty && NoteEar(([], []), range: 57...81, wave: .saw).notes.isEmpty)
    #expect(heard([Tone(note: 69, from: 1, to: 2.5)], noise: 0.02).map(\.note) == [69])
  }
}

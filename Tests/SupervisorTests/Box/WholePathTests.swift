import Foundation
import GestureFlowAPI
import SyntheticHands
import Sound
import Supervisor
import TestSupport
import Testing

/// Frames of hands go in, the music they play comes out: measured in the WAV.
@Suite(.serialized) struct WholePathTests {
  /// Runs `gflab play` on a film with a sine of 440 Hz as music; answers the left side and the report.
  private func play(_ film: String, folder: URL) throws -> (sound: [Float], report: Report) {
    let music = folder.appendingPathComponent("sine.wav").path
    Signals.write(Signals.sine(440, seconds: 90), to: music)
    let wav = folder.appendingPathComponent("out.wav").path
    let json = folder.appendingPathComponent("r.json").path
    let run = try ProgramRun.run(Places.program("gflab"), ["play", film, "--music", music, "-o", wav, "--report", json])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    return (Signals.readLeft(wav), try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json))))
  }

  @Test func `the demo is heard as it is played`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (sound, report) = try play("performer:demo", folder: folder)
      // Pitch: wherever the controls have rested for 0.5 s and the music plays, the tone is the one asked for. (For
      // a quarter of a second a tone may be off by 2 Hz on its way to what passes untouched:
      // docs/design/stretch.md.)
      let absent = report.events.filter { $0.type == "handsAbsent" }.map(\.atSeconds)
      let present = report.events.filter { $0.type == "handsPresent" }.map(\.atSeconds)
      var checked = 0
      for (i, c) in report.controls.enumerated() where i > 18 && i % 10 == 0 && c.t < 37 {
        let before = report.controls[(i - 15)...i]
        guard
          before.allSatisfy({
            abs($0.pitchCents - c.pitchCents) < 1 && abs($0.speed - c.speed) < 0.001 && abs($0.volume - c.volume) < 0.001
          })
        else { continue }
        let silent = absent.contains { a in c.t > a - 0.1 && c.t < (present.first { $0 > a } ?? .infinity) + 0.4 }
        let jumped = report.events.contains { $0.type == "trackChanged" && abs($0.atSeconds - c.t) < 0.5 }
        let gain = VolumeCurve.gain(c.volume)
        guard !silent, !jumped, gain > 0.01 else { continue }
        let end = Int(c.t * 48_000)
        guard end < sound.count, end > 9600 else { continue }
        let hz = Signals.frequency(sound[(end - 7200)..<end])
        let off = 1200 * log2(hz / 440) - c.pitchCents
        #expect(abs(off) < 4, "at \(c.t) s: \(hz) Hz, asked for \(c.pitchCents) cents")
        // Level: a sine of 0.5 at this volume's gain.
        let level = Signals.level(sound[(end - 7200)..<end]) / (0.5 / 2.0.squareRoot())
        #expect(abs(level - gain) < 0.02 * max(gain, 0.1), "at \(c.t) s: level \(level), volume \(c.volume)")
        checked += 1
      }
      #expect(checked > 20, "\(checked) places checked")
      print("pitch and level checked at \(checked) places")
      // The room that is empty at first hears music.
      let empty = try #require(absent.first)
      let come = try #require(present.first { $0 > empty })
      #expect(come < 3 && Signals.level(sound[Int(empty * 48_000)..<Int(come * 48_000)]) > 0.05)
      // Pauses: silence from one second after the last hand that has played until the hands are back.
      let pause = try #require(absent.first { $0 > come })
      let back = try #require(present.first { $0 > pause })
      #expect(Signals.level(sound[Int((pause + 0.08) * 48_000)..<Int((back - 0.02) * 48_000)]) == 0)
      #expect(Signals.level(sound[Int((back + 0.3) * 48_000)..<Int((back + 0.6) * 48_000)]) > 0.05)
      // The engine understood the values that the script plays, each within the seconds of its gesture.
      let engaged = report.events.filter { $0.type == "controlEngaged" }
      #expect(engaged.compactMap(\.value) == ["pitch", "speed", "volume"])
      for (event, seconds) in zip(engaged, [2.6...9.6, 11.8...17.8, 18.6...24.5]) { #expect(seconds.contains(event.atSeconds), "\(event)") }
      #expect(report.events.contains { $0.type == "gestureHeld" && $0.value == "peace" })
    }
  }

  @Test func `the same film gives the same sound to the sample`() throws {
    try Places.withFolder { (folder: URL) throws in
      let a = try play("performer:pinch", folder: folder).sound
      let b = try play("performer:pinch", folder: folder).sound
      #expect(a == b && a.count > 150_000)
    }
  }

  /// The speed, from ticks in the music, on the script's left-hand pinch.
  @Test(.long) func `the tempo follows the left hand`() throws {
    try Places.withFolder { (folder: URL) throws in
      var ticks = [Float](repeating: 0, count: 100 * 48_000)
      for k in stride(from: 4800, to: ticks.count - 500, by: 4800) {
        for i in 0..<240 { ticks[k + i] = 0.6 * sin(Float(i) * 0.3) * sin(.pi * Float(i) / 240) }
      }
      let music = folder.appendingPathComponent("ticks.wav").path
      Signals.write(ticks, to: music, channels: 1)
      let wav = folder.appendingPathComponent("out.wav").path
      let json = folder.appendingPathComponent("r.json").path
      let run = try ProgramRun.run(Places.program("gflab"), ["play", "performer:demo", "--music", music, "-o", wav, "--report", json])
      #expect(run.status == 0, "\(run.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
      let sound = Signals.readLeft(wav)
      // While the speed rests at its highest: ticks counted against the speed asked for.
      let top = report.controls.map(\.speed).max()!
      #expect(top > 1.3)
      // While the left hand plays: as many ticks are heard as the speed, summed up frame by frame, makes of ten a
      // second.
      let (from, to) = (12.5, 18.0)
      let wanted = report.controls.filter { $0.t >= from && $0.t < to }.reduce(0) { $0 + $1.speed * 10 / 30 }
      var heard = 0
      var i = Int(from * 48_000)
      while i < Int(to * 48_000) {
        if abs(sound[i]) > 0.08 {
          heard += 1
          i += 1200
        } else {
          i += 1
        }
      }
      print("up to \(top) times the speed: \(heard) ticks heard, \(wanted) wanted")
      #expect(abs(Double(heard) - wanted) <= 3 && wanted > 57)
    }
  }

  @Test(.enabled(if: Places.hasFootage, "../shared/data is not there: the real film is skipped"))
  func `a real film plays music`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (sound, report) = try play(Places.hands.appendingPathComponent("clips/dexret_hand.mp4").path, folder: folder)
      #expect(report.controls.count == 621)
      #expect(abs(Double(sound.count) / 48_000 - 21.2) < 0.3)
      // A hand is there from the first frame to the last: no pause, and the music is loud all the way.
      #expect(!report.events.contains { $0.type == "handsAbsent" })
      for second in 1..<20 {
        let from: Int = second * 48_000
        #expect(Signals.level(sound[from..<from + 48_000]) > 0.02, "second \(second)")
      }
      // The hand pinches from 10 s on: the pitch moves, and the tone with it.
      #expect(report.events.contains { $0.type == "controlEngaged" })
      for (i, c) in report.controls.enumerated() where i > 12 && i % 15 == 0 {
        let isSteady = report.controls[(i - 15)...i].allSatisfy { (before: ControlSample) -> Bool in
          abs(before.pitchCents - c.pitchCents) < 1 && abs(before.speed - c.speed) < 0.001
        }
        guard isSteady else { continue }
        let end = Int(c.t * 48_000)
        let heard: Double = Signals.frequency(sound[(end - 7200)..<end])
        let off = 1200 * log2(heard / 440) - c.pitchCents
        #expect(abs(off) < 4, "at \(c.t) s")
      }
    }
  }
}

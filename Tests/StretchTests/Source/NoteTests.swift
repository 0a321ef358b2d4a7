import Foundation
import Stretch
import TestSupport
import Testing

/// Tests of notes that begin while others sound.
@Suite struct NoteTests {
  private func onsets(_ sound: [Float], from first: Int64 = 0) -> [Onset] {
    var finder = OnsetFinder(from: first)
    var found: [Onset] = []
    sound.withUnsafeBufferPointer { finder.take($0.baseAddress!, count: $0.count / 2) { found.append($0) } }
    finder.finish { found.append($0) }
    return found
  }

  /// Returns plucked tones, each at its time, mixed together. Each has six partials and decays over a second. The
  /// sound is interleaved stereo, the right side 0.7 of the left.
  private func plucked(_ notes: [(second: Double, hz: Double)], seconds: Double) -> [Float] {
    var mono = [Float](repeating: 0, count: Int(seconds * Signals.rate))
    for note in notes {
      let first = Int(note.second * Signals.rate)
      for i in first..<mono.count {
        let t = Double(i - first) / Signals.rate
        var x = 0.0
        for k in 1...6 { x += sin(2 * .pi * note.hz * Double(k) * t) / Double(k * k) }
        mono[i] += Float(0.15 * x * exp(-t) * min(1, t / 0.003))
      }
    }
    return mono.flatMap { [$0, 0.7 * $0] }
  }

  private static let scale = [220, 261.6, 329.6, 440, 523.3, 392, 349.2, 293.7]

  /// At eight notes per second a window contains two notes. A window is 43 ms long.
  @Test(arguments: [(0.125, 15), (0.2, 19), (0.35, 20)]) func `each note over sounding ones is found where it begins`(
    apart: Double, least: Int
  ) {
    let times = (0..<20).map { (second: 0.6 + apart * Double($0), hz: Self.scale[$0 % Self.scale.count]) }
    let found = onsets(plucked(times, seconds: 1 + apart * 21))
    let near = times.filter { note in found.contains { abs(Double($0.frame) / Signals.rate - note.second) < 0.012 } }
    #expect(near.count >= least, "\(near.count) of 20, \(found.map { Double($0.frame) / Signals.rate })")
    #expect((20...21).contains(found.count) && found.allSatisfy { $0.isStrong && !$0.isRoll }, "\(found.count)")
  }

  @Test func `each onset is reported once and in rising order`() {
    // A hit comes with each note. It is found by its energy and by its spectrum.
    var sound = plucked((0..<10).map { (0.5 + 0.3 * Double($0), Self.scale[$0 % 8]) }, seconds: 4)
    var random = SplitMix(4)
    for hit in 0..<10 {
      for i in 0..<2000 {
        let x = Float((random.unit() - 0.5) * exp(-Double(i) / 500))
        let at = Int((0.5 + 0.3 * Double(hit)) * Signals.rate) + i
        sound[2 * at] += x
        sound[2 * at + 1] += x
      }
    }
    let frames = onsets(sound).map(\.frame)
    #expect(zip(frames, frames.dropFirst()).allSatisfy(<), "\(frames)")
    for hit in 0..<10 {
      let at = Int64((0.5 + 0.3 * Double(hit)) * Signals.rate)
      #expect(frames.count { (at - 256...at + 1024).contains($0) } == 1, "\(hit): \(frames)")
    }
  }

  @Test(arguments: [5.0, 6.5]) func `vibrato and tremolo bring no notes`(rate: Double) {
    var phase = 0.0
    let sound = (0..<192_000).flatMap { i -> [Float] in
      let t = Double(i) / Signals.rate
      let swing: Double = sin(2 * .pi * rate * t)
      phase += 2 * .pi * 440 * (1 + 0.01 * swing) / Signals.rate
      let saw: Double = (1...8).reduce(0.0) { sum, k in sum + sin(phase * Double(k)) / Double(k) }
      let x = Float(saw * 0.2 * (1 + 0.2 * swing))
      return [x, x]
    }
    #expect(onsets(sound).filter { $0.frame > 9600 }.isEmpty)
  }

  @Test func `sound far out of range or NaN brings neither a trap nor an endless list`() {
    let sound = (0..<96_000).map { i -> Float in i % 7 == 0 ? .greatestFiniteMagnitude : i % 11 == 0 ? .nan : i % 5 == 0 ? -.infinity : 1 }
    #expect(onsets(sound).count < 100)
  }

  @Test func `the number of the first frame does not matter but for where spectra lie`() {
    let sound = plucked((0..<8).map { (0.5 + 0.25 * Double($0), Self.scale[$0]) }, seconds: 3)
    let shifted = onsets(sound, from: 512 * 1_000_003)
    #expect(onsets(sound).map { $0.frame + 512 * 1_000_003 } == shifted.map(\.frame))
  }
}

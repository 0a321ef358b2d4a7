import Foundation
import Sound
import TestSupport
import Testing

/// Tests that successive files join without a seam, at any rate.
@Suite struct GaplessTests {
  private func play(_ files: [String], seconds: Double) -> (sound: [Float], places: [(track: Int, position: Double)]) {
    let offline = OfflineRenderer(Playlist(files: files), volume: 1)
    var out: [Float] = []
    var places: [(Int, Double)] = []
    offline.render(until: seconds) { block in
      for i in stride(from: 0, to: block.count, by: 2) { out.append(block[i]) }
      if let now = offline.deck.now { places.append((now.track, now.position)) }
    }
    return (out, places)
  }

  /// One sine is played whole and cut in two at an odd place. The output must be the same.
  @Test(arguments: [8000, 22_050, 44_100, 48_000, 96_000])
  func `a sine cut in two has no step`(rate: Int) throws {
    try Places.withFolder { folder in
      let whole = Signals.sine(441.7, seconds: 3, level: 0.5, rate: Double(rate))
      let cut = rate * 13 / 10 + 1
      let paths = ["whole.wav", "a.wav", "b.wav"].map { folder.appendingPathComponent($0).path }
      Signals.write(whole, to: paths[0], rate: rate)
      Signals.write(Array(whole[..<(2 * cut)]), to: paths[1], rate: rate)
      Signals.write(Array(whole[(2 * cut)...]), to: paths[2], rate: rate)
      let one = play([paths[0]], seconds: 2.5).sound
      let two = play([paths[1], paths[2]], seconds: 2.5)
      let worst = zip(one, two.sound).map { abs($0 - $1) }.max()!
      print("joint at \(rate) Hz: \(String(format: "%.1f", Signals.decibels(Double(worst)))) dBFS")
      #expect(worst < 1e-3, "a step above -60 dBFS: \(Signals.decibels(Double(worst))) dBFS")
      #expect(Signals.level(one[24_000...]) > 0.3)
      // The reported place crosses the joint with the sound. No track is longer than its file, and none is
      // missing.
      let first = two.places.last { $0.track == 0 }
      let second = two.places.first { $0.track == 1 }
      #expect(abs((first?.position ?? 0) - Double(cut) / Double(rate)) < 0.004)
      #expect(abs(second?.position ?? 1) < 0.004)
    }
  }

  /// If the rates differ, the next track needs a new resampler. Still no frame is lost.
  @Test func `another rate follows with its whole length`() throws {
    try Places.withFolder { folder in
      let rates = [44_100, 22_050, 48_000, 44_100]
      var paths: [String] = []
      for (i, rate) in rates.enumerated() {
        paths.append(folder.appendingPathComponent("\(i).wav").path)
        Signals.write(Signals.sine(441, seconds: 0.5, level: 0.5, rate: Double(rate)), to: paths[i], rate: rate)
      }
      let places = play(paths, seconds: 1.9).places
      for (i, _) in rates.enumerated() {
        let begin = places.firstIndex { $0.track == i }
        #expect(abs(Double(begin ?? 0) * 128 / 48_000 - Double(i) * 0.5) < 0.01 + (i == 0 ? 0 : 0.05), "track \(i)")
      }
    }
  }
}

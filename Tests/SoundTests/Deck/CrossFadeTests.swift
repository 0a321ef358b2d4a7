import Foundation
import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// Sounds and decks for tests of cross-fades. Each side of a flat file has one level, so that the two tracks of a
/// cross-fade can be told apart.
enum FadeStand {
  static func flat(_ folder: URL, _ name: String, left: Float = 0, right: Float = 0, frames: Int) -> String {
    let path = folder.appendingPathComponent(name + ".wav").path
    Signals.write((0..<2 * frames).map { $0 % 2 == 0 ? left : right }, to: path)
    return path
  }

  static func deck(_ items: [Playlist.Item], fade: Double, repeats: RepeatMode = .all) -> Deck {
    let deck = Deck(SoundEngine(), playlist: Playlist(items))
    deck.set(crossFade: fade)
    deck.set(repeats: repeats, seed: nil)
    return deck
  }

  static func deck(_ files: [String], fade: Double, repeats: RepeatMode = .all) -> Deck {
    deck(files.map { Playlist.Item.file($0) }, fade: fade, repeats: repeats)
  }

  /// Works until no more work is due.
  static func work(_ deck: Deck) { while deck.fill() {} }

  /// Plays the first tape up to a frame, and works.
  static func play(_ deck: Deck, to frame: Int64) {
    deck.engine.player.tapes[0].reader.rtAdvance(to: frame)
    work(deck)
  }

  /// Plays the first tape until its end is known.
  /// - Returns: the number of its frames; -1 without an end.
  static func finish(_ deck: Deck) -> Int64 {
    let tape = deck.engine.player.tapes[0]
    work(deck)
    for _ in 0..<20 where tape.reader.rtEnd() < 0 { play(deck, to: max(tape.written - 1000, 0)) }
    return tape.reader.rtEnd()
  }

  /// Returns frames of the first tape.
  static func sides(_ deck: Deck, _ frames: Range<Int>) -> (left: [Float], right: [Float]) {
    var left = [Float](repeating: 9, count: frames.count)
    var right = left
    let absent = deck.engine.player.tapes[0].reader.rtCopy(
      from: Int64(frames.lowerBound), count: frames.count, &left, &right)
    #expect(absent == 0)
    return (left, right)
  }
}

/// Tests of the sound that a cross-fade leaves on the tape.
@Suite struct CrossFadeTests {
  private func noise(_ folder: URL, _ name: String, _ samples: [Float]) -> String {
    let path = folder.appendingPathComponent(name + ".wav").path
    Signals.write(samples.flatMap { [$0, $0] }, to: path)
    return path
  }

  /// Returns the first place at which two sounds differ; nil without any.
  private func difference(_ sound: some Collection<Float>, _ wanted: some Collection<Float>) -> Int? {
    sound.count != wanted.count ? min(sound.count, wanted.count) : zip(sound, wanted).enumerated().first { $1.0 != $1.1 }?.offset
  }

  /// The tracks are twice as long as the cross-fade, so one begins where the other ends.
  @Test func `the level of different sounds stays the same`() throws {
    try Places.withFolder { folder in
      let files = (1...2).map { noise(folder, "\($0)", Rig.noise(192_000, seed: UInt64($0))) }
      let deck = FadeStand.deck(files, fade: 2)
      FadeStand.work(deck)
      let sound = FadeStand.sides(deck, 0..<412_800).left
      let whole = Signals.level(sound[...])
      for begin in stride(from: 0, to: sound.count, by: 9600) {
        let level = Signals.decibels(Signals.level(sound[begin..<begin + 9600]) / whole)
        #expect(abs(level) < 0.3, "\(level) dB at \(begin)")
      }
    }
  }

  @Test func `one track falls as the other rises, and both are whole outside`() throws {
    try Places.withFolder { folder in
      let files = [
        FadeStand.flat(folder, "a", left: 0.5, frames: 192_000), FadeStand.flat(folder, "b", right: 0.5, frames: 192_000),
      ]
      let deck = FadeStand.deck(files, fade: 2, repeats: .off)
      let end = FadeStand.finish(deck)
      #expect(end == 288_000, "the sum less the cross-fade")
      let (left, right) = FadeStand.sides(deck, 0..<288_000)
      #expect(left[..<96_000].allSatisfy { $0 == 0.5 } && right[..<96_000].allSatisfy { $0 == 0 })
      #expect(left[192_000...].allSatisfy { $0 == 0 } && right[192_000...].allSatisfy { $0 == 0.5 }, "the last track ends as it is")
      let fade = 96_000..<192_000
      let power = fade.map { left[$0] * left[$0] + right[$0] * right[$0] }
      #expect(power.allSatisfy { abs($0 - 0.25) < 1e-5 })
      let steps = fade.map { (left[$0 - 1] - left[$0], right[$0] - right[$0 - 1]) }
      #expect(steps.allSatisfy { min($0.0, $0.1) > -1e-6 && max($0.0, $0.1) < 1e-5 }, "it neither turns nor jumps")
    }
  }

  @Test(arguments: [0, 0.05, -1, .nan] as [Double])
  func `without a cross-fade each sample is that of its file`(seconds: Double) throws {
    try Places.withFolder { folder in
      let (a, b) = (Rig.noise(100_001, seed: 1), Rig.noise(90_007, seed: 2))
      let deck = FadeStand.deck([noise(folder, "a", a), noise(folder, "b", b)], fade: seconds, repeats: .off)
      let end = FadeStand.finish(deck)
      #expect(end == 190_008)
      #expect(difference(FadeStand.sides(deck, 0..<190_008).left, a + b) == nil)
    }
  }

  @Test func `tracks of any rate sound whole, less the cross-fades`() throws {
    try Places.withFolder { folder in
      var files: [String] = []
      for (rate, seconds, tone) in [(44_100, 1.5, 330.0), (48_000, 2.0, 440.0), (22_050, 1.7, 550.0)] {
        files.append(folder.appendingPathComponent("\(rate).wav").path)
        Signals.write(Signals.sine(tone, seconds: seconds, level: 0.3, rate: Double(rate)), to: files[files.count - 1], rate: rate)
      }
      let deck = FadeStand.deck(files, fade: 0.5, repeats: .off)
      let end = FadeStand.finish(deck)
      #expect(end == 72_000 + 96_000 + 81_600 - 2 * 24_000)
      let sound = FadeStand.sides(deck, 0..<Int(max(end, 0))).left
      #expect(Signals.roughest(sound[480..<sound.count - 2400]) < 3e-3, "no click")
      for begin in stride(from: 2400, to: sound.count - 4800, by: 2400) {
        #expect(Signals.level(sound[begin..<begin + 2400]) > 0.15, "a gap at \(begin)")
      }
    }
  }

  @Test(arguments: [(48_000, 192_000, 24_000), (192_000, 48_000, 24_000), (144_000, 144_000, 72_000), (7200, 192_000, 0)])
  func `a short track fades in half of its length at most`(first: Int, second: Int, fade: Int) throws {
    try Places.withFolder { folder in
      let files = [FadeStand.flat(folder, "a", left: 0.5, frames: first), FadeStand.flat(folder, "b", right: 0.5, frames: second)]
      let deck = FadeStand.deck(files, fade: 12, repeats: .off)
      let end = FadeStand.finish(deck)
      #expect(end == Int64(first + second - fade))
      let (left, right) = FadeStand.sides(deck, 0..<first + second - fade)
      #expect(right.firstIndex { $0 != 0 } == first - fade)
      #expect(left[..<(first - fade)].allSatisfy { $0 == 0.5 } && right[first...].allSatisfy { $0 == 0.5 })
    }
  }

  @Test func `a repeated track fades into itself`() throws {
    try Places.withFolder { folder in
      let all = Rig.noise(192_000)
      let deck = FadeStand.deck([noise(folder, "a", all)], fade: 1, repeats: .track)
      FadeStand.work(deck)
      let sound = FadeStand.sides(deck, 0..<288_000).left
      #expect(difference(sound[..<144_000], all[..<144_000]) == nil)
      #expect(difference(sound[192_000...], all[48_000..<144_000]) == nil, "the second time begins a second earlier")
    }
  }

  /// A live recording in one file has no ends between its tracks.
  @Test func `tracks that continue one file have no cross-fade`() throws {
    try Places.withFolder { folder in
      let all = Rig.noise(192_000)
      let file = noise(folder, "a", all)
      func part(from start: Int64, to end: Int64?) -> Playlist.Item {
        .part(FilePart(path: "\(file)/\(start)", file: file, title: "", start: start, end: end))
      }
      let parts = [part(from: 0, to: 48_000), part(from: 48_000, to: nil)]
      let deck = FadeStand.deck(parts, fade: 0.5, repeats: .off)
      let end = FadeStand.finish(deck)
      #expect(end == 192_000)
      #expect(difference(FadeStand.sides(deck, 0..<192_000).left, all) == nil)
      // In another order they are tracks like others.
      let turned = FadeStand.finish(FadeStand.deck([parts[1], parts[0]], fade: 0.5, repeats: .off))
      #expect(turned == 168_000)
    }
  }

  @Test func `each track has its own gain`() throws {
    try Places.withFolder { folder in
      let files = [
        FadeStand.flat(folder, "a", left: 0.25, frames: 144_000), FadeStand.flat(folder, "b", right: 0.25, frames: 144_000),
      ]
      let deck = FadeStand.deck(files, fade: 1)
      let (loud, quiet) = (TrackGain(Loudness(level: -10, peak: 0.01)), TrackGain(Loudness(level: -22, peak: 0.01)))
      deck.observeGain { $0.path == files[0] ? loud : quiet }
      FadeStand.work(deck)
      let (left, right) = FadeStand.sides(deck, 0..<192_000)
      #expect(left[..<96_000].allSatisfy { $0 == 0.25 * loud.factor } && right[144_000...].allSatisfy { $0 == 0.25 * quiet.factor })
      let half = Float(0.5).squareRoot()
      #expect(abs(left[119_999] - 0.25 * loud.factor * half) < 1e-4 && abs(right[119_999] - 0.25 * quiet.factor * half) < 1e-4)
      #expect(deck.now?.gain == loud)
    }
  }

  @Test func `a changed value counts from the next track that is not read`() throws {
    try Places.withFolder { folder in
      let files = [
        FadeStand.flat(folder, "a", left: 0.5, frames: 576_000), FadeStand.flat(folder, "b", right: 0.5, frames: 576_000),
      ]
      let deck = FadeStand.deck(files, fade: 0)
      FadeStand.work(deck)
      deck.set(crossFade: 2)
      FadeStand.play(deck, to: 240_000)
      let first = FadeStand.sides(deck, 470_000..<580_000).right
      #expect(first.firstIndex { $0 != 0 } == 10_000 && first[106_000] == 0.5, "from 10 s to 12 s")
      deck.set(crossFade: 0)
      FadeStand.play(deck, to: 600_000)
      FadeStand.play(deck, to: 1_000_000)
      let (left, right) = FadeStand.sides(deck, 1_050_000..<1_062_000)
      #expect(left[..<6000].allSatisfy { $0 == 0 } && left[6000...].allSatisfy { $0 == 0.5 }, "gapless at 22 s")
      #expect(right[..<6000].allSatisfy { $0 == 0.5 } && right[6000...].allSatisfy { $0 == 0 })
    }
  }
}

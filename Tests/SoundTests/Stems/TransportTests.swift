import Foundation
import SyntheticHands
import Sound
import TestSupport
import Testing

/// Tests of pauses, jumps and track changes: no clicks and no lost sound.
@Suite struct TransportTests {
  private final class Player {
    let offline: OfflineRenderer
    var out: [Float] = []
    /// Levels of the sound; each change is sent at once.
    var levels = SoundLevels(volume: 0.5) { didSet { offline.engine.player.set(levels) } }
    init(_ files: [String]) {
      offline = OfflineRenderer(Playlist(files: files), volume: 0.5)
    }
    func play(_ seconds: Double) {
      let end = Double(out.count) / 48_000 + seconds
      offline.render(until: end) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
    }
    /// Largest second difference. A click in a low sine stands out there.
    func roughest(_ range: Range<Int>) -> Float {
      range.map { abs(out[$0] - 2 * out[$0 - 1] + out[$0 - 2]) }.max() ?? 0
    }
  }

  private func low(_ folder: URL, _ name: String = "low.wav", hz: Double = 110, seconds: Double = 12) -> String {
    let path = folder.appendingPathComponent(name).path
    Signals.write(Signals.sine(hz, seconds: seconds, level: 0.5), to: path)
    return path
  }

  /// Limit of the second difference. 110 Hz at 0.25 has 0.25 * (2 pi 110 / 48000)^2 = 5e-5; a step of -60 dBFS
  /// would be 1e-3.
  private let click: Float = 1e-3

  @Test func `pauses fade within thirty milliseconds and go on where they stopped`() throws {
    try Places.withFolder { folder in
      let player = Player([low(folder)])
      player.play(1)
      let before = player.offline.deck.state.position
      player.levels.isAway = true
      player.play(1)
      let paused = player.offline.deck.state.position
      #expect(paused - before <= 48 * 30 + 256)
      let silent = 48_000 + 48 * 30 + 128 + 128
      #expect(player.out[silent...].allSatisfy { $0 == 0 })
      player.levels.isAway = false
      player.play(1)
      #expect(abs(player.offline.deck.state.position - paused - 48_000) < 256)
      #expect(player.roughest(24_000..<player.out.count) < click)
    }
  }

  @Test func `hands do not undo a persons pause`() throws {
    try Places.withFolder { folder in
      let player = Player([low(folder)])
      player.play(0.5)
      player.levels.isPaused = true
      player.play(0.2)
      player.levels.isAway = true
      player.levels.isAway = false
      player.play(0.5)
      #expect(player.out.suffix(9600).allSatisfy { $0 == 0 })
      player.levels.isPaused = false
      player.play(0.5)
      #expect(Signals.level(player.out.suffix(4800)) > 0.1)
    }
  }

  @Test func `jumps do not click and arrive`() throws {
    try Places.withFolder { folder in
      let player = Player([low(folder), low(folder, "second.wav", hz: 220)])
      player.play(1)
      player.offline.deck.seek(to: 7.25)
      player.play(0.5)
      #expect(abs((player.offline.deck.now?.position ?? 0) - 7.75) < 0.01)
      player.offline.deck.skip(1)
      player.play(0.5)
      #expect(player.offline.deck.now?.track == 1)
      #expect(abs(Signals.frequency(player.out.suffix(9600)) - 220) < 1)
      player.offline.deck.skip(-1)
      player.play(0.5)
      #expect(player.offline.deck.now?.track == 0)
      #expect(player.roughest(24_000..<player.out.count) < click)
    }
  }

  /// Random jumps, pauses and speeds: nothing clicks, and the position stays within the track.
  @Test(arguments: Ring.cases([0, 1], of: Array(0..<6)), [false, true])
  func `any order of commands is harmless`(seed: Int, bending: Bool) throws {
    try Places.withFolder { folder in
      let player = Player([low(folder), low(folder, "b.wav", hz: 90), low(folder, "c.wav", hz: 130)])
      var random = SplitMix(seed: UInt64(seed))
      player.play(0.5)
      for _ in 0..<25 {
        switch random.next() % 6 {
        case 0: player.offline.deck.skip(random.next() % 2 == 0 ? 1 : -1)
        case 1: player.offline.deck.seek(to: Double(random.unit()) * 11)
        case 2: player.levels.isPaused = random.next() % 3 == 0
        case 3: player.levels.isAway = random.next() % 2 == 0
        default:
          guard bending else { break }
          (player.levels.speed, player.levels.cents) = (0.5 + random.unit(), (random.unit() - 0.5) * 600)
        }
        player.play(Double(random.unit()) * 0.3)
        if let now = player.offline.deck.now { #expect((0...12.5).contains(now.position)) }
      }
      player.levels.isPaused = false
      player.levels.isAway = false
      player.play(1)
      #expect(Signals.level(player.out.suffix(4800)) > 0.05)
      // A jump fades from one stretcher to the next, even when speed and pitch jump meanwhile.
      #expect(player.roughest(24_000..<player.out.count) < click)
    }
  }

  @Test func `the next track follows without a gap`() throws {
    try Places.withFolder { folder in
      // One sine is cut into two files in the middle of a period.
      let whole = Signals.sine(110, seconds: 4)
      let a = folder.appendingPathComponent("a.wav").path
      let b = folder.appendingPathComponent("b.wav").path
      Signals.write(Array(whole[..<(2 * 90_001)]), to: a)
      Signals.write(Array(whole[(2 * 90_001)...]), to: b)
      let player = Player([a, b])
      player.play(3)
      #expect(player.offline.deck.now?.track == 1)
      #expect(player.roughest(24_000..<player.out.count) < 1e-4)
    }
  }

  @Test func `leaving and finding the original does not click`() throws {
    try Places.withFolder { folder in
      let player = Player([low(folder)])
      player.play(1)
      for (speed, cents) in [(Float(1.2), Float(0)), (1, 0), (1, 200), (1, 0), (0.7, -300), (1, 0)] {
        (player.levels.speed, player.levels.cents) = (speed, cents)
        player.play(1)
      }
      #expect(player.roughest(24_000..<player.out.count) < click)
      #expect(abs(Signals.frequency(player.out.suffix(19_200)) - 110) < 0.01)
    }
  }
}

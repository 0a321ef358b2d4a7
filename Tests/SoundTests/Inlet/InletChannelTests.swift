import Foundation
import Sound
import TestSupport
import Testing

/// Tests of another program's sound in the inlet. It begins, ends, stops and pauses without a click, and loses
/// no frame that could be kept.
@Suite struct InletChannelTests {
  /// 200 Hz at 0.5 bend by 0.00034, fades of 20 ms have corners of 0.0005; a click of -60 dBFS would be 0.001 more.
  private static let smooth: Float = 0.001
  private static let sine = InletBench.sine(200, rate: 48_000)

  private func first(_ x: ArraySlice<Float>) -> Int? { x.firstIndex { abs($0) > 1e-4 } }

  @Test func `it is heard when eighty milliseconds are there`() throws {
    let bench = InletBench(sound: Self.sine)
    bench.run(seconds: 1)
    let begin = try #require(first(bench.left[...]))
    #expect((3600...4800).contains(begin), "\(begin)")
    #expect(bench.state.starvations == 0 && !bench.state.isSilent)
    #expect(abs(bench.state.fill - 0.08) < 0.015, "\(bench.state.fill)")
    #expect(bench.left.suffix(24_000).max()! > 0.499)
    #expect(Signals.roughest(bench.left[...]) < Self.smooth)
  }

  @Test func `unless it is to be heard nothing is`() {
    let bench = InletBench(sound: Self.sine)
    bench.send { $0.isHeard = false }
    bench.run(seconds: 1)
    #expect(bench.left.allSatisfy { $0 == 0 } && bench.state.isSilent && bench.state.rendered == 48_000)
  }

  /// All frames of a writer without a clock sound, in order. The sound's level identifies each frame.
  @Test func `a writer that waits loses nothing`() {
    let bench = InletBench(piece: 960) { 0.1 + 0.3 * Float($0) / 480_000 }
    func frame(at index: Int) -> Int { Int(((bench.left[index] - 0.1) / 0.3 * 480_000).rounded()) }
    bench.isPaced = true
    bench.run(seconds: 3)
    let before = bench.left.count - 1
    bench.send { $0.isPaused = true }
    bench.run(seconds: 2)
    #expect(bench.state.isSilent)
    let standing = bench.taken
    bench.run(seconds: 2)
    #expect(bench.taken == standing, "it stands still")
    bench.send { $0.isPaused = false }
    bench.run(seconds: 3)
    let after = bench.left.count - 1
    let silence = bench.left[before...].count { $0 == 0 }
    #expect(silence > 180_000)
    let lost = frame(at: after) - frame(at: before) - (after - before - silence)
    // The block in which a fade ends is consumed whole.
    #expect((-4...SoundFormat.block).contains(lost), "\(lost)")
    #expect(abs(frame(at: before) - frame(at: before - 96_000) - 96_000) <= 4)
    #expect(bench.state.starvations == 0)
  }

  @Test func `a writer with a clock plays on unheard`() {
    let bench = InletBench(drift: 50, sound: Self.sine)
    bench.run(seconds: 5)
    bench.send { $0.isAway = true }
    bench.run(seconds: 5)
    #expect(bench.state.isSilent && bench.taken == bench.made, "it was not held back")
    bench.send { $0.isAway = false }
    let from = bench.left.count
    bench.run(seconds: 1)
    #expect(bench.state.fill < 0.12, "what is heard is what it plays now")
    #expect(first(bench.left[from...]).map { $0 - from < 6000 } == true)
    #expect(Signals.roughest(bench.left[...]) < Self.smooth, "\(Signals.roughest(bench.left[...]))")
  }

  @Test func `want of sound fades out and in`() throws {
    let bench = InletBench(sound: Self.sine)
    bench.run(seconds: 4)
    let from = bench.left.count
    bench.stall(seconds: 1)
    #expect(bench.state.isSilent && bench.state.starvations == 1)
    let silence = bench.left[from...].count { $0 == 0 }
    #expect(silence > 40_000, "\(silence)")
    bench.run(seconds: 2)
    #expect(!bench.state.isSilent && bench.state.starvations == 1)
    #expect(bench.state.fill > 0.1, "more is kept now")
    #expect(bench.left.suffix(24_000).max()! > 0.499)
    #expect(Signals.roughest(bench.left[...]) < Self.smooth, "\(Signals.roughest(bench.left[...]))")
  }

  @Test func `the end of the writer is a fade and the next one is heard`() {
    let bench = InletBench(sound: Self.sine)
    bench.run(seconds: 2)
    bench.isWriting = false
    bench.port.end()
    let from = bench.left.count
    let kept = bench.state.fill
    bench.run(seconds: 1)
    let heard = bench.left[from...].count { $0 != 0 }
    #expect(abs(Double(heard) / 48_000 - kept) < 0.006, "all that was kept: \(heard) frames")
    #expect(bench.state.isSilent && bench.state.starvations == 0 && bench.state.fill < 0.001)
    // Frames of a writer that has ended are rejected.
    #expect(bench.port.write([1], [1], frames: 1) == 0)
    bench.isWriting = true
    bench.begin()
    bench.run(seconds: 2)
    #expect(!bench.state.isSilent && bench.left.suffix(24_000).max()! > 0.499)
    #expect(Signals.roughest(bench.left[...]) < Self.smooth, "\(Signals.roughest(bench.left[...]))")
  }

  /// Another source sounded meanwhile. The kept sound still belongs to a writer that waited, and is outdated if
  /// it was dropped.
  @Test(arguments: [false, true]) func `dropped frames are not heard later`(isForgotten: Bool) {
    let bench = InletBench(sound: Self.sine)
    bench.run(seconds: 1)
    bench.isWriting = false
    bench.send { $0.isHeard = false }
    bench.run(seconds: 0.1)
    #expect(bench.state.isSilent)
    bench.port.end()
    if isForgotten {
      // A second call has no further effect.
      bench.port.forget()
      bench.port.forget()
    }
    let from = bench.left.count
    bench.send { $0.isHeard = true }
    bench.run(seconds: 0.5)
    #expect(bench.left[from...].contains { $0 != 0 } != isForgotten)
    #expect(bench.state.isSilent && bench.state.starvations == 0)
    #expect(bench.port.write([1], [1], frames: 1) == 0, "no program writes")
    bench.isWriting = true
    bench.begin()
    bench.run(seconds: 2)
    #expect(!bench.state.isSilent && bench.left.suffix(24_000).max()! > 0.499)
    #expect(Signals.roughest(bench.left[...]) < Self.smooth, "\(Signals.roughest(bench.left[...]))")
  }

  /// Sound that is dropped while audible ends with its own fade.
  @Test func `dropping does not cut audible frames`() {
    let bench = InletBench(sound: Self.sine)
    bench.run(seconds: 1)
    bench.isWriting = false
    bench.port.forget()
    bench.run(seconds: 0.5)
    #expect(bench.state.isSilent && bench.state.starvations == 0 && bench.state.fill < 0.001)
    #expect(Signals.roughest(bench.left[...]) < Self.smooth, "\(Signals.roughest(bench.left[...]))")
  }

  @Test func `a sound shorter than the buffer is heard`() {
    let bench = InletBench(piece: 3000, sound: Self.sine)
    bench.run(seconds: 0.07)
    bench.isWriting = false
    bench.port.end()
    bench.run(seconds: 0.5)
    #expect(bench.left.count { abs($0) > 0.01 } > 2000 && bench.state.isSilent)
  }

  @Test func `the volume moves in five milliseconds`() {
    let bench = InletBench { _ in 0.5 }
    bench.run(seconds: 1)
    bench.send { $0.volume = 0.5 }
    let from = bench.left.count
    bench.run(seconds: 0.1)
    #expect(bench.left[from] > 0.49 && abs(bench.left[from + 245] - 0.25) < 0.001)
    let steps = bench.left[from...].indices.dropLast().map { abs(bench.left[$0 + 1] - bench.left[$0]) }
    #expect(steps.max()! < 0.0012, "0.25 in 240 frames")
  }

  /// A writer without a clock fills the pitch's read-ahead without an audible delay.
  @Test(arguments: [-2400.0, -700, 50, 1200, 2400]) func `pitch of a record moves without a break`(cents: Double) {
    let bench = InletBench(sound: Self.sine)
    bench.isPaced = true
    bench.run(seconds: 3)
    let from = bench.left.count
    bench.send { $0.cents = Float(cents) }
    bench.run(seconds: 3)
    let heard = 1200 * log2(Signals.frequency(bench.left.suffix(48_000)) / 200)
    #expect(abs(heard - cents) < 0.1, "\(heard)")
    let quietest = stride(from: from, to: bench.left.count - 2400, by: 480).map { Signals.level(bench.left[$0..<$0 + 2400]) }.min()!
    #expect(bench.state.starvations == 0 && quietest > 0.25, "\(quietest)")
    bench.send { $0.cents = 0 }
    bench.run(seconds: 9)
    #expect(abs(bench.state.fill - 0.24) < 0.01, "it need not be late any more")
    #expect(abs(1200 * log2(Signals.frequency(bench.left.suffix(48_000)) / 200)) < 0.01)
  }

  /// A writer with a clock sounds later from then on. It goes back once, with a fade.
  @Test func `pitch of a broadcast goes back once`() {
    let bench = InletBench(drift: 100, sound: Self.sine)
    bench.run(seconds: 4)
    let from = bench.left.count
    bench.send { $0.cents = 300 }
    bench.run(seconds: 3)
    let heard = 1200 * log2(Signals.frequency(bench.left.suffix(48_000)) / 200)
    #expect(abs(heard - 300) < 1, "\(heard)")
    #expect(bench.state.starvations == 0 && bench.state.fill > 0.3 && bench.state.fill < 0.36, "\(bench.state.fill)")
    #expect(Signals.level(bench.left[from...]) > 0.3, "it never falls silent")
    bench.send { $0.cents = -300 }
    bench.run(seconds: 2)
    #expect(abs(1200 * log2(Signals.frequency(bench.left.suffix(48_000)) / 200) + 300) < 1)
    #expect(Signals.roughest(bench.left[...]) < Self.smooth, "\(Signals.roughest(bench.left[...]))")
  }

  @Test func `NaN is silence`() {
    let bench = InletBench { $0 % 7 == 0 ? .nan : $0 % 11 == 0 ? .infinity : 0.2 }
    bench.run(seconds: 0.5)
    #expect(bench.left.allSatisfy { $0.isFinite })
    let levels = InletLevels(volume: .nan, cents: .infinity).inRange
    #expect(levels.volume == 0.8 && levels.cents == 2400 && InletLevels(cents: .nan).inRange.cents == 0)
  }
}

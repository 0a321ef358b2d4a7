import Sound
import Stretch
import TestSupport
import Testing

/// Tests of the tape, memory that one thread writes and another reads. Places count from the start and never
/// wrap; missing frames are silence.
@Suite struct TapeTests {
  private func frames(from: Int, _ count: Int) -> [Float] { (from..<from + count).flatMap { [Float($0), -Float($0)] } }

  private func read(
    _ tape: Tape, from: Int64, _ count: Int, _ way: (TapeReader, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Int
  ) -> (left: [Float], right: [Float], missing: Int) {
    var left = [Float](repeating: 99, count: count)
    var right = left
    let missing = left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in way(tape.reader, l.baseAddress!, r.baseAddress!) }
    }
    return (left, right, missing)
  }

  private func copy(_ tape: Tape, from: Int64, _ count: Int) -> (left: [Float], right: [Float], missing: Int) {
    read(tape, from: from, count) { $0.rtCopy(from: from, count: count, $1, $2) }
  }

  /// Reads like a stretcher.
  private func stretch(_ tape: Tape, from: Int64, _ count: Int) -> (left: [Float], right: [Float], missing: Int) {
    read(tape, from: from, count) { $0.rtRead(from: from, count: count, $1, $2) }
  }

  @Test func `written frames are read and the rest is silence`() {
    let tape = Tape()
    tape.append(frames(from: 0, 100), count: 100)
    let middle = copy(tape, from: 40, 20)
    #expect(middle.left == (40..<60).map(Float.init) && middle.right == (40..<60).map { -Float($0) } && middle.missing == 0)
    let edges = copy(tape, from: -5, 10)
    #expect(edges.missing == 5 && edges.left.prefix(5).allSatisfy { $0 == 0 } && edges.left[9] == 4)
    #expect(copy(tape, from: 95, 10).missing == 5)
    for outside: Int64 in [-50, 200] {
      let nothing = copy(tape, from: outside, 10)
      #expect(nothing.missing == 10 && nothing.left.allSatisfy { $0 == 0 } && nothing.right.allSatisfy { $0 == 0 })
    }
    tape.rewind()
    #expect(tape.written == 0 && copy(tape, from: 0, 4).missing == 4)
  }

  @Test func `it goes on beyond its memory and keeps a little of the past`() {
    let tape = Tape()
    var written = 0
    var refused = false
    for _ in 0..<300 {
      if tape.room < 4096 {
        refused = true
        tape.reader.rtAdvance(to: Int64(written) - 10_000)
      }
      tape.append(frames(from: written, 4096), count: 4096)
      written += 4096
    }
    #expect(refused && written > Int(Tape.capacity))
    let place = Int64(written) - 10_000 - Tape.history + 4096
    let past = copy(tape, from: place, 8)
    #expect(past.missing == 0 && past.left == (Int(place)..<Int(place) + 8).map { Float($0) })
  }

  /// Pieces of odd lengths are written and read across the end of the ring.
  @Test func `at the rings joint nothing is mixed up`() {
    let tape = Tape()
    var written = 0
    let joint = Int(Tape.capacity)
    while written < joint + 5000 {
      let count = min(3001, joint + 5000 - written)
      tape.reader.rtAdvance(to: Int64(written))
      tape.append(frames(from: written, count), count: count)
      written += count
    }
    for from in [joint - 1000, joint - 1, joint, joint + 1] {
      let all = copy(tape, from: Int64(from), 3584)
      #expect(all.missing == 0 && all.left == (from..<from + 3584).map(Float.init) && all.right == all.left.map { -$0 })
    }
  }

  @Test func `a stretcher misses only what is to come`() {
    let tape = Tape()
    tape.append(frames(from: 0, 100), count: 100)
    #expect(stretch(tape, from: -50, 60).missing == 0, "nothing was ever before the first")
    #expect(stretch(tape, from: 90, 30).missing == 20)
    #expect(stretch(tape, from: -10, 200).missing == 90)
    tape.markEnd()
    for (from, count): (Int64, Int) in [(90, 30), (-10, 200), (500, 20)] { #expect(stretch(tape, from: from, count).missing == 0) }
  }

  @Test func `NaN is silence`() {
    let tape = Tape()
    tape.append([.nan, 1, .infinity, -.infinity, 0.5, .nan], count: 3)
    let all = copy(tape, from: 0, 3)
    #expect(all.left == [0, 0, 0.5] && all.right == [1, 0, 0])
  }

  @Test func `the tail fades and the end is known`() {
    let tape = Tape()
    tape.append([Float](repeating: 1, count: 2 * 20_000), count: 20_000)
    #expect(tape.reader.rtEnd() == -1)
    tape.fadeTail(frames: 2400)
    tape.markEnd()
    #expect(tape.reader.rtEnd() == 20_000 && tape.reader.rtWritten() == 20_000)
    let tail = copy(tape, from: 17_500, 2500).left
    #expect(tail.prefix(100).allSatisfy { $0 == 1 } && tail[2499] < 0.001)
    #expect(zip(tail, tail.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.001 })
  }

  /// Frames that a stretcher has read stay unchanged. The rest of the tail fades from there, without a step.
  @Test func `a tail that is being read fades in what is left of it`() {
    let tape = Tape()
    tape.append([Float](repeating: 1, count: 2 * 20_000), count: 20_000)
    _ = stretch(tape, from: 10_000, 4904)
    tape.fadeTail(frames: 2400)
    let tail = copy(tape, from: 14_000, 6000).left
    #expect(tail.prefix(5000).allSatisfy { $0 == 1 }, "4096 frames beyond what was read")
    #expect(tail[5999] < 0.002 && zip(tail, tail.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.002 })
    // Nothing is left of this tail.
    _ = stretch(tape, from: 15_000, 4000)
    tape.fadeTail(frames: 2400)
    #expect(copy(tape, from: 14_000, 6000).left == tail)
  }
}

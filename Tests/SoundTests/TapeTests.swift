import Sound
import Testing

/// Memory that one writes and another reads: places are counted from the start and never wrap, what is not there is silence.
@Suite struct TapeTests {
  private func frames(from: Int, _ count: Int) -> [Float] { (from..<from + count).flatMap { [Float($0), -Float($0)] } }

  private func read(_ tape: Tape, from: Int64, _ count: Int) -> (left: [Float], right: [Float], missing: Int) {
    var left = [Float](repeating: 99, count: count)
    var right = left
    let missing = left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in tape.rtCopy(from: from, count: count, l.baseAddress!, r.baseAddress!) }
    }
    return (left, right, missing)
  }

  @Test func whatWasWrittenIsReadAndTheRestIsSilence() {
    let tape = Tape()
    tape.append(frames(from: 0, 100), count: 100)
    let middle = read(tape, from: 40, 20)
    #expect(middle.left == (40..<60).map(Float.init) && middle.right == (40..<60).map { -Float($0) } && middle.missing == 0)
    let edges = read(tape, from: -5, 10)
    #expect(edges.missing == 5 && edges.left.prefix(5).allSatisfy { $0 == 0 } && edges.left[9] == 4)
    #expect(read(tape, from: 95, 10).missing == 5)
    tape.rewind()
    #expect(tape.written == 0 && read(tape, from: 0, 4).missing == 4)
  }

  @Test func itGoesOnBeyondItsMemoryAndKeepsALittleOfThePast() {
    let tape = Tape()
    var written = 0
    var refused = false
    for _ in 0..<300 {
      if tape.room < 4096 {
        refused = true
        tape.rtAdvance(to: Int64(written) - 10_000)
      }
      tape.append(frames(from: written, 4096), count: 4096)
      written += 4096
    }
    #expect(refused && written > Int(Tape.capacity))
    let place = Int64(written) - 10_000 - Tape.history + 4096
    let past = read(tape, from: place, 8)
    #expect(past.missing == 0 && past.left == (Int(place)..<Int(place) + 8).map { Float($0) })
  }

  @Test func whatIsNoNumberIsSilence() {
    let tape = Tape()
    tape.append([.nan, 1, .infinity, -.infinity, 0.5, .nan], count: 3)
    let all = read(tape, from: 0, 3)
    #expect(all.left == [0, 0, 0.5] && all.right == [1, 0, 0])
  }

  @Test func theTailFadesAndTheEndIsKnown() {
    let tape = Tape()
    tape.append([Float](repeating: 1, count: 2 * 20_000), count: 20_000)
    #expect(tape.rtEnd() == -1)
    tape.fadeTail(frames: 2400)
    tape.markEnd()
    #expect(tape.rtEnd() == 20_000 && tape.rtWritten() == 20_000)
    let tail = read(tape, from: 17_500, 2500).left
    #expect(tail.prefix(100).allSatisfy { $0 == 1 } && tail[2499] < 0.001)
    #expect(zip(tail, tail.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.001 })
  }
}

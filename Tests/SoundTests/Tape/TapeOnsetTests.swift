import Sound
import Stretch
import TestSupport
import Testing

/// Tests of the onsets on a tape. The stretcher knows an onset in time, for any sizes of the writes.
@Suite struct TapeOnsetTests {
  /// Bursts of noise every half second, the first after half a second.
  private func beats(_ count: Int) -> [Float] {
    var random = SplitMix(11)
    return (0..<count * 24_000 + 12_000).flatMap { i -> [Float] in
      let since = i % 24_000
      let x = i >= 24_000 && since < 4000 ? Float(random.unit() - 0.5) * (1 - Float(since) / 4000) : 0
      return [x, x]
    }
  }

  private func onsets(_ tape: Tape, after frame: Int64 = -1) -> [Int64] {
    var found = [Onset](repeating: Onset(0), count: 64)
    let count = tape.reader.rtOnsets(after: frame, &found, most: found.count)
    return found.prefix(count).map(\.frame)
  }

  @Test func `they are found while it is filled`() {
    let sound = beats(6)
    let frames = sound.count / 2
    let tape = Tape()
    var written = 0
    // Pieces of every size, as at changes of tracks.
    for size in [1, 4096, 777, 12_345, 64, 30_000] + Array(repeating: 4096, count: 100) where written < frames {
      let count = min(size, frames - written)
      sound.withUnsafeBufferPointer { tape.append($0.baseAddress! + 2 * written, count: count) }
      written += count
      // A reader that sees the frames sees their onsets, except the last ones.
      let due = (1...6).filter { $0 * 24_000 + OnsetFinder.late <= written }.count
      #expect(onsets(tape).count >= due, "\(written) frames")
    }
    let found = onsets(tape)
    #expect(found.count == 6)
    for (i, frame) in found.enumerated() { #expect(abs(frame - Int64(24_000 * (i + 1))) < 128, "\(frame)") }
    #expect(onsets(tape, after: 60_000).count == 4)
    tape.rewind()
    #expect(onsets(tape).isEmpty)
  }

  @Test func `at the end the last one is decided`() {
    let sound = beats(1)
    let tape = Tape()
    tape.append(sound, count: 25_000)
    #expect(onsets(tape).isEmpty, "it may still be a roll's")
    tape.markEnd()
    #expect(onsets(tape).count == 1)
  }
}

import Foundation
import Stretch
import TestSupport
import Testing

/// A tape that is filled while it plays. One worker writes and the stretcher reads. Missing frames are silence, and
/// are counted.
private final class Reel: @unchecked Sendable {
  static let capacity = 1 << 16
  var samples = [Float](repeating: 0, count: 2 * Reel.capacity)
  var written: Int64 = 0
  let onsets = OnsetList(capacity: 128)
  var finder = OnsetFinder()

  func append(_ frames: ArraySlice<Float>) {
    frames.withUnsafeBufferPointer { all in
      finder.take(all.baseAddress!, count: all.count / 2) { onsets.append($0) }
      for i in 0..<all.count / 2 {
        let slot = Int((written + Int64(i)) % Int64(Reel.capacity)) * 2
        samples[slot] = all[2 * i]
        samples[slot + 1] = all[2 * i + 1]
      }
    }
    written += Int64(frames.count / 2)
  }
}

private struct ReelSource: StretchSource {
  let reel: Reel

  func rtRead(from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) -> Int {
    var missing = 0
    for i in 0..<count {
      let at = frame + Int64(i)
      let isThere = at >= max(0, reel.written - Int64(Reel.capacity)) && at < reel.written
      let slot = Int((at % Int64(Reel.capacity) + Int64(Reel.capacity)) % Int64(Reel.capacity)) * 2
      left[i] = isThere ? reel.samples[slot] : 0
      right[i] = isThere ? reel.samples[slot + 1] : 0
      if at >= reel.written { missing += 1 }
    }
    return missing
  }

  func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    reel.onsets.rtRead(after: frame, list, most: most)
  }
}

@Suite struct SourceTests {
  @Test func `a tape that is filled while it plays gives the same bits as a clip`() {
    let sound = Sounds.mixture(seconds: 4)
    let script = { (i: Int) in (0.9 + 0.6 * sin(Double(i) / 60), 600 * sin(Double(i) / 90)) }
    let clip = Sounds.render(MemorySource(sound), blocks: 800, script)
    let reel = Reel()
    let ahead = Int64(Stretcher.lookAhead(speed: 1.5, ratio: 0.7))
    func fill(to place: Int64) {
      while reel.written < place, Int(reel.written) * 2 < sound.count {
        let from = Int(reel.written) * 2
        reel.append(sound[from..<min(from + 2 * 700, sound.count)])
      }
    }
    fill(to: ahead)
    var place = 0.0
    let tape = Sounds.render(ReelSource(reel: reel), blocks: 800) { i in
      place += script(i).0 * 128
      fill(to: Int64(place) + ahead)
      return script(i)
    }
    #expect(tape.left == clip.left && tape.right == clip.right)
    #expect(tape.missing == 0)
  }

  @Test func `late frames are silence and counted`() {
    let reel = Reel()
    reel.append(Sounds.mixture(seconds: 0.5)[...])
    let out = Sounds.render(ReelSource(reel: reel), blocks: 400) { _ in (0.8, 0) }
    #expect(out.missing > 1000)
    #expect(out.left.suffix(4800).allSatisfy { abs($0) < 1e-6 })
    #expect(out.left.allSatisfy { $0.isFinite })
  }

  @Test func `outside of a clip is silence and nothing is missing`() {
    let out = Sounds.render(MemorySource(Sounds.mixture(seconds: 0.2)), blocks: 260, at: -9600) { _ in (0.8, 300) }
    #expect(out.missing == 0)
    #expect(out.left.prefix(6000).allSatisfy { abs($0) < 1e-4 } && out.left.suffix(4800).allSatisfy { abs($0) < 1e-6 })
  }

  @Test func `a clip of nothing is silence`() {
    let out = Sounds.render(MemorySource([]), blocks: 60) { _ in (0.5, -500) }
    #expect(out.left.allSatisfy { $0 == 0 })
  }

  @Test func `NaN does not silence the rest`() {
    var sound = Sounds.mixture(seconds: 2)
    sound[20_000] = .nan
    sound[20_003] = .infinity
    let out = Sounds.render(MemorySource(sound), blocks: 500) { _ in (0.9, 200) }
    #expect(out.left.allSatisfy { $0.isFinite })
    #expect(Signals.level(out.left.suffix(4800)) > 0.05)
  }
}

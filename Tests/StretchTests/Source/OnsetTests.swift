import Foundation
import Stretch
import TestSupport
import Testing

@Suite struct OnsetTests {
  private func onsets(_ sound: [Float], pieces: Int = 1000) -> [Onset] {
    var finder = OnsetFinder()
    var found: [Onset] = []
    sound.withUnsafeBufferPointer { all in
      for from in stride(from: 0, to: all.count / 2, by: pieces) {
        finder.take(all.baseAddress! + 2 * from, count: min(pieces, all.count / 2 - from)) { found.append($0) }
      }
    }
    finder.finish { found.append($0) }
    return found
  }

  @Test func `every beat is found at its frame`() {
    var random = SplitMix(3)
    var sound = [Float](repeating: 0, count: 2 * 96_000)
    let beats = (0..<9).map { 5000 + 10_000 * $0 }
    for beat in beats {
      for i in 0..<3000 {
        let decay: Double = exp(-Double(i) / 700)
        let x = Float((random.unit() - 0.5) * decay)
        sound[2 * (beat + i)] += x
        sound[2 * (beat + i) + 1] += x
      }
    }
    let found = onsets(sound)
    #expect(found.count == beats.count)
    for (a, b) in zip(found, beats) { #expect(abs(a.frame - Int64(b)) < 64 && !a.isRoll, "\(a) for \(b)") }
  }

  @Test(arguments: [41.0, 55, 440]) func `a steady saw has none`(hz: Double) {
    let sound = (0..<96_000).flatMap { i -> [Float] in
      let x = Float((hz * Double(i) / Signals.rate).truncatingRemainder(dividingBy: 1) - 0.5)
      return [x, x]
    }
    #expect(onsets(sound).filter { $0.frame > 4800 }.isEmpty)
  }

  @Test func `steady noise has none`() {
    var random = SplitMix(5)
    let noise = (0..<192_000).map { _ in Float(random.unit() - 0.5) }
    #expect(onsets(noise).filter { $0.frame > 4800 }.isEmpty)
  }

  @Test func `how the sound is cut into pieces does not matter`() {
    let sound = Sounds.mixture(seconds: 2)
    #expect(onsets(sound, pieces: 77) == onsets(sound, pieces: 100_000))
  }

  @Test func `the list keeps the newest in order`() {
    let list = OnsetList(capacity: 64)
    for i in 0..<1000 { list.append(Onset(Int64(i) * 10, isRoll: i % 2 == 0)) }
    let memory = UnsafeMutablePointer<Onset>.allocate(capacity: 16)
    defer { memory.deallocate() }
    memory.initialize(repeating: Onset(0), count: 16)
    #expect(list.rtRead(after: 9900, memory, most: 16) == 9)
    #expect((0..<9).allSatisfy { memory[$0] == Onset(9910 + 10 * Int64($0), isRoll: $0 % 2 == 1) })
    #expect(list.rtRead(after: 9700, memory, most: 4) == 4 && memory[0].frame == 9710)
    // Onsets older than half the capacity are gone.
    #expect(list.rtRead(after: 0, memory, most: 16) == 16 && memory[0].frame == 9680)
    #expect(list.rtRead(after: 9990, memory, most: 16) == 0)
    list.removeAll()
    #expect(list.rtRead(after: 0, memory, most: 16) == 0)
  }
}

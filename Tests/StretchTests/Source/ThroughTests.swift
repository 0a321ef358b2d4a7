import Foundation
import Stretch
import TestSupport
import Testing

/// Tests of speed 1 and pitch 0, where the source passes unchanged. Leaving and returning to these values is
/// inaudible.
@Suite struct ThroughTests {
  private let sound = Sounds.mixture(seconds: 5)

  @Test func `at speed one and pitch zero the source passes bit for bit`() {
    let out = Sounds.render(MemorySource(sound), blocks: 200, at: 1000) { _ in (1, 0) }
    #expect(out.through.allSatisfy { $0 })
    let source = sound[2000..<2000 + 2 * 200 * 128]
    #expect(out.left == Sounds.left(Array(source)))
    #expect(out.right == Sounds.left(Array(source.dropFirst()) + [0]))
  }

  /// Speed, pitch or both change for half a second and return.
  @Test(arguments: [(0.77, 0.0), (1.31, 0), (1, 345), (1, -1200), (0.5, -700), (1.9, 1200)])
  func `it comes back to the source and joins without a step`(speed: Double, cents: Double) throws {
    let out = Sounds.render(MemorySource(sound), blocks: 700) { (50..<240).contains($0) ? (speed, cents) : (1, 0) }
    // The start of each block in the source.
    let places = (0..<700).reduce(into: [0.0]) { $0.append($0.last! + ((50..<240).contains($1) ? speed : 1) * 128) }
    let back = try #require((240..<700).first { out.through[$0] })
    #expect(Double(back - 240) * 128 / Signals.rate < 0.5)
    for block in back..<700 {
      let from = Int((places[block] + 0.5).rounded(.down))
      #expect((0..<128).allSatisfy { out.left[block * 128 + $0] == sound[2 * (from + $0)] }, "block \(block)")
    }
    // Before the joint the stretched sound already equals the source.
    let from = Int((places[back - 3] + 0.5).rounded(.down))
    let begin = (back - 3) * 128
    var error = [Float](repeating: 0, count: 3 * 128)
    for frame in error.indices { error[frame] = out.left[begin + frame] - sound[2 * (from + frame)] }
    #expect(Signals.decibels(Signals.level(error[...])) < -110)
  }

  @Test func `leaving begins with the source itself`() {
    let out = Sounds.render(MemorySource(sound), blocks: 60) { ($0 < 50 ? 1 : 0.6, 0) }
    // The first frames after the change are the source's, from its place.
    #expect((0..<64).allSatisfy { abs(out.left[6400 + $0] - sound[2 * (6400 + $0)]) < 1e-5 })
  }

  @Test func `a tone keeps its level on the way there and back`() {
    let source = MemorySource(Signals.sine(440, seconds: 5))
    let out = Sounds.render(source, blocks: 1400) { ($0 / 200 % 2 == 0 ? 1 : 0.7, 0) }
    for at in stride(from: 9600, to: out.left.count - 960, by: 480) {
      let level = Signals.level(out.left[at..<at + 960])
      #expect(abs(Signals.decibels(level / 0.353_55)) < 0.3, "at \(at)")
    }
  }
}

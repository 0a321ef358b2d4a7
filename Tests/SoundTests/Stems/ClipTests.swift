import Foundation
import Sound
import Stretch
import TestSupport
import Testing

/// Tests of a channel's sound in memory.
@Suite struct ClipTests {
  private static func read(_ clip: Clip) -> [Float] {
    let count = Int(clip.view.frames)
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count)
    defer { planes.deallocate() }
    planes.initialize(repeating: 0, count: 2 * count)
    clip.view.rtRead(from: 0, count: count, planes, planes + count)
    return (0..<2 * count).map { planes[$0 / 2 + $0 % 2 * count] }
  }

  @Test func `as float it is bit for bit`() {
    var random = SplitMix(1)
    let sound = (0..<20_000).map { _ in Float(random.unit() * 3 - 1.5) }
    #expect(Self.read(Clip(sound)) == sound)
  }

  @Test func `sound that came as sixteen bit stays bit for bit in sixteen bit`() {
    var random = SplitMix(2)
    let sound = (0..<20_000).map { _ in Float(Int16(truncatingIfNeeded: random.next())) / 32_768 }
    let clip = Clip(sound, form: .short)
    #expect(Self.read(clip) == sound)
    #expect(clip.bytes == 40_000)
  }

  /// Loud masters reach the lowest value. Each of the 65536 values is kept.
  @Test func `full scale downwards stays bit for bit in sixteen bit`() {
    let sound = (-32_768...32_767).map { Float($0) / 32_768 }
    #expect(Self.read(Clip(sound, form: .short)) == sound)
  }

  @Test func `beyond full scale nothing is cut off in sixteen bit`() {
    let sound = (0..<9600).map { Float(sin(Double($0) / 30)) * 2.5 }
    let worst = zip(Self.read(Clip(sound, form: .short)), sound).map { abs($0 - $1) }.max()!
    #expect(worst < 0.6 * 2.5 / 32_767)
  }

  @Test(arguments: [Clip.Form.float, .short])
  func `the gain is heard and NaN is silent`(form: Clip.Form) {
    var sound = [Float](repeating: 0.5, count: 2000)
    sound[7] = .nan
    sound[8] = -.infinity
    let heard = Self.read(Clip(sound, gain: 2, form: form))
    #expect(heard[7] == 0 && heard[8] == 0 && heard[100] == 1)
  }

  /// Bursts as close as in a roll; their energy overflows a float.
  @Test func `a clip that is far too loud does no harm`() {
    var random = SplitMix(4)
    let sound = (0..<48_000).flatMap { i -> [Float] in
      let x = i % 2000 < 64 ? Float(random.unit() - 0.5) * 1e25 : 0
      return [x, x]
    }
    let clip = Clip(sound)
    defer { withExtendedLifetime(clip) {} }
    let onsets = (0..<clip.view.rtOnsetCount()).map { clip.view.rtOnset($0) }
    #expect(onsets.count > 10 && onsets.allSatisfy { !$0.isRoll })
  }

  /// Hits twice a second, the first one on the first frame. Each is found once, even at the clip's end.
  @Test func `onsets are found once also at the seam`() {
    var random = SplitMix(3)
    let sound = (0..<96_000).flatMap { i -> [Float] in
      let x = Float(random.unit() - 0.5) * exp(-Float(i % 24_000) / 300)
      return [x, x]
    }
    let clip = Clip(sound)
    let view = clip.view
    defer { withExtendedLifetime(clip) {} }
    let found = (0..<view.rtOnsetCount()).map { view.rtOnset($0).frame }
    #expect(found.count == 4)
    for (frame, wanted) in zip(found, [0, 24_000, 48_000, 72_000]) { #expect(abs(frame - Int64(wanted)) <= 64) }
    #expect(view.rtOnset(from: found[1]) == 1 && view.rtOnset(from: found[1] + 1) == 2 && view.rtOnset(from: 95_000) == 4)
  }

  @Test func `a clip of nothing has no onsets`() { #expect(Clip([]).view.rtOnsetCount() == 0 && Clip([]).view.frames == 0) }
}

import Foundation
import Stretch
import TestSupport
import Testing

/// A stretcher with a looped sound, and its last block.
private final class RoundStem {
  private let source: RoundSource
  private var stretcher = Stretcher()
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Sounds.block)

  init(_ sound: [Float]) {
    source = RoundSource(sound)
    planes.initialize(repeating: 0, count: 2 * Sounds.block)
  }

  deinit { planes.deallocate() }

  func start(_ speed: Double, _ cents: Double) {
    _ = stretcher.start(at: Place(frame: 0), speed: speed, ratio: PitchRatio.rtFrom(cents: cents), source)
  }

  func render(_ speed: Double, _ cents: Double) {
    let ratio = PitchRatio.rtFrom(cents: cents)
    _ = stretcher.rtRender(planes, planes + Sounds.block, count: Sounds.block, speed: speed, ratio: ratio, source)
  }

  func equals(_ other: RoundStem) -> Bool { memcmp(planes, other.planes, 2 * Sounds.block * MemoryLayout<Float>.size) == 0 }

  var level: Double { Signals.level(Array(UnsafeBufferPointer(start: planes, count: Sounds.block))[...]) }
  /// Place in the input, in 2^-32 frames.
  var position: Int64 { stretcher.place.frame << 32 | Int64(stretcher.place.fraction) }
}

/// Tests that a sine stays a pure sine. Pitch and level must be right.
@Suite struct ToneTests {
  @Test(arguments: [
    (440.0, 0.7, 0.0), (440, 1.6, -700), (440, 0.3, 300), (440, 1, -1200), (440, 1.3, 1200), (55, 1.6, -1200), (55, 1.6, -300),
    (55, 0.7, 0),
    (55, 0.7, 1200),
    (14_000, 0.7, 0),
    (14_000, 1.2, 200),
  ])
  func `a sine stays a sine of the right pitch`(hz: Double, speed: Double, cents: Double) {
    let source = MemorySource(Signals.sine(hz, seconds: 2.2 * max(speed, 0.5) + 0.5))
    let out = Sounds.render(source, blocks: 768) { _ in (speed, cents) }
    let tail = out.left.suffix(65_536)
    let (heard, worst) = Signals.spurs(tail)
    let wanted = hz * pow(2, cents / 1200)
    #expect(abs(1200 * log2(heard / wanted)) < (hz == 55 ? 0.1 : 0.02), "\(heard) Hz for \(wanted)")
    #expect(worst < (hz == 55 ? -74 : -90), "\(worst) dB")
    #expect(abs(Signals.decibels(Signals.level(tail) / 0.353_55)) < 0.02)
  }

  /// Bin 0 is left out only as a deep tone's side lobe. It contains half of a constant. The neighbours contain the
  /// other half and turn with the bass.
  @Test func `the half of a constant that is not turned is kept`() {
    let sound = (0..<192_000).flatMap { i -> [Float] in
      let x = Float(0.4 * sin(2 * .pi * 55 * Double(i) / Signals.rate)) + 0.1
      return [x, x]
    }
    let out = Sounds.render(MemorySource(sound), blocks: 768) { _ in (1.6, -300) }
    let tail = out.left.suffix(65_536)
    #expect(abs(tail.reduce(0, +) / Float(tail.count) - 0.05) < 0.01)
  }

  @Test(arguments: [-2400.0, -1800, 1800, 2400])
  func `two octaves either way stay useful`(cents: Double) {
    let source = MemorySource(Signals.sine(440, seconds: 2.2))
    let (heard, worst) = Signals.spurs(Sounds.render(source, blocks: 768) { _ in (0.9, cents) }.left.suffix(65_536))
    #expect(abs(1200 * log2(heard / 440) - cents) < 0.05)
    #expect(worst < -80, "\(worst) dB")
  }

  @Test func `left and right keep their relation`() {
    // The right side has half the level. It is a quarter of a period late.
    let sound = (0..<120_000).flatMap { i -> [Float] in
      let p = 2 * Double.pi * 500 * Double(i) / Signals.rate
      return [Float(0.5 * sin(p)), Float(-0.25 * cos(p))]
    }
    let out = Sounds.render(MemorySource(sound), blocks: 768) { i in (0.6 + 0.4 * sin(Double(i) / 40), 500 * sin(Double(i) / 50)) }
    // With a sine and its cosine the envelope is flat. 4 r^2 + l^2 is one quarter.
    let worst = zip(out.left, out.right).dropFirst(9600).map { l, r in abs(l * l + 4 * r * r - 0.25) }.max()!
    #expect(worst < 0.004, "\(worst)")
  }

  @Test func `equal input gives equal bits`() {
    let source = MemorySource(Sounds.mixture(seconds: 4))
    let script = { (i: Int) in (1.05 + 0.95 * sin(Double(i) / 60), 1200 * sin(Double(i) / 90)) }
    let (a, b) = (Sounds.render(source, blocks: 900, script), Sounds.render(source, blocks: 900, script))
    #expect(a.left == b.left && a.right == b.right && a.position == b.position)
  }

  /// Four stems receive the same values, in the long ring for a minute. Each has a sound and a memory of its own.
  @Test func `equal stems stay equal`() {
    let blocks = Ring.isLong ? 22_500 : 5000
    let sound = Sounds.mixture(seconds: 4)
    let stems = (0..<4).map { _ in RoundStem(sound) }
    let script = { (i: Int) in (speed: 1.05 + 0.95 * sin(Double(i) / 60), cents: 1200 * sin(Double(i) / 90)) }
    for stem in stems { stem.start(script(0).speed, script(0).cents) }
    var (different, loudest) = (0, 0.0)
    for i in 0..<blocks {
      for stem in stems { stem.render(script(i).speed, script(i).cents) }
      if stems.dropFirst().contains(where: { !$0.equals(stems[0]) }) { different += 1 }
      loudest = max(loudest, stems[0].level)
    }
    #expect(different == 0 && loudest > 0.1, "\(different) blocks differ, the loudest has \(loudest)")
    let place = (0..<blocks).reduce(Int64(0)) { $0 + Int64((script($1).speed * 4_294_967_296).rounded()) * 128 }
    #expect(stems.allSatisfy { $0.position == place })
  }

  @Test(arguments: [(0.5, -40.0), (0.8, -54), (1.3, -60)])
  func `a steady chord stays clean`(speed: Double, most: Double) {
    let out = Sounds.render(MemorySource(Sounds.chord(seconds: 2 + 8 * speed)), blocks: 2625) { _ in (speed, 0) }
    let residue = Sounds.residue(out.left, tail: 262_144, width: 1.5)
    #expect(residue < most, "\(residue) dB")
  }

  @Test func `the place is the exact sum of the speeds`() {
    let source = MemorySource(Sounds.mixture(seconds: 1))
    let script = { (i: Int) in (0.1 + 0.013 * Double(i % 140), Double(i * 37 % 4801) - 2400) }
    let out = Sounds.render(source, blocks: 700, script)
    #expect(out.position == (0..<700).reduce(Int64(0)) { $0 + Int64((script($1).0 * 4_294_967_296).rounded()) * 128 })
  }

  @Test func `NaN counts as the lowest`() {
    let source = MemorySource(Sounds.mixture(seconds: 2))
    let strange = Sounds.render(source, blocks: 60) { ($0 < 30 ? 1 : .nan, 0) }
    let lowest = Sounds.render(source, blocks: 60) { ($0 < 30 ? 1 : 0.05, 0) }
    #expect(strange.left == lowest.left && strange.position == lowest.position)
    #expect(PitchRatio.rtFrom(cents: .nan) == 0.25 && Place(.nan) == Place(0))
  }

  @Test func `values out of range count as the nearest`() {
    let source = MemorySource(Sounds.mixture(seconds: 2))
    let beyond = Sounds.render(source, blocks: 100) { _ in (9, 9000) }
    let limit = Sounds.render(source, blocks: 100) { _ in (4, 2400) }
    #expect(beyond.left == limit.left && beyond.position == limit.position)
  }
}

import Gestures
import Hands
import Notes
import SyntheticHands
import TestSupport
import Testing

/// Tests that a resting hand holds its note for a minute. Its landmarks shake, and it may lie on a border of two
/// notes.
@Suite struct RestingNoteTests {
  /// Noise of the float model, and 1.33 times as much. The latter is that of model `int8`, the worst measured
  /// (docs/benchmarks.md).
  private static let models = [LandmarkNoise.float, LandmarkNoise(timesFloat: 1.33)]
  /// Scales of 11, 15 and 25 zones. The tests use borders and places between them.
  private static let scales = [Scale.pentatonicMajor, .major, .chromatic]

  private static let rates = Ring.cases([30.0], of: [15, 30, 60])

  /// Returns the number of notes that begin within a minute.
  /// - Parameter correlation: 0 for noise that differs from frame to frame. More gives noise that changes slowly.
  private func begun(
    scale: Scale, range: NoteRange = .usual, position: Float, noise: LandmarkNoise, rate: Double, size: Float, correlation: Float = 0,
    seed: UInt64 = 0
  ) -> Int {
    var random = SplitMix(seed: UInt64(position * 1000) + UInt64(rate) + seed << 32)
    var engine = InstrumentPlay.engine { $0.layout = NoteLayout(scale: scale, range: range) }
    let exact = InstrumentPlay.hand(position: position, size: size)
    var wander: Float = 0
    return InstrumentPlay.play(&engine, 0, 61, rate: rate) { _ in
      var hand = exact
      // Only the wrist gives the height. The other landmarks are read for the fingers only.
      wander = correlation * wander + (1 - correlation * correlation).squareRoot() * InstrumentPlay.normal(&random)
      hand.landmarks[.wrist].y += wander * noise.deviation * size
      return [hand]
    }.begun().count
  }

  @Test(arguments: scales, rates) func `on a border it is struck once`(scale: Scale, rate: Double) {
    let count = Float(NoteLayout(scale: scale).notes.count)
    for noise in Self.models {
      for size in [Float(0.2), 0.4] {
        for border in [Float(0.25), 0.5, 0.75].map({ ($0 * count).rounded() / count }) {
          #expect(begun(scale: scale, position: border, noise: noise, rate: rate, size: size) == 1, "\(border), \(noise), size \(size)")
        }
      }
    }
  }

  @Test func `so it is when the noise wanders`() {
    for correlation in [Float(0.5), 0.9, 0.98] {
      let border = Float(12) / 25
      #expect(begun(scale: .chromatic, position: border, noise: Self.models[1], rate: 30, size: 0.3, correlation: correlation) == 1)
    }
  }

  /// Three, four and five octaves of the chromatic scale. The hand is near the camera, and the noise changes slowly.
  @Test(arguments: Ring.cases([NoteLayout.mostSteady], of: [37, 49, NoteLayout.mostSteady]), [15.0, 30])
  func `so it is among many notes`(count: Int, rate: Double) throws {
    let range = try #require(NoteRange(36, 36 + count - 1))
    let border = Float(count / 2) / Float(count)
    var changed = 0
    for seed in 0..<20 as Range<UInt64> {
      let begun = begun(
        scale: .chromatic, range: range, position: border, noise: Self.models[1], rate: rate, size: 0.4, correlation: 0.9, seed: seed)
      if begun != 1 { changed += 1 }
    }
    #expect(changed == 0, "of 20 minutes")
  }

  /// Holding a resting note does not delay a moving hand. Each note of a slide comes within two frames of its moment.
  @Test(arguments: [25, NoteLayout.mostSteady], [15.0, 30]) func `a slide is not late`(notes: Int, rate: Double) throws {
    let layout = NoteLayout(scale: .chromatic, range: try #require(NoteRange(36, 36 + notes - 1)))
    let count = Float(notes)
    for speed in [Float(0.1), 0.25, 1] {
      var engine = InstrumentPlay.engine { $0.layout = layout }
      // The hand rests for two seconds. It then rises from a quarter of the field to three quarters.
      let frames = InstrumentPlay.play(&engine, 0, 3 + 0.5 / Double(speed), rate: rate) { t in
        [InstrumentPlay.hand(position: 0.25 + min(max(Float(t - 2) * speed, 0), 0.5), size: 0.4)]
      }
      let margin = min(max(ZoneFinder.share, ZoneFinder.least * count), 0.5)
      for zone in Int(0.25 * count) + 2..<Int(0.75 * count - margin) {
        let passed = 2 + Double(((Float(zone) + margin) / count - 0.25) / speed)
        let heard = try #require(frames.first { ($0.notes[SourceID(.hand, 1)]?.zone ?? 0) >= zone })
        // The stabilizer's own lag is less than a frame. Up to one frame passes until the next one.
        #expect(heard.time - passed <= 2 / rate + 0.001, "zone \(zone) at \(speed): \(heard.time - passed) s")
      }
    }
  }

  /// All landmarks shake, also those from which the fingers are read.
  @Test(arguments: rates) func `a hand all of whose landmarks shake holds its note`(rate: Double) {
    var random = SplitMix(seed: 5)
    var engine = InstrumentPlay.engine { $0.layout = NoteLayout(scale: .major) }
    let exact = InstrumentPlay.hand(position: 7 / 15)
    let frames = InstrumentPlay.play(&engine, 0, 61, rate: rate) { _ in [InstrumentPlay.shaken(exact, Self.models[1], &random)] }
    #expect(frames.begun().count == 1)
    #expect(frames.dropFirst(Int(rate)).allSatisfy { $0.notes[SourceID(.hand, 1)]?.source.expression == 1 })
  }
}

import Gestures
import Hands
import Notes
import Performer
import Testing

/// A hand that rests anywhere, on a border above all, holds its note for a minute, however its landmarks shake.
@Suite struct RestingNoteTests {
  /// Exact landmarks' noise times 1.33 is the full model's, the worst measured (docs/benchmarks.md).
  private static let models = [LandmarkNoise.float, LandmarkNoise(timesFloat: 1.33)]
  /// Borders of 11, 15 and 25 zones, and places between them.
  private static let scales = [Scale.pentatonicMajor, .major, .chromatic]

  /// Begins of notes within a minute. - Parameter correlation: 0 for noise that differs from frame to frame; more for one that wanders.
  private func begun(scale: Scale, position: Float, noise: LandmarkNoise, rate: Double, size: Float, correlation: Float = 0) -> Int {
    var random = SplitMix(seed: UInt64(position * 1000) + UInt64(rate))
    var engine = InstrumentPlay.engine { $0.layout = NoteLayout(scale: scale) }
    let exact = InstrumentPlay.hand(position: position, size: size)
    var wander: Float = 0
    return InstrumentPlay.play(&engine, 0, 61, rate: rate) { _ in
      var hand = exact
      // The wrist alone is the height; the other landmarks are read for the fingers only.
      wander = correlation * wander + (1 - correlation * correlation).squareRoot() * InstrumentPlay.normal(&random)
      hand.landmarks[.wrist].y += wander * noise.deviation * size
      return [hand]
    }.begun().count
  }

  @Test(arguments: scales, [15.0, 30, 60]) func onABorderItIsStruckOnce(scale: Scale, rate: Double) {
    let count = Float(NoteLayout(scale: scale).notes.count)
    for noise in Self.models {
      for size in [Float(0.2), 0.4] {
        for border in [Float(0.25), 0.5, 0.75].map({ ($0 * count).rounded() / count }) {
          #expect(begun(scale: scale, position: border, noise: noise, rate: rate, size: size) == 1, "\(border), \(noise), size \(size)")
        }
      }
    }
  }

  @Test func soItIsWhenTheNoiseWanders() {
    for correlation in [Float(0.5), 0.9, 0.98] {
      let border = Float(12) / 25
      #expect(begun(scale: .chromatic, position: border, noise: Self.models[1], rate: 30, size: 0.3, correlation: correlation) == 1)
    }
  }

  /// The whole hand shakes, and its fingers are read from what shakes.
  @Test(arguments: [15.0, 30, 60]) func aHandAllOfWhoseLandmarksShakeHoldsItsNote(rate: Double) {
    var random = SplitMix(seed: 5)
    var engine = InstrumentPlay.engine { $0.layout = NoteLayout(scale: .major) }
    let exact = InstrumentPlay.hand(position: 7 / 15)
    let frames = InstrumentPlay.play(&engine, 0, 61, rate: rate) { _ in [InstrumentPlay.shaken(exact, Self.models[1], &random)] }
    #expect(frames.begun().count == 1)
    #expect(frames.dropFirst(Int(rate)).allSatisfy { $0.notes[SourceID(.hand, 1)]?.source.expression == 1 })
  }
}

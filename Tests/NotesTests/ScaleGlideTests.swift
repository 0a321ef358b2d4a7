import Notes
import Testing

/// Tests of a continuous pitch that glides towards a scale's notes.
@Suite struct ScaleGlideTests {
  private static let scale: [UInt8] = [48, 50, 52, 55, 57, 60]

  @Test func `a note of the scale stays where it is`() {
    for note in Self.scale { #expect(ScaleGlide.pitch(Float(note), towards: Self.scale) == Float(note)) }
  }

  @Test func `the pitch rises with the hand and has no jump`() {
    var before = ScaleGlide.pitch(48, towards: Self.scale)
    for step in 1...12_000 {
      let now = ScaleGlide.pitch(48 + Float(step) / 1000, towards: Self.scale)
      #expect(now >= before - 1e-5 && now - before < 0.02, "at step \(step)")
      before = now
    }
  }

  @Test(arguments: [Float(50.3), 52.4, 56.7]) func `near a note the pitch is nearer than the hand`(pitch: Float) throws {
    let nearest = try #require(Self.scale.map(Float.init).min { abs($0 - pitch) < abs($1 - pitch) })
    let heard = ScaleGlide.pitch(pitch, towards: Self.scale)
    #expect(abs(heard - nearest) < abs(pitch - nearest) / 2)
  }

  @Test func `beyond the ends the last note stays`() {
    #expect(ScaleGlide.pitch(20, towards: Self.scale) == 48 && ScaleGlide.pitch(90, towards: Self.scale) == 60)
    #expect(ScaleGlide.pitch(-.infinity, towards: Self.scale) == 48 && ScaleGlide.pitch(.infinity, towards: Self.scale) == 60)
  }

  @Test func `an empty scale and a NaN change nothing`() {
    #expect(ScaleGlide.pitch(51.5, towards: []) == 51.5)
    #expect(ScaleGlide.pitch(.nan, towards: Self.scale).isNaN)
  }
}

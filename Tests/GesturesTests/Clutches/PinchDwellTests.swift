import Gestures
import Testing

/// Tests of a pinch's dwell time, its early end and its start.
@Suite struct PinchDwellTests {
  private func look(
    _ distance: Float, measured: Float? = nil, height: Float = 0, extended: Int = 1, openness: Float = 1, isPossible: Bool = true
  ) -> RelativeClutch.Reading {
    .init(distance: distance, measured: measured, height: height, extended: extended, openness: openness, pinchPossible: isPossible)
  }

  /// Shows these at 20 frames per second. Returns the index of the frame with which the pinch has lasted long enough.
  private func frame(of looks: [RelativeClutch.Reading]) -> Int? {
    var dwell = PinchDwell()
    return looks.indices.first { dwell.saw(looks[$0], at: Double($0) / 20) != nil }
  }

  @Test func `it must last a tenth of a second`() {
    var dwell = PinchDwell()
    let times = [3, 3.05, 3.0999, 3.1]
    let seen = times.map { dwell.saw(look(0.2), at: $0) != nil }
    #expect(seen == [false, false, false, true])
    // The next pinch must last as long.
    let again = [3.15, 3.2, 3.2501].map { dwell.saw(look(0.2), at: $0) != nil }
    #expect(again == [false, false, true])
  }

  /// The start is the mean over time, with linear interpolation between frames. Two frames close together do not
  /// count twice.
  @Test func `it begins at the mean of the whole time`() throws {
    var dwell = PinchDwell()
    _ = dwell.saw(look(0.24, measured: 0.1, height: 1), at: 0)
    _ = dwell.saw(look(0.2, measured: 0.1, height: 2), at: 0.05)
    let seen = dwell.saw(look(0.13, measured: 0.2, height: 6), at: 0.1)
    let begun = try #require(seen)
    #expect(abs(begun.place.distance - 0.1925) < 1e-6 && abs(begun.place.height - 2.75) < 1e-6)
    #expect(abs(begun.time - 0.1) < 1e-9)
    _ = dwell.saw(look(0.2, height: 1), at: 1)
    _ = dwell.saw(look(0.2, height: 1), at: 1.01)
    _ = dwell.saw(look(0.2, height: 1), at: 1.02)
    let unevenly = dwell.saw(look(0.2, height: 3), at: 1.1)
    #expect(abs(try #require(unevenly).place.height - 1.8) < 1e-5)
  }

  /// The dwell begins when the hand crosses the pinch threshold. That is between two frames. It makes no difference
  /// whether a frame lies just before or just after it.
  @Test(arguments: [15.0, 20, 30, 60])
  func `one frame more or less makes no difference`(rate: Double) throws {
    /// Thumb and index finger close at 1 hand size per second. The hand rises at 2.
    /// - Parameter nudge: how much nearer the fingers are read, in hand sizes.
    func begins(_ nudge: Float) throws -> (frame: Int, begun: PinchDwell.Begun) {
      var dwell = PinchDwell()
      for frame in 0..<200 {
        // Without the nudge frame 30 is exactly at the threshold of 0.25.
        let time = Double(frame - 30) / rate
        let distance = max(0.25 - Float(time), 0.05) - nudge
        if let begun = dwell.saw(look(distance, height: 2 * Float(time)), at: time) { return (frame, begun) }
      }
      throw NeverBegins()
    }
    let (early, late) = (try begins(1e-4), try begins(-1e-4))
    #expect(late.frame == early.frame + 1, "the nudge makes no difference at all")
    // 30 cents are 0.05 hand sizes of height, and 0.01 of distance.
    #expect(abs(early.begun.place.height - late.begun.place.height) < 0.001, "\(early) \(late)")
    #expect(abs(early.begun.place.distance - late.begun.place.distance) < 0.001, "\(early) \(late)")
    #expect(abs(early.begun.time - late.begun.time) < 0.001, "\(early) \(late)")
  }

  private struct NeverBegins: Error {}

  /// The fingers stay apart for a second, or no frames come. The hand rises by its size meanwhile. The dwell begins
  /// at the hand's present place and time.
  @Test(arguments: [30, 0])
  func `motion while the hand hovers does not count`(frames: Int) throws {
    var dwell = PinchDwell()
    #expect(dwell.saw(look(0.24), at: 5) == nil)
    for frame in stride(from: 1, to: frames, by: 1) {
      #expect(dwell.saw(look(0.3, height: Float(frame) / Float(frames)), at: 5 + Double(frame) / 30) == nil)
    }
    let seen = dwell.saw(look(0.24, height: 1), at: 6)
    let begun = try #require(seen)
    #expect(begun.time == 6 && abs(begun.place.height - 1) < 0.06 && begun.place.distance < 0.3, "\(begun)")
  }

  /// The same motion through the clutch. Nothing moves during or after engaging.
  @Test(arguments: [30, 0])
  func `it takes hold without a step`(frames: Int) {
    var play = ClutchPlay()
    play.see(0.24)
    for frame in stride(from: 1, to: frames, by: 1) { play.see(0.3, height: Float(frame) / Float(frames)) }
    if frames == 0 { play.time += 0.6 }
    for _ in 0..<30 { play.see(0.24, height: 1) }
    #expect(play.clutch.isEngaged && abs(play.clutch.value) < 5, "\(play.clutch.value) cents")
  }

  /// The measured distance decides whether it is a pinch. The smoothed one is late.
  @Test func `the measured distance decides`() {
    #expect(frame(of: Array(repeating: look(0.5, measured: 0.2), count: 5)) == 2)
    #expect(frame(of: Array(repeating: look(0.2, measured: 0.5), count: 5)) == nil)
  }

  /// A candidate may open a little, but not when it engages.
  @Test(
    arguments: [
      ([0.24, 0.34, 0.24], 2), ([0.24, 0.34, 0.34, 0.34, 0.24], 4), ([0.24, 0.36, 0.24, 0.24, 0.24], 4), ([0.3, 0.3, 0.3, 0.3, 0.3], nil),
      ([0.3, 0.24, 0.24, 0.24], 3),
    ] as [([Float], Int?)])
  func `it may open a little on the way`(distances: [Float], engaged: Int?) {
    #expect(frame(of: distances.map { look($0) }) == engaged)
  }

  /// A hand that closes to a fist passes through a pinch. Its other fingers still move then.
  @Test(arguments: [(Float(0.08), 2), (-0.08, 2), (0.1, 3), (-0.1, 3)])
  func `the other fingers must be at rest`(change: Float, engaged: Int) {
    let looks = [look(0.2), look(0.2, openness: 1 + change), look(0.2, openness: 1 + change), look(0.2, openness: 1 + change)]
    #expect(frame(of: looks) == engaged)
  }

  @Test func `an open hand or a fist is not a pinch`() {
    #expect(frame(of: Array(repeating: look(0.2, extended: 4), count: 5)) == nil)
    #expect(frame(of: Array(repeating: look(0.2, extended: 3), count: 5)) == 2)
    #expect(frame(of: Array(repeating: look(0.2, isPossible: false), count: 5)) == nil)
    #expect(frame(of: [look(0.2), look(0.2, isPossible: false), look(0.2), look(0.2), look(0.2)]) == 4)
  }

  /// One reading of a resting hand may be kept for long. It may be longer than a pinch must last.
  @Test func `a reading that is kept is not a pinch that lasts`() {
    var kept = look(0.2)
    kept.isKept = true
    #expect(frame(of: [look(0.2), kept, kept, kept, look(0.4), look(0.4)]) == nil)
    #expect(frame(of: [look(0.2), kept, kept, kept, look(0.2)]) == 4)
  }

  @Test func `frames before the hand was gone do not count`() {
    var dwell = PinchDwell()
    _ = dwell.saw(look(0.2), at: 0)
    dwell.forget()
    let early = dwell.saw(look(0.2), at: 0.1)
    let late = dwell.saw(look(0.2), at: 0.2)
    #expect(early == nil && late != nil)
  }
}

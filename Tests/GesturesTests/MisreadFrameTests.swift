import Gestures
import Testing

/// Tests of frames in which an engaged pinch looks open. A few of them are misread, and only a hand that stays open
/// releases the value.
@Suite struct MisreadFrameTests {
  private static let rates = [15.0, 30, 60]
  private static let grips = [Grip.spread, .fader]

  /// A reading of the fingers. It has the number of extended ones, and the distance of the others from the wrist.
  private typealias Fingers = (extended: Int, openness: Float)
  private static let wide: Fingers = (3, 1)
  private static let open: Fingers = (5, 1.9)
  private static let misreads: [Fingers] = [(4, 1), (5, 1.9), (3, 1.6)]

  /// Shows a pinch that moves its value for a second. Half of its way is before frame 0. Returns the value of each
  /// frame. The first is that of the frame `-rate / 2 + 1`.
  private func values(_ grip: Grip, _ rate: Double, fingers: (Int) -> Fingers) -> (values: [Float], play: ClutchPlay) {
    var play = ClutchPlay(rate: rate)
    play.engage()
    let n = Int(rate)
    var values: [Float] = []
    for i in 1...n {
      let x = Float(i) / Float(n)
      let (extended, openness) = fingers(i - n / 2)
      play.see(grip == .spread ? 0.15 + 0.5 * x : 0.15, height: grip == .fader ? x : 0, extended: extended, openness: openness)
      values.append(play.clutch.value)
    }
    return (values, play)
  }

  @Test(arguments: grips, rates)
  func `a misread frame or two cost nothing`(grip: Grip, rate: Double) {
    let (clean, _) = values(grip, rate) { _ in Self.wide }
    #expect((clean.last ?? 0) > 400)
    for misread in Self.misreads {
      for count in 1...2 {
        let (read, play) = values(grip, rate) { (0..<count).contains($0) ? misread : Self.wide }
        #expect(play.clutch.grip == grip)
        let first = Int(rate) / 2 - 1
        for (i, value) in read.enumerated() {
          // The value rests meanwhile. From the next good frame on it is the value without misread frames.
          let wanted = (first..<first + count).contains(i) ? clean[first - 1] : clean[i]
          #expect(abs(value - wanted) < 0.01, "frame \(i): \(value) instead of \(wanted) with \(count) of \(misread)")
        }
      }
    }
  }

  /// Each single frame is misread, however many there are.
  @Test(arguments: grips)
  func `every fourth frame misread costs nothing`(grip: Grip) {
    let (clean, _) = values(grip, 30) { _ in Self.wide }
    let (read, play) = values(grip, 30) { $0 % 4 == 1 ? Self.misreads[0] : Self.wide }
    #expect(play.clutch.grip == grip && read.last == clean.last)
  }

  /// Nothing owns the pinch yet. A misread frame does not reset its start.
  @Test func `a slow lift is not held up by misread frames`() {
    var play = ClutchPlay()
    play.engage()
    for i in 1...30 { play.see(0.15, height: Float(i) / 60, extended: i % 4 == 0 ? 4 : 1) }
    #expect(play.clutch.grip == .fader && play.clutch.value > 150, "\(play.clutch.value)")
  }

  @Test(arguments: grips, rates)
  func `a true opening ends at the value before it`(grip: Grip, rate: Double) {
    let (clean, _) = values(grip, rate) { _ in Self.wide }
    for opening in Self.misreads {
      // The fingers' distance alone begins an opening. Four extended fingers end it.
      let (read, play) = values(grip, rate) { $0 < 0 ? Self.wide : $0 < Int(0.2 * rate) ? opening : Self.open }
      #expect(!play.clutch.isEngaged)
      let first = Int(rate) / 2 - 1
      // The value is that of 0.2 s before the opening. It may be from one frame earlier.
      let back = Int((0.2 * rate).rounded())
      let end = read.last ?? 0
      #expect(end >= clean[first - back - 1] - 0.01 && end <= clean[first - back] + 0.01, "\(end) after \(opening)")
      // The value never moves further, and is final from 0.1 s on.
      #expect(read[first...].allSatisfy { $0 <= clean[first - 1] + 0.01 })
      #expect(read[(first + Int((0.1 * rate).rounded(.up)))...].allSatisfy { $0 == end })
    }
  }

  /// The hand leaves in the first frames of its opening.
  @Test(arguments: grips)
  func `a hand that opens and leaves ends at the value before it`(grip: Grip) {
    let (before, held) = values(grip, 30) { _ in Self.wide }
    var play = held
    for _ in 0..<2 { play.see(0.8, height: 1, extended: 5, openness: 1.9) }
    for _ in 0..<20 { play.look(nil) }
    #expect(!play.clutch.isEngaged)
    #expect(abs(play.clutch.value - before[30 - 6]) < 25, "\(play.clutch.value) of \(before[24...])")
    #expect(play.clutch.value < before[27])
  }

  /// A hand begins to open and returns to its pinch. The pinch continues from the present value.
  @Test func `an opening that was taken back does not jump`() {
    var play = ClutchPlay()
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, 1))
    for _ in 0..<6 { play.see(0.15, height: 1.5, extended: 3, openness: 1.6) }
    let rested = play.clutch.value
    play.see(0.15, height: 2)
    #expect(abs(play.clutch.value - rested) < 0.01)
    play.see(0.15, height: 2.1)
    #expect(abs(play.clutch.value - rested - 60) < 0.1, "\(play.clutch.value) after \(rested)")
  }

  /// A button sets a value in a misread frame. The value is used, and the pinch continues from its last good frame.
  @Test func `a value set in a misread frame stays`() {
    var play = ClutchPlay()
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, 1))
    play.see(0.9, height: 0.3, extended: 5, openness: 1.9)
    play.clutch.set(-700)
    #expect(play.clutch.value == -700)
    play.see(0.15, height: 1.1)
    #expect(abs(play.clutch.value + 640) < 0.1, "\(play.clutch.value)")
  }
}

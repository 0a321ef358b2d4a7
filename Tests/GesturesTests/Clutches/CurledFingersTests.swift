import Foundation
import Gestures
import Testing

/// Tests of the fingers that do not pinch. They may relax and curl while the pinch holds. The clutch distinguishes
/// this from a hand that opens.
@Suite struct CurledFingersTests {
  private static let rates = [15.0, 30, 60]

  /// Shows a closed pinch for a time. Its wrist rises by a distance. `openness` gives the other fingers' openness by
  /// the seconds since the start.
  private func hold(
    _ play: inout ClutchPlay, _ seconds: Double, from height: Float = 0, rise: Float = 0, openness: (Float) -> Float
  ) {
    let begin = play.time
    let n = Int((seconds * play.rate).rounded())
    for i in 1...n {
      play.see(0.15, height: height + rise * Float(i) / Float(n), openness: openness(Float(play.time - begin)))
    }
  }

  /// The pinch engages with relaxed fingers. They curl once and relax again.
  @Test(arguments: rates)
  func `a pinch whose fingers curl once is not dead`(rate: Double) {
    for curledFor in [0.2, 0.5, 2] {
      var play = ClutchPlay(rate: rate)
      hold(&play, 0.6) { _ in 1.5 }
      #expect(play.clutch.isEngaged)
      hold(&play, curledFor) { _ in 1 }
      hold(&play, 1.3) { _ in 1.5 }
      let before = play.clutch.value
      hold(&play, 1, rise: 1) { _ in 1.5 }
      #expect(play.clutch.grip == .fader && play.clutch.value > before + 400, "\(play.clutch.value) after \(curledFor) s")
    }
  }

  /// The fingers relax while a fader moves. It rests for at most 1.3 s, and continues from its present value.
  @Test(arguments: rates)
  func `fingers that relax while a fader moves hold it up for a moment`(rate: Double) {
    var play = ClutchPlay(rate: rate)
    play.engage()
    hold(&play, 1, rise: 1) { _ in 1 }
    hold(&play, 1.3, from: 1) { _ in 1.6 }
    let rested = play.clutch.value
    #expect(rested > 350)
    hold(&play, 0.5, from: 1, rise: 0.5) { _ in 1.6 }
    #expect(abs(play.clutch.value - rested - 300) < 25, "\(play.clutch.value) after \(rested)")
  }

  /// A single frame with curled fingers is misread. Nothing rests, and no part of the way is lost.
  @Test(arguments: rates)
  func `one frame of curled fingers is misread`(rate: Double) {
    var play = ClutchPlay(rate: rate)
    hold(&play, 0.6) { _ in 1.5 }
    var clean = play
    hold(&clean, 1, rise: 1) { _ in 1.5 }
    hold(&play, 0.5, rise: 0.5) { _ in 1.5 }
    let n = Int((rate / 2).rounded(.down))
    for i in 1...n { play.see(0.15, height: 0.5 + 0.5 * Float(i) / Float(n), openness: i == 2 ? 0.95 : 1.5) }
    #expect(clean.clutch.value > 400 && abs(play.clutch.value - clean.clutch.value) < 15, "\(play.clutch.value)")
  }

  /// The hand opens slowly while its wrist sinks. It opens at constant speed, or slowly at both ends. As after a
  /// quick opening, the value is an earlier one. It is that of 0.2 s before the fingers were `uncurled` hand sizes
  /// from where they began.
  @Test(arguments: [0.3, 1, 1.5, 2], rates)
  func `a slow opening rests and lets go`(seconds: Double, rate: Double) throws {
    for isEven in [true, false] {
      var play = ClutchPlay(rate: rate)
      play.engage()
      play.move(from: (0.15, 0), to: (0.15, 1))
      var values: [Float] = []
      var noticed: Int?
      for i in 1 - Int(rate)...Int((seconds * rate + 0.3 * rate).rounded()) {
        let x = Float(min(max(Double(i) / rate / seconds, 0), 1))
        let way = isEven ? x : x * x * (3 - 2 * x)
        let openness = 1 + 0.85 * way
        // Four fingers count as extended in the last fifth of the way.
        play.see(0.15 + 0.6 * way, height: 1 - 0.25 * way, extended: way < 0.8 ? 3 : 5, openness: openness)
        if openness > 1 + RelativeClutch.uncurled, noticed == nil { noticed = values.count }
        values.append(play.clutch.value)
      }
      #expect(!play.clutch.isEngaged)
      let at = try #require(noticed)
      let end = try #require(values.last)
      let back = Int((0.2 * rate).rounded())
      // The wrist sinks, so the earlier value is the higher one. The value does not move further. After 0.1 s it does
      // not move at all.
      #expect(end <= values[at - back - 1] + 0.01 && end >= values[at - back] - 0.01, "\(end) in \(seconds) s, evenly: \(isEven)")
      #expect(values[at...].allSatisfy { $0 >= values[at - 1] - 0.01 })
      #expect(values[(at + Int((0.1 * rate).rounded(.up)))...].allSatisfy { $0 == end })
      // A quick opening does not change the value. A slow one changes it by less than half of its 150 cents.
      #expect(values[0] - end < (seconds < 0.5 ? 0.01 : 75))
    }
  }
}

import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the gestures of whole scripts. They use the performer's true hands, without a tracker and pixels.
@Suite struct GestureEngineTests {
  @Test func `the same session gives the same result`() {
    let all = Played.frames(Scripts.demo)
    let a = Played.play(all)
    let b = Played.play(all)
    for (x, y) in zip(a, b) {
      #expect(x.control == y.control)
      #expect(x.events == y.events)
    }
  }

  @Test(arguments: [15.0, 60])
  func `the demo does the same at every frame rate`(rate: Double) {
    let output = Played.play(Played.frames(Scripts.demo, rate: rate))
    let usual = Played.play(Played.frames(Scripts.demo, rate: 30))
    for output in [output, usual] {
      let events = output.flatMap(\.events)
      let engaged = events.compactMap { if case .controlEngaged(let c) = $0 { c } else { nil } }
      #expect(engaged == [.pitch, .speed, .volume])
      #expect(events.filter { $0 == .handsAbsent }.count >= 1)
      #expect(output.flatMap(\.commands) == [.nextTrack])
      #expect(output.compactMap(\.control.player?.pitchCents).max()! > 150)
      #expect(output.compactMap(\.control.player?.speed).max()! > 1.3)
    }
    // Hands at rest give the values of 30 frames per second.
    for time in [7.0, 9.5, 15.2, 17.7, 22.4, 24.2, 29.0, 36.0] {
      let (a, b) = (Self.values(output, at: time), Self.values(usual, at: time))
      #expect(abs(a.pitchCents - b.pitchCents) < 60, "\(a.pitchCents) instead of \(b.pitchCents) cents at \(time) s")
      #expect(abs(a.speed / b.speed - 1) < 0.04, "speed \(a.speed) instead of \(b.speed) at \(time) s")
      #expect(abs(a.volume - b.volume) < 0.04, "volume \(a.volume) instead of \(b.volume) at \(time) s")
      #expect(a.pitchGrip == b.pitchGrip && a.speedGrip == b.speedGrip && a.volumeHeld == b.volumeHeld, "at \(time) s")
    }
    // Each control engages at the same time. Two frames of the slower rate are allowed.
    let (times, usualTimes) = (Self.engagements(output), Self.engagements(usual))
    #expect(times.count == usualTimes.count)
    for (a, b) in zip(times, usualTimes) { #expect(abs(a - b) < 2 / min(rate, 30) + 1e-6, "engaged at \(a) s instead of \(b) s") }
  }

  private static func values(_ output: [GestureEngine.Output], at time: Double) -> PlayerControl {
    output.last { $0.control.time <= time + 1e-6 }?.control.player ?? PlayerControl()
  }

  /// Returns the times at which controls engaged.
  private static func engagements(_ output: [GestureEngine.Output]) -> [Double] {
    output.flatMap { frame in frame.events.compactMap { if case .controlEngaged = $0 { frame.control.time } else { nil } } }
  }

  /// The hand leaves while its pinch holds the pitch. The pitch is then far from its first value.
  @Test func `the value stays when the hands are gone`() throws {
    let played = Played.frames(Scripts.demo).filter { $0.time < 7 }
    let gone = (0..<90).map { HandFrame(index: 210 + $0, time: 7 + Double($0) / 30, aspect: 4.0 / 3, hands: []) }
    let output = Played.play(played + gone)
    let held = try #require(output[played.count - 1].control.player)
    #expect(held.pitchCents > 150 && held.pitchGrip != nil, "the pitch is held at \(held.pitchCents) cents")
    for after in output.dropFirst(played.count) {
      let now = try #require(after.control.player)
      #expect(abs(now.pitchCents - held.pitchCents) < 1, "\(now.pitchCents) cents at \(after.control.time) s")
      #expect(now.speed == held.speed && now.volume == held.volume)
    }
    let last = try #require(output.last)
    #expect(last.control.player?.pitchGrip == nil && !last.control.handsPresent)
    // The demo begins in an empty room, and these hands leave once.
    #expect(output.flatMap(\.events).filter { $0 == .handsAbsent }.count == 2)
  }
}

import MIDI
import TestSupport
import Testing

/// Stamps of a sender whose packets come in bursts.
@Suite struct BLEMIDITimeTests {
  /// Ticks of 120 beats a minute, sent each 15 ms and up to 10 ms late.
  private func ticks(_ seconds: Double, rate: Double = 1, seed: UInt64 = 1) -> [(sent: Double, stamp: UInt16, arrival: Double)] {
    var random = SplitMix(seed)
    var late = 0.0, interval = -1
    return (0..<Int(seconds * 48)).map { i in
      let sent = 500 + Double(i) / 48
      let burst = Int((sent / 0.015).rounded(.up))
      if burst != interval { (interval, late) = (burst, random.unit() * 0.01) }
      return (sent, UInt16(truncatingIfNeeded: Int((sent * rate * 1000).rounded(.down)) & 8191), Double(burst) * 0.015 + late)
    }
  }

  @Test(arguments: [0.9999, 1, 1.0001]) func aClockOverBluetoothIsFollowed(_ rate: Double) throws {
    var time = BLEMIDITime()
    var follower = ClockFollower()
    var worst = 0.0, first = 0.0
    for (i, tick) in ticks(60, rate: rate).enumerated() {
      let found = time.seconds(stamp: tick.stamp, arrival: tick.arrival)
      #expect(found <= tick.arrival)
      follower.take(.tick, at: found)
      if i == 480 { first = found - tick.sent }
      if i > 480 { worst = max(worst, abs(found - tick.sent - first)) }
    }
    #expect(worst < 0.005, "the delay moves by \(worst) s, and that of the packets by 0.025")
    #expect(abs(try #require(follower.tempo) - 120) < 0.1)
  }

  @Test func aPauseAndAnotherSenderBeginAnew() {
    var time = BLEMIDITime()
    for tick in ticks(5) { _ = time.seconds(stamp: tick.stamp, arrival: tick.arrival) }
    #expect(time.seconds(stamp: 77, arrival: 900) == 900)
    #expect(abs(time.seconds(stamp: 87, arrival: 900.02) - 900.01) < 0.001, "ten milliseconds behind the one before")
    #expect(time.seconds(stamp: 5000, arrival: .infinity) == .infinity)
  }

  @Test func nonsenseIsNeverAfterItsArrival() {
    var random = SplitMix(8)
    var time = BLEMIDITime()
    var arrival = 0.0
    for _ in 0..<10_000 {
      arrival += random.unit() * (random.below(50) == 0 ? 10 : 0.01)
      let found = time.seconds(stamp: UInt16(random.below(65_536)), arrival: arrival)
      if !(found <= arrival && found > arrival - 10) { Issue.record("\(found) for \(arrival)") }
    }
  }
}

import Camera
import Testing

/// Tests of frame times on the box's clock, for any clock of a driver.
@Suite struct SensorClockTests {
  private static let day = 1_700_000_000.0

  @Test func `the box's own clock is kept`() {
    var clock = SensorClock()
    #expect(clock.moment(10, arrival: 10.05) == 10 && clock.moment(10.03, arrival: 10.5) == 10.03)
    #expect(clock.moment(nil, arrival: 10.6) == 10.6)
    let next = clock.moment(10.2, arrival: 10.7)
    #expect(abs(next - 10.601) < 1e-9, "time does not go back, and does not stand still")
  }

  /// The whole box stalled for three seconds. Later frames have the sensor's times again.
  @Test func `one frame that is late makes no other clock`() {
    var clock = SensorClock()
    #expect(clock.moment(10, arrival: 10.05) == 10)
    #expect(clock.moment(10.5, arrival: 13.5) == 13.5)
    #expect(clock.moment(13.9, arrival: 13.95) == 13.9)
  }

  @Test func `another clock is moved by its quickest frame`() {
    var clock = SensorClock()
    #expect(abs(clock.moment(Self.day, arrival: 10.1) - 10.1) < 1e-6)
    // This frame is less late than the first one and counts as immediate.
    #expect(abs(clock.moment(Self.day + 1, arrival: 11.02) - 11.02) < 1e-6)
    #expect(abs(clock.moment(Self.day + 2, arrival: 12.4) - 12.02) < 1e-6)
  }

  /// The time of day is set back by an hour, then forward by two.
  @Test func `a clock that is set does not hold up the time`() {
    var clock = SensorClock()
    #expect(abs(clock.moment(Self.day, arrival: 10) - 10) < 1e-6)
    #expect(abs(clock.moment(Self.day - 3600 + 1, arrival: 11) - 11) < 1e-6)
    #expect(abs(clock.moment(Self.day - 3600 + 2, arrival: 12) - 12) < 1e-6)
    #expect(abs(clock.moment(Self.day + 3600 + 3, arrival: 13) - 13) < 1e-6)
    #expect(abs(clock.moment(Self.day + 3600 + 4, arrival: 14.1) - 14) < 1e-6)
  }

  /// The stamp is not a time, or is far before or after the frame. The frame takes its time of arrival, and the
  /// next one has the driver's time again.
  @Test(arguments: [0, -1, .nan, .infinity, -.infinity, 1e-300, 9.99, 10, 3600, .greatestFiniteMagnitude] as [Double])
  func `a stamp that cannot be one gives way to the arrival`(stamp: Double) {
    var clock = SensorClock()
    #expect(clock.moment(10, arrival: 10.02) == 10)
    #expect(clock.moment(stamp, arrival: 10.05) == 10.05)
    _ = clock.moment(10.06, arrival: 10.08)
    #expect(clock.moment(10.1, arrival: 10.12) == 10.1)
  }

  @Test(arguments: [1e-300, 3600, 1_700_000_000, .greatestFiniteMagnitude] as [Double])
  func `the first frame with a stamp far off has its arrival`(stamp: Double) {
    var clock = SensorClock()
    #expect(clock.moment(stamp, arrival: 100) == 100)
  }

  @Test func `a stamp that stands still does not hold up the time`() {
    var clock = SensorClock()
    #expect(clock.moment(10, arrival: 10.02) == 10)
    for i in 1...200 {
      let arrival = 10.02 + Double(i) / 30
      #expect(clock.moment(10, arrival: arrival) == arrival)
    }
  }

  /// With any stamps, time never goes back and is never after the arrival. It is at most two seconds before the
  /// arrival.
  @Test func `garbage never hurts`() {
    var clock = SensorClock()
    var seed: UInt64 = 3
    var arrival = 100.0
    var last = -Double.infinity
    for round in 0..<5000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      arrival += 1.0 / 30
      let stamps: [Double?] = [
        nil, 0, -5, .nan, .infinity, .greatestFiniteMagnitude, arrival - 0.02, arrival - 0.03, arrival + 3600, arrival + 0.5,
        Self.day + arrival,
        arrival - 1.5,
      ]
      let time = clock.moment(stamps[Int(seed >> 33) % stamps.count], arrival: arrival)
      #expect(time > last && time <= arrival && time >= arrival - 2.001, "round \(round): \(time) at \(arrival)")
      last = time
    }
  }
}

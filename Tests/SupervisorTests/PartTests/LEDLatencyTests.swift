import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

/// Delays from LEDs to frames: LEDs and cameras in software, joined with known delays.
@Suite struct LEDLatencyTests {
  /// A camera that sees LEDs in one cell of twelve.
  struct LEDCamera: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Seconds from one frame to the next.
    var period = 1.0 / 30
    /// Seconds of exposure.
    var exposure = 0.01
    /// Seconds from the end of the exposure to the capture time.
    var stamping = 0.005
    /// Brightness of the cell with dark and with lit LEDs, 0...255.
    var levels = 40.0...160
    /// Largest noise of a cell.
    var noise = 1.0
    /// Each n-th frame is dropped; 0 drops none.
    var drops = 0
    /// Seconds from the first switch in which a waving hand brightens the cell.
    var hand = 0.0..<0

    init(_ description: String, _ change: (inout LEDCamera) -> Void = { _ in }) {
      testDescription = description
      change(&self)
    }
  }

  private static let cameras: [LEDCamera] = [
    LEDCamera("usual"), LEDCamera("15 frames/s and a long exposure") { ($0.period, $0.exposure) = (1.0 / 15, 0.06) },
    LEDCamera("60 frames/s") { ($0.period, $0.exposure, $0.stamping) = (1.0 / 60, 0.004, 0.012) },
    LEDCamera("stamps the begin of the exposure") { ($0.exposure, $0.stamping) = (0.02, -0.02) },
    LEDCamera("drops each seventh frame") { $0.drops = 7 }, LEDCamera("a weak LED in a bright room") { $0.levels = 90...98 },
    LEDCamera("strong noise") { $0.noise = 8 },
  ]

  /// Feeds a measurement with the switches and frames of a camera.
  /// - Returns: the measurement, and the delay of each measured switch in seconds.
  private func measure(_ camera: LEDCamera, seed: UInt64) throws(Failure) -> (latency: LEDLatency, delays: [Double]) {
    var random = SplitMix(seed)
    let begin = 100.0
    var now = begin
    var times: [Double] = []
    for number in 0..<LEDLatency.total {
      // A switch in the very middle of an exposure would belong to either frame.
      let phase = (now - begin).truncatingRemainder(dividingBy: camera.period)
      if abs(phase - camera.exposure / 2) < 0.1 * camera.exposure { now += 0.2 * camera.exposure }
      times.append(now)
      now += LEDLatency.pause(after: number) + 0.01 * random.unit()
    }
    let frames = (0..<Int((now - begin) / camera.period)).filter { camera.drops == 0 || $0 % camera.drops != 3 }.map {
      let start = begin + Double($0) * camera.period
      return (start: start, stamp: start + camera.exposure + camera.stamping)
    }
    var latency = LEDLatency()
    var next = 0
    for (number, time) in times.enumerated() {
      latency.switched(number.isMultiple(of: 2), at: time)
      let end = number + 1 < times.count ? times[number + 1] : now
      while next < frames.count, frames[next].stamp < end {
        let (start, stamp) = frames[next]
        var light = (0..<12).map { _ in 90 + camera.noise * (2 * random.unit() - 1) }
        let share = Self.litSeconds(times, start, start + camera.exposure) / camera.exposure
        light[7] += camera.levels.lowerBound - 90 + (camera.levels.upperBound - camera.levels.lowerBound) * share
        if camera.hand.contains(stamp - begin), Int(stamp * 7).isMultiple(of: 2) { light[7] += 100 }
        latency.add(light.map { Float($0) }, at: stamp)
        next += 1
      }
      if number == LEDLatency.searches - 1 { try latency.findLEDs() }
    }
    let delays = times.dropFirst(LEDLatency.searches + 1).compactMap { time in
      frames.first { $0.start + camera.exposure / 2 >= time }.map { $0.stamp - time }
    }
    return (latency, delays)
  }

  /// Returns the seconds of an exposure in which the LEDs are lit.
  private static func litSeconds(_ switches: [Double], _ start: Double, _ end: Double) -> Double {
    stride(from: 0, to: switches.count, by: 2).reduce(0) { sum, index in
      let off = index + 1 < switches.count ? switches[index + 1] : .infinity
      return sum + max(0, min(end, off) - max(start, switches[index]))
    }
  }

  private func failure(_ camera: LEDCamera) -> Failure? {
    do throws(Failure) { _ = try measure(camera, seed: 1).latency.quantiles() } catch { return error }
    return nil
  }

  @Test(arguments: cameras, [1, 2, 3] as [UInt64])
  func `each delay is right within 2 ms`(camera: LEDCamera, seed: UInt64) throws {
    let (latency, known) = try measure(camera, seed: seed)
    let delays = latency.delays
    #expect(delays.count == LEDLatency.measured && known.count == delays.count)
    for (delay, right) in zip(delays, known) { #expect(abs(delay - right) < 0.002, "\(delay) is not \(right)") }
    let sorted = known.sorted().map { 1000 * $0 }
    let figures = try latency.quantiles()
    #expect(figures.count == 40 && abs(figures.p50 - sorted[19]) < 2 && abs(figures.p95 - sorted[37]) < 2)
    #expect(abs(figures.p99 - sorted[39]) < 2 && figures.p99 == figures.max)
  }

  @Test func `the switches spread over a frame's period`() {
    for rate in [15.0, 25, 30, 60] {
      var time = 0.0
      var tenths: Set<Int> = []
      for number in 0..<LEDLatency.total {
        tenths.insert(Int(10 * (time * rate).truncatingRemainder(dividingBy: 1)))
        time += LEDLatency.pause(after: number)
      }
      #expect(tenths.count == 10 && time < 35, "\(rate)")
    }
  }

  @Test func `switches behind a waving hand are left out, and too many are refused`() throws {
    let (latency, known) = try measure(LEDCamera("for 4 s") { $0.hand = 10..<14 }, seed: 1)
    let delays = latency.delays
    #expect((30..<40).contains(delays.count))
    for delay in delays { #expect(known.contains { abs($0 - delay) < 0.002 }) }
    #expect(try latency.quantiles().count == delays.count)
    let refusal = failure(LEDCamera("always") { $0.hand = 8..<100 })
    #expect(refusal?.reason.hasSuffix("of 40 switches were seen") == true && refusal?.remedy.contains("out of the camera's view") == true)
  }

  @Test func `LEDs that do not show are refused with a remedy`() {
    for camera in [
      LEDCamera("out of the view") { $0.levels = 90...90 }, LEDCamera("in the sun") { ($0.levels, $0.noise) = (254...255, 0) },
    ] {
      #expect(failure(camera)?.remedy.hasPrefix("point it at the LEDs") == true, "\(camera)")
    }
    let slow = failure(LEDCamera("2 frames/s") { $0.period = 0.5 })
    #expect(slow == Failure("the camera delivers too few frames", remedy: "run gfctl test camera and do what it says"))
  }

  @Test func `frames of another size are left out`() throws {
    var latency = LEDLatency()
    for number in 0..<LEDLatency.searches + 3 {
      if number == LEDLatency.searches { try latency.findLEDs() }
      let isOn = number.isMultiple(of: 2)
      latency.switched(isOn, at: Double(number))
      for frame in 0..<10 {
        let time = Double(number) + Double(frame) / 10
        latency.add([10, isOn ? 90 : 20], at: time + 0.02)
        latency.add([200], at: time + 0.04)
      }
    }
    // The first switch after the search is not measured.
    let delays = latency.delays
    #expect(delays.count == 2)
    for delay in delays { #expect(abs(delay - 0.02) < 0.001) }
  }
}

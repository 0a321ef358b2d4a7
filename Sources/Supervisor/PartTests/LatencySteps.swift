import Camera
import GestureFlowAPI
import Panel
import Synchronization

/// The measurement of `gfctl latency`, on the thread of a test.
extension PartTester {
  /// Seconds that the panel may take to switch its LEDs.
  private static let panelPatience = 1.0

  /// Switches all LEDs together. The box does not know which of them the camera sees.
  func measureLatency() -> Failure? {
    state.withLock { $0.ledToFrame = nil }
    let leds = panel.loop.usableLEDs
    if leds.isEmpty { return Self.lineless("LED") }
    _ = takeFrames(true)
    defer {
      panel.loop.tested = nil
      _ = takeFrames(false)
    }
    // All are dark before the first switch.
    panel.loop.tested = []
    publish("test", "the LEDs blink for half a minute: the camera must see one of them, and nothing may move before it")
    wait(0.2)
    var latency = LEDLatency()
    do throws(Failure) {
      for number in 0..<LEDLatency.total where !isEnded {
        try blink(number.isMultiple(of: 2) ? leds : [], for: LEDLatency.pause(after: number), &latency)
        if number == LEDLatency.searches - 1, !isEnded {
          try latency.findLEDs()
          publish("test", "an LED is seen: \(LEDLatency.measured) switches are measured")
        }
      }
      if isEnded { return nil }
      let figures = try latency.quantiles()
      state.withLock { $0.ledToFrame = figures }
      return nil
    } catch { return error }
  }

  /// Lights some LEDs and takes the frames of a while.
  private func blink(_ leds: Set<LED>, for seconds: Double, _ latency: inout LEDLatency) throws(Failure) {
    let begin = now()
    panel.loop.tested = leds
    while panel.loop.switchedAt < begin {
      if let panelProblem { throw panelProblem }
      if isEnded { return }
      guard now() - begin < Self.panelPatience else {
        throw Failure("the panel does not switch its LEDs", remedy: "run gfctl test leds")
      }
      pause(Self.step, ending)
    }
    latency.switched(!leds.isEmpty, at: panel.loop.switchedAt)
    while now() < begin + seconds, !isEnded {
      pause(min(Self.step, max(begin + seconds - now(), 0.001)), ending)
      guard let frames = takeFrames(true) else { throw Failure("the camera delivers no frames", remedy: "run gfctl doctor") }
      for frame in frames { latency.add(FrameCells(of: frame).light, at: frame.time) }
    }
  }
}

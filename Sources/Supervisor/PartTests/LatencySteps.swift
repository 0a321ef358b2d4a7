import Camera
import GestureFlowAPI
import Panel
import Sound
import Synchronization

/// The measurement of `gfctl latency`, on the thread of a test.
extension PartTester {
  /// Seconds that the panel may take to switch its LEDs.
  private static let panelPatience = 1.0

  /// Measures the delays of the frames, then those of the sound.
  func measureLatency() -> Failure? {
    if let failure = measureLEDs() { return failure }
    if !isEnded { measureSound() }
    return nil
  }

  /// Switches all LEDs together. The box does not know which of them the camera sees.
  private func measureLEDs() -> Failure? {
    state.withLock { ($0.ledToFrame, $0.levelsToSound) = (nil, nil) }
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

  /// Plays clicks and finds them in what a card records. Without a cable or a microphone this stage stays unmeasured.
  private func measureSound() {
    guard let openInput else { return }
    do throws(Failure) {
      let input = try openInput()
      publish("test", "the box clicks for a quarter of a minute, and the input of '\(input.name)' must hear it")
      var latency = SoundLatency()
      // The voice waits meanwhile.
      let failure: Failure? = engine.speech.hold { push -> Failure? in click(push, input, &latency) }
      if let failure { throw failure }
      if isEnded { return }
      let figures = try latency.quantiles()
      state.withLock { $0.levelsToSound = figures }
    } catch { publish("test", "the way to the sound is not measured, because \(error)") }
  }

  /// Plays all clicks and records meanwhile.
  /// - Parameter push: adds a frame to the sound of the box.
  private func click(_ push: (Float, Float) -> Bool, _ input: any SoundInput, _ latency: inout SoundLatency) -> Failure? {
    do throws(Failure) {
      // Sound before the first click shows the usual noise.
      try record(input, for: 0.3, &latency)
      for number in 0..<SoundLatency.clicks where !isEnded {
        let begin = now()
        guard SoundLatency.click.allSatisfy({ push($0, $0) }) else {
          throw Failure("the sound card has stopped taking sound", remedy: "check its plug, and run gfctl doctor")
        }
        latency.clicked(at: begin)
        try record(input, for: SoundLatency.pause(after: number), &latency)
      }
      return nil
    } catch { return error }
  }

  /// Takes the recorded sound of a while.
  private func record(_ input: any SoundInput, for seconds: Double, _ latency: inout SoundLatency) throws(Failure) {
    let end = now() + seconds
    while now() < end, !isEnded {
      pause(min(Self.step, max(end - now(), 0.001)), ending)
      let (samples, time) = try input.read()
      latency.add(samples, at: time)
    }
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

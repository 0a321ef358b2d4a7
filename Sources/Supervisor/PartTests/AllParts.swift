import GestureFlowAPI
import Panel
import Synchronization

/// Tests all parts one after another, for a person without a screen.
///
/// Tones and LEDs announce each test by its number and tell its result. Notices name the problems.
extension PartTester {
  /// Seconds in which presses belong to these tests. They take less, even if each waits for its longest time.
  package static let allSeconds = 120.0
  /// Seconds of waiting for the end of the boot.
  package static let bootSeconds = 30.0
  /// Seconds of waiting for a hand.
  package static let handSeconds = 10.0
  /// Seconds after the end of the boot, for its tone.
  private static let bootTone = 1.0
  /// Seconds from one tone of a number to the next.
  private static let beat = 0.35
  /// The tests in their order. Nil is the camera: `gfctl test camera` judges it by the status.
  private static let order: [PartTest?] = [.speaker, .leds, .buttons, nil, .midi]

  /// Whether the tests of all parts run. Tones and words of other events wait meanwhile.
  var testsAll: Bool { state.withLock { $0.testsAll } }

  /// Begins the tests of all parts. Never waits for them.
  /// - Parameters:
  ///   - isBooted: whether the boot is over. The tests wait for it.
  ///   - problems: returns the present problems of the box.
  ///   - advice: returns the present advice for the person before the camera.
  ///   - run: runs the tests on a thread that may wait; false if they will not run.
  /// - Throws: `Problem` if another test runs.
  package func startAll(
    isBooted: @escaping @Sendable () -> Bool, problems: @escaping @Sendable () -> [PartStatus],
    advice: @escaping @Sendable () -> Advice, run: (@escaping @Sendable () -> Void) -> Bool
  ) throws(Problem) {
    try begin(nil, takesFor: Self.allSeconds, run) { [self] in
      defer { panel.loop.tested = nil }
      let until = now() + Self.bootSeconds
      while !isBooted(), now() < until, !isEnded { pause(Self.step, ending) }
      wait(Self.bootTone)
      return testAll(problems, advice)
    }
  }

  /// - Returns: all problems in one; nil without any.
  private func testAll(_ problems: () -> [PartStatus], _ advice: () -> Advice) -> Failure? {
    var failures: [String] = []
    for (index, test) in Self.order.enumerated() where !isEnded {
      // Most boxes have no MIDI device, and that is not a fault.
      if test == .midi, !hasMIDI { continue }
      announce(index + 1)
      state.withLock { ($0.running, $0.pressed) = (test, []) }
      let known = problems()
      let failure: Failure? = if let test { refusal(of: test, known) ?? perform(test) } else { waitForHand(known, advice) }
      state.withLock { $0.running = nil }
      if isEnded { break }
      if let failure {
        let text = "test of \(test?.rawValue ?? "camera"): \(failure)"
        failures.append(text)
        notice(text)
      }
      show(isPassed: failure == nil)
    }
    return failures.isEmpty ? nil : Failure(failures.joined(separator: "; "))
  }

  /// Tells the number of a test, by as many LEDs and tones. The LEDs stay lit until the test uses them.
  private func announce(_ number: Int) {
    panel.loop.tested = Set(LED.allCases.prefix(number))
    for _ in 0..<number where !isEnded {
      sound(.testBegins)
      wait(Self.beat)
    }
    wait(2 * Self.beat)
  }

  /// Tells the result of a test: all LEDs are lit, or blink.
  private func show(isPassed: Bool) {
    sound(isPassed ? .testPassed : .testFailed)
    for isDark in [false, !isPassed, false, !isPassed] where !isEnded {
      panel.loop.tested = isDark ? [] : Set(LED.allCases)
      wait(Self.beat)
    }
  }

  /// Waits until a hand is seen well. The hands LED is lit while one is seen at all.
  private func waitForHand(_ problems: [PartStatus], _ advice: () -> Advice) -> Failure? {
    publish("test", "hold up an open hand before the camera")
    let until = now() + Self.handSeconds
    while true {
      let seen = advice()
      guard let failure = seen.failure else { return nil }
      if seen == .noFrames, let known = Self.known("camera", problems) { return known }
      if now() >= until || isEnded { return failure }
      panel.loop.tested = seen.isOnPlace ? [.hands] : []
      wait(5 * Self.step)
    }
  }
}

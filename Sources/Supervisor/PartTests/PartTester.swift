import Camera
import Foundation
import GestureFlowAPI
import MIDI
import Panel
import Realtime
import Sound
import Synchronization

/// Runs tests that a person follows by ear and eye, one at a time.
///
/// Event `test` tells each step. Event `testEnded` tells the end: it is empty, or the problem with its remedy.
package final class PartTester: Sendable {
  struct State {
    /// The test that runs; nil without one.
    var running: PartTest?
    /// Whether the test must end.
    var isEnded = false
    /// Given when the test must end: wakes its thread.
    var ending = ClosingSignal()
    /// Whether the box goes down.
    var isStopped = false
    /// Presses that begin before this time belong to the test of the buttons. In seconds of `Clock`.
    var takesUntil = -Double.infinity
    /// Buttons pressed in this test.
    var pressed: Set<Button> = []
    /// Buttons whose last click belongs to the test, and so does a second one that makes it a double click.
    var swallowed: Set<Button> = []
    /// From LEDs to frames, by the last measurement that was completed.
    var ledToFrame: Quantiles?
  }

  /// Seconds of the test of the buttons.
  package static let buttonSeconds = 20.0
  /// Seconds of waiting for MIDI messages.
  package static let listenSeconds = 5.0
  /// Seconds between two looks at what happens.
  static let step = 0.05

  let engine: SoundEngine
  let panel: PanelPart
  private let midi: MIDIPart?
  private let isPlaying: @Sendable () -> Bool
  let takeMIDI: @Sendable (Bool) -> [MIDIMessage]
  let takeFrames: @Sendable (Bool) -> [Frame]?
  let publish: @Sendable (_ type: String, _ value: String) -> Void
  let pause: @Sendable (_ seconds: Double, _ ending: ClosingSignal) -> Void
  let now: @Sendable () -> Double
  let state = Mutex(State())

  /// Makes a tester without a running test.
  /// - Parameters:
  ///   - midi: nil in a free run.
  ///   - isPlaying: whether a sink requests sound.
  ///   - takeMIDI: returns incoming messages since its last call; the argument tells whether to keep those that follow.
  ///   - takeFrames: returns the frames since its last call, nil without a camera; the argument is that of `takeMIDI`.
  ///   - publish: publishes an event.
  ///   - pause: waits for some seconds, or until the test must end; replaced in tests.
  ///   - now: seconds of `Clock`; replaced in tests.
  package init(
    _ engine: SoundEngine, _ panel: PanelPart, _ midi: MIDIPart?, isPlaying: @escaping @Sendable () -> Bool,
    takeMIDI: @escaping @Sendable (Bool) -> [MIDIMessage], takeFrames: @escaping @Sendable (Bool) -> [Frame]? = { _ in nil },
    publish: @escaping @Sendable (_ type: String, _ value: String) -> Void,
    pause: @escaping @Sendable (_ seconds: Double, _ ending: ClosingSignal) -> Void = { _ = $1.wait(upTo: $0) },
    now: @escaping @Sendable () -> Double = { Clock.seconds }
  ) {
    (self.engine, self.panel, self.midi) = (engine, panel, midi)
    (self.isPlaying, self.takeMIDI, self.takeFrames, self.publish) = (isPlaying, takeMIDI, takeFrames, publish)
    (self.pause, self.now) = (pause, now)
  }

  /// Begins a test, or ends the running one. Never waits for it.
  /// - Parameters:
  ///   - problems: present problems of the box.
  ///   - run: runs the test on a thread that may wait; false if it will not run.
  /// - Returns: what was done.
  /// - Throws: `Problem` if another test runs, or if the part does not work.
  package func start(
    _ test: PartTest, problems: [PartStatus], run: (@escaping @Sendable () -> Void) -> Bool
  ) throws(Problem) -> String {
    if test == .end { return end() }
    if let failure = refusal(of: test, problems) { throw .refused("\(failure)") }
    let begin = now()
    let (other, isStopped): (PartTest?, Bool) = state.withLock { state in
      if state.isStopped || state.running != nil { return (state.running, state.isStopped) }
      (state.running, state.isEnded, state.ending, state.pressed) = (test, false, ClosingSignal(), [])
      if test == .buttons { state.takesUntil = begin + Self.buttonSeconds }
      return (nil, false)
    }
    if isStopped { throw .busy("the box goes down: try again after its start") }
    if let other { throw .refused("the test of \(other.rawValue) runs: wait for its end, or run gfctl test end") }
    guard run({ [self] in carryOut(test) }) else {
      finish()
      throw .busy("too many commands wait: try again later")
    }
    return "done"
  }

  /// From the switch of an LED to a frame's capture; nil before `gfctl latency` has measured it.
  package var ledToFrame: Quantiles? { state.withLock { $0.ledToFrame } }

  /// Ends the running test, and begins no other. Does not wait for it.
  package func stop() {
    let ending = state.withLock { state in
      (state.isEnded, state.isStopped) = (true, true)
      return state.ending
    }
    ending.signal()
  }

  /// Takes a press during the test of the buttons; it must then have no effect. Never waits.
  /// - Returns: whether it belongs to the test.
  package func takes(_ event: ButtonEvent) -> Bool {
    let press: (buttons: [Button], kind: String) =
      switch event.action {
      case .click(let button): ([button], "pressed")
      case .hold(let button): ([button], "held")
      case .prevAndNext: ([.prev, .next], "pressed")
      // A count-in that its button ends before the time.
      case .countIn(let button, nil): ([button], "pressed")
      case .doubleClick, .longHold, .countIn: ([], "")
      }
    let (isTaken, isShown): (Bool, Bool) = state.withLock { state in
      guard event.down < state.takesUntil else { return (Self.completes(event, &state.swallowed), false) }
      state.pressed.formUnion(press.buttons)
      if case .click(let button) = event.action { state.swallowed.insert(button) }
      return (true, state.running == .buttons)
    }
    if isShown { for button in press.buttons { publish("test", "\(button.rawValue.uppercased()) is \(press.kind)") } }
    return isTaken
  }

  /// Returns whether a press after the test completes a double click that began in it.
  private static func completes(_ event: ButtonEvent, _ swallowed: inout Set<Button>) -> Bool {
    switch event.action {
    case .click(let button):
      if event.isSecond { return swallowed.contains(button) }
      swallowed.remove(button)
      return false
    case .doubleClick(let button): return swallowed.remove(button) != nil
    case .hold, .longHold, .prevAndNext, .countIn: return false
    }
  }

  private func end() -> String {
    let (running, ending) = state.withLock { state in
      state.isEnded = true
      return (state.running, state.ending)
    }
    ending.signal()
    return running.map { "the test of \($0.rawValue) ends" } ?? "no test runs"
  }

  /// Returns the reason why a test cannot begin.
  private func refusal(of test: PartTest, _ problems: [PartStatus]) -> Failure? {
    func known(_ part: String) -> Failure? {
      problems.first { $0.name == part }.map { Failure($0.reason ?? "it does not work", remedy: $0.remedy ?? "run gfctl doctor") }
    }
    switch test {
    case .speaker where !isPlaying():
      return known("sound") ?? Failure("no sound card plays", remedy: "plug one in, and run gfctl doctor")
    case .leds, .buttons, .latency:
      if let failure = panelProblem { return failure }
      return panel.loop.grant == nil ? known("panel") ?? Failure("the panel has not started", remedy: "try again in a moment") : nil
    case .midi where midi?.status.ports.contains(where: \.connected) != true:
      return Failure("no MIDI port is connected", remedy: "plug a device in, or run gfctl midi ports and gfctl midi connect NAME")
    case .speaker, .midi, .end: return nil
    }
  }

  /// The problem of the whole panel; nil if it works.
  var panelProblem: Failure? {
    switch panel.condition {
    case .off(let why):
      Failure("the panel is off (\(why))", remedy: "connect one, or run gfctl config set panel.enabled true and restart the box")
    case .failed(let failure), .lost(let failure): failure
    case .starting, .running, .degraded, .missing: nil
    }
  }

  // MARK: - On the thread of the test

  var isEnded: Bool { state.withLock { $0.isEnded } }

  var ending: ClosingSignal { state.withLock { $0.ending } }

  private func carryOut(_ test: PartTest) {
    let failure: Failure? =
      switch test {
      case .speaker: playSides()
      case .leds: lightAll()
      case .buttons: waitForButtons()
      case .midi: midi.flatMap { playScale(on: $0) }
      case .latency: measureLatency()
      case .end: nil
      }
    finish()
    publish("testEnded", failure.map { "\($0)" } ?? "")
  }

  private func finish() {
    let time = now()
    state.withLock { ($0.running, $0.takesUntil) = (nil, min($0.takesUntil, time)) }
  }

  /// Waits, unless the test must end.
  func wait(_ seconds: Double) {
    let end = now() + seconds
    while now() < end, !isEnded { pause(end - now(), ending) }
  }
}

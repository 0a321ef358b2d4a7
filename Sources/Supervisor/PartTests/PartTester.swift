import Camera
import Foundation
import GestureFlowAPI
import MIDI
import Modes
import Panel
import Realtime
import Sound
import Synchronization

/// Runs tests that a person follows by ear and eye. One test runs at a time.
///
/// Event `test` tells each step. Event `testEnded` tells the end: it is empty, or the problem with its remedy.
package final class PartTester: Sendable {
  struct State {
    /// The test that runs; nil without one.
    var running: PartTest?
    /// Whether the tests of all parts run.
    var testsAll = false
    /// Whether the test must end.
    var isEnded = false
    /// Given when the test must end: wakes its thread.
    var ending = ClosingSignal()
    /// Whether the box goes down.
    var isStopped = false
    /// Presses that begin before this time belong to the test. In seconds of `Clock`.
    var takesUntil = -Double.infinity
    /// Buttons pressed in this test.
    var pressed: Set<Button> = []
    /// Buttons whose last click belongs to the test. A second click that makes it a double click belongs to it, too.
    var swallowed: Set<Button> = []
    /// From LEDs to frames, by the last measurement that was completed.
    var ledToFrame: Quantiles?
    /// From levels to recorded sound, by the last successful measurement.
    var levelsToSound: Quantiles?

    /// Name of what runs; nil if nothing does.
    var name: String? { testsAll ? "all parts" : running?.rawValue }
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
  let openInput: (@Sendable () throws(Failure) -> any SoundInput)?
  let publish: @Sendable (_ type: String, _ value: String) -> Void
  let sound: @Sendable (Signal) -> Void
  let notice: @Sendable (String) -> Void
  let pause: @Sendable (_ seconds: Double, _ ending: ClosingSignal) -> Void
  let now: @Sendable () -> Double
  let state = Mutex(State())

  /// Makes a tester without a running test.
  /// - Parameters:
  ///   - midi: nil in a free run.
  ///   - isPlaying: whether a sink requests sound.
  ///   - takeMIDI: returns incoming messages since its last call; the argument tells whether to keep those that follow.
  ///   - takeFrames: returns the frames since its last call, nil without a camera; the argument is that of `takeMIDI`.
  ///   - openInput: opens a card that records; nil leaves the way to the sound unmeasured.
  ///   - publish: publishes an event.
  ///   - sound: plays the tone of an event now.
  ///   - notice: logs a sentence for the owner.
  ///   - pause: waits for some seconds, or until the test must end; replaced in tests.
  ///   - now: seconds of `Clock`; replaced in tests.
  package init(
    _ engine: SoundEngine, _ panel: PanelPart, _ midi: MIDIPart?, isPlaying: @escaping @Sendable () -> Bool,
    takeMIDI: @escaping @Sendable (Bool) -> [MIDIMessage], takeFrames: @escaping @Sendable (Bool) -> [Frame]? = { _ in nil },
    openInput: (@Sendable () throws(Failure) -> any SoundInput)? = nil,
    publish: @escaping @Sendable (_ type: String, _ value: String) -> Void,
    sound: @escaping @Sendable (Signal) -> Void = { _ in }, notice: @escaping @Sendable (String) -> Void = { _ in },
    pause: @escaping @Sendable (_ seconds: Double, _ ending: ClosingSignal) -> Void = { _ = $1.wait(upTo: $0) },
    now: @escaping @Sendable () -> Double = { Clock.seconds }
  ) {
    (self.engine, self.panel, self.midi) = (engine, panel, midi)
    (self.isPlaying, self.takeMIDI, self.takeFrames, self.publish) = (isPlaying, takeMIDI, takeFrames, publish)
    self.openInput = openInput
    (self.sound, self.notice, self.pause, self.now) = (sound, notice, pause, now)
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
    try begin(test, takesFor: test == .buttons ? Self.buttonSeconds : nil, run) { [self] in perform(test) }
    return "done"
  }

  /// Begins a test, or the tests of all parts. Never waits for them.
  /// - Parameters:
  ///   - test: nil for all parts.
  ///   - seconds: time in which presses belong to the test; nil without it.
  ///   - run: see `start`.
  ///   - work: the test; returns its problem. It runs on a thread that may wait.
  func begin(
    _ test: PartTest?, takesFor seconds: Double?, _ run: (@escaping @Sendable () -> Void) -> Bool,
    _ work: @escaping @Sendable () -> Failure?
  ) throws(Problem) {
    let begin = now()
    let (other, isStopped): (String?, Bool) = state.withLock { state in
      if state.isStopped || state.name != nil { return (state.name, state.isStopped) }
      (state.running, state.testsAll, state.isEnded, state.ending, state.pressed) = (test, test == nil, false, ClosingSignal(), [])
      if let seconds { state.takesUntil = begin + seconds }
      return (nil, false)
    }
    if isStopped { throw .busy("the box goes down: try again after its start") }
    if let other { throw .refused("the test of \(other) runs: wait for its end, or run gfctl test end") }
    let isTaken = run { [self] in
      let failure = work()
      finish()
      publish("testEnded", failure.map { "\($0)" } ?? "")
    }
    guard isTaken else {
      finish()
      throw .busy("too many commands wait: try again later")
    }
  }

  /// Time from the switch of an LED to a frame's capture. Nil before `gfctl latency` has measured it.
  package var ledToFrame: Quantiles? { state.withLock { $0.ledToFrame } }

  /// Time from the levels to the recorded sound. Nil before `gfctl latency` has heard clicks of the box.
  package var levelsToSound: Quantiles? { state.withLock { $0.levelsToSound } }

  /// Ends the running test, and begins no other. Does not wait for it.
  package func stop() {
    let ending = state.withLock { state in
      (state.isEnded, state.isStopped) = (true, true)
      return state.ending
    }
    ending.signal()
  }

  /// Takes a press during the test of the buttons or all parts. It must then have no effect. PLAY ends the tests of all
  /// parts; in that of the buttons its second press does. Never waits.
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
    let (isTaken, isShown, isHeard, ending): (Bool, Bool, Bool, ClosingSignal?) = state.withLock { state in
      guard event.down < state.takesUntil else { return (Self.completes(event, &state.swallowed), false, false, nil) }
      let isShown = state.running == .buttons
      let ends = state.testsAll && press.buttons.contains(.play) && (!isShown || state.pressed.contains(.play))
      if ends { state.isEnded = true }
      state.pressed.formUnion(press.buttons)
      if case .click(let button) = event.action { state.swallowed.insert(button) }
      return (true, isShown, isShown && state.testsAll, ends ? state.ending : nil)
    }
    if isShown { for button in press.buttons { publish("test", "\(button.rawValue.uppercased()) is \(press.kind)") } }
    if isHeard, !press.buttons.isEmpty { sound(.testBegins) }
    ending?.signal()
    return isTaken
  }

  /// Returns whether a press after the test completes a double click. The double click began in the test.
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
    let (name, ending) = state.withLock { state in
      state.isEnded = true
      return (state.name, state.ending)
    }
    ending.signal()
    return name.map { "the test of \($0) ends" } ?? "no test runs"
  }

  /// Returns the reason why a test cannot begin.
  func refusal(of test: PartTest, _ problems: [PartStatus]) -> Failure? {
    switch test {
    case .speaker where !isPlaying():
      return Self.known("sound", problems) ?? Failure("no sound card plays", remedy: "plug one in, and run gfctl doctor")
    case .leds, .buttons, .latency:
      if let failure = panelProblem { return failure }
      return panel.loop.grant == nil
        ? Self.known("panel", problems) ?? Failure("the panel has not started", remedy: "try again in a moment") : nil
    case .midi where !hasMIDI:
      return Failure("no MIDI port is connected", remedy: "plug a device in, or run gfctl midi ports and gfctl midi connect NAME")
    case .speaker, .midi, .end: return nil
    }
  }

  /// The present problem of a part; nil without one.
  static func known(_ part: String, _ problems: [PartStatus]) -> Failure? {
    problems.first { $0.name == part }.map { Failure($0.reason ?? "it does not work", remedy: $0.remedy ?? "run gfctl doctor") }
  }

  /// Whether a MIDI port is connected.
  var hasMIDI: Bool { midi?.status.ports.contains(where: \.connected) == true }

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

  /// Runs the steps of a test.
  func perform(_ test: PartTest) -> Failure? {
    switch test {
    case .speaker: playSides()
    case .leds: lightAll()
    case .buttons: waitForButtons()
    case .midi: midi.flatMap { playScale(on: $0) }
    case .latency: measureLatency()
    case .end: nil
    }
  }

  private func finish() {
    let time = now()
    state.withLock { ($0.running, $0.testsAll, $0.takesUntil) = (nil, false, min($0.takesUntil, time)) }
  }

  /// Waits, unless the test must end.
  func wait(_ seconds: Double) {
    let end = now() + seconds
    while now() < end, !isEnded { pause(end - now(), ending) }
  }
}

import Foundation
import GestureFlowAPI
import Modes
import Panel
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The tests of all parts for a person without a screen, by a clock that goes only in their pauses.
@Suite struct AllPartsTests {
  /// The panel, the sound and everything that a person notices.
  private final class World: Sendable {
    private struct State {
      var now = 0.0
      var events: [(type: String, value: String)] = []
      var sounds: [(signal: Signal, time: Double, lit: Set<LED>?)] = []
      var notices: [String] = []
      var onPause: @Sendable () -> Void = {}
    }
    let lines = PanelLines()
    let panel: PanelPart
    private let engine = SoundEngine(volume: 1)
    private let state = Mutex(State())

    init() throws {
      panel = PanelPart(lines, configuration: Configuration()) { _ in }
      try panel.start()
    }

    var now: Double { state.withLock { $0.now } }
    var steps: [String] { state.withLock { $0.events.filter { $0.type == "test" }.map { $0.value } } }
    var ends: [String] { state.withLock { $0.events.filter { $0.type == "testEnded" }.map { $0.value } } }
    var sounds: [Signal] { state.withLock { $0.sounds.map { $0.signal } } }
    var results: [Signal] { sounds.filter { $0 != .testBegins } }
    /// Time of the first tone.
    var begun: Double? { state.withLock { $0.sounds.first?.time } }
    /// LEDs that were lit at each tone.
    var lit: [Set<LED>?] { state.withLock { $0.sounds.map { $0.lit } } }
    var notices: [String] { state.withLock { $0.notices } }
    func onPause(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.onPause = act } }

    func makeTester() -> PartTester {
      PartTester(
        engine, panel, nil, isPlaying: { true }, takeMIDI: { _ in [] },
        publish: { type, value in self.state.withLock { $0.events.append((type, value)) } },
        sound: { signal in
          let lit = self.panel.loop.tested
          self.state.withLock { $0.sounds.append((signal, $0.now, lit)) }
        }, notice: { text in self.state.withLock { $0.notices.append(text) } },
        pause: { seconds, _ in self.pause(seconds) }, now: { self.now })
    }

    private func pause(_ seconds: Double) {
      // The speakers' test comes first. It needs an engine that takes its tone.
      if sounds.count == 1 {
        var block = [Float](repeating: 0, count: 2 * SoundFormat.block)
        let blocks = Int((seconds * Double(SoundFormat.rate / SoundFormat.block)).rounded(.up))
        for _ in 0..<blocks { engine.rtRender(&block) }
      }
      let act: @Sendable () -> Void = state.withLock { state in
        state.now += seconds
        return state.onPause
      }
      act()
    }

    /// Presses each button once in the test of the buttons.
    func pressAll(_ tester: PartTester) {
      let rest = Mutex(Button.allCases)
      onPause {
        guard self.isPressing, let button = rest.withLock({ $0.popLast() }) else { return }
        #expect(tester.takes(ButtonEvent(.click(button), down: self.now)))
      }
    }

    /// Whether the test of the buttons has begun.
    var isPressing: Bool { steps.contains { $0.hasPrefix("press each") } }
  }

  /// Runs the tests of all parts to their end at once.
  private func run(
    _ tester: PartTester, advice: Advice = .good, problems: [PartStatus] = [], isBooted: @escaping @Sendable () -> Bool = { true }
  ) throws {
    try tester.startAll(isBooted: isBooted, problems: { problems }, advice: { advice }) { work in
      work()
      return true
    }
  }

  private func refusal(_ body: () throws(Problem) -> Void) -> Problem? {
    do throws(Problem) { try body() } catch { return error }
    return nil
  }

  @Test func `each part is announced by its number and told as passed, and the box plays on`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    world.pressAll(tester)
    try run(tester)
    func begin(_ tones: Int) -> [Signal] { Array(repeating: .testBegins, count: tones) }
    let buttons = begin(3) + begin(Button.allCases.count)
    let parts = [begin(1), begin(2), buttons, begin(4)]
    #expect(world.sounds == parts.flatMap { $0 + [.testPassed] }, "without a MIDI device nothing is announced for it")
    #expect(world.lit[0] == [.player] && world.lit[2] == [.player, .stems] && world.lit[3] == [.player, .stems])
    #expect(world.ends == [""] && world.notices.isEmpty && world.panel.loop.tested == nil)
    #expect(!tester.takes(ButtonEvent(.click(.mode), down: world.now)), "buttons act again")
  }

  @Test func `a part that fails is told by tone, blinking LE ds and a notice, and the next one follows`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    let shown = Mutex<[Set<LED>]>([])
    world.onPause {
      let tested = world.panel.loop.tested ?? []
      if world.sounds.last == .testFailed { shown.withLock { if $0.last != tested { $0.append(tested) } } }
    }
    // Nothing is pressed.
    try run(tester)
    #expect(world.results == [.testPassed, .testPassed, .testFailed, .testPassed])
    let all = Set(LED.allCases)
    #expect(shown.withLock { $0 } == [all, [], all, []])
    #expect(world.notices.count == 1 && world.notices[0].hasPrefix("test of buttons: not seen: MODE, TIER, PREV, NEXT, PLAY: "))
    #expect(world.ends == world.notices)
  }

  @Test func `a press of PLAY ends them`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    world.onPause { if !world.sounds.isEmpty { _ = tester.takes(ButtonEvent(.click(.play), down: world.now)) } }
    try run(tester)
    #expect(world.sounds == [.testBegins] && world.steps.isEmpty && world.ends == [""])
    #expect(world.panel.loop.tested == nil && !tester.takes(ButtonEvent(.hold(.mode), down: world.now)))
  }

  @Test func `in the test of the buttons the second press of PLAY ends them`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    world.onPause { if world.isPressing { _ = tester.takes(ButtonEvent(.click(.play), down: world.now)) } }
    try run(tester)
    #expect(world.steps.filter { $0 == "PLAY is pressed" }.count == 2 && !world.steps.contains { $0.hasPrefix("hold up") })
    #expect(world.results == [.testPassed, .testPassed] && world.notices.isEmpty)
  }

  @Test func `presses before, between and after the buttons' test have no effect`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    world.onPause {
      for action in [ButtonAction.click(.mode), .hold(.tier), .longHold(.mode), .countIn(.play, 0.5), .prevAndNext] {
        #expect(tester.takes(ButtonEvent(action, down: world.now)))
      }
    }
    try run(tester)
    #expect(world.notices.first?.hasPrefix("test of buttons: not seen: PLAY: ") == true, "\(world.notices)")
  }

  @Test func `a panel that fails in the middle costs its own tests alone`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    world.onPause {
      guard world.steps.last == "LED instrument" else { return }
      world.lines.vanish()
      _ = waitUntil { if case .failed = world.panel.condition { true } else { false } }
    }
    try run(tester)
    #expect(world.results == [.testPassed, .testFailed, .testFailed, .testPassed])
    let problem = "\(Failure.system(line: "panel", code: ENODEV))"
    #expect(world.notices == ["test of leds: \(problem)", "test of buttons: \(problem)"])
    #expect(world.panel.loop.tested == nil)
  }

  @Test func `a missing camera and a missing hand fail, each with its remedy`() throws {
    let lost = PartStatus(name: "camera", state: .failed, reason: "no camera at /dev/video0", remedy: "plug one in")
    let cases: [(advice: Advice, problems: [PartStatus], text: String)] = [
      (.noFrames, [lost], "no camera at /dev/video0: plug one in"),
      (.noFrames, [], "the box sees no frames of the camera: run gfctl doctor"),
      (.noHand, [lost], "no hand is in view: hold up an open hand before the camera"),
    ]
    for (advice, problems, text) in cases {
      let world = try World()
      defer { world.panel.stop() }
      let tester = world.makeTester()
      world.pressAll(tester)
      try run(tester, advice: advice, problems: problems)
      #expect(world.results == [.testPassed, .testPassed, .testPassed, .testFailed])
      #expect(world.notices == ["test of camera: \(text)"])
    }
  }

  @Test func `they wait for the end of the boot and its tone, but not for ever`() throws {
    let cases: [(boot: Double, begin: Double)] = [(0, 1), (5, 6), (.infinity, PartTester.bootSeconds + 1)]
    for (boot, begin) in cases {
      let world = try World()
      defer { world.panel.stop() }
      let tester = world.makeTester()
      try run(tester, isBooted: { world.now >= boot })
      let begun = try #require(world.begun)
      #expect(abs(begun - begin) < 0.1, "\(begun)")
    }
  }

  @Test func `the longest way ends before the presses act again`() throws {
    let world = try World()
    defer { world.panel.stop() }
    try run(world.makeTester(), advice: .tooFar, isBooted: { false })
    #expect(world.ends.count == 1 && world.now < PartTester.allSeconds, "\(world.now)")
  }

  @Test func `they begin once, and beside no other test`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    let start: (Bool) throws(Problem) -> Void = { isTaken throws(Problem) in
      try tester.startAll(isBooted: { true }, problems: { [] }, advice: { .good }) { _ in isTaken }
    }
    let full = refusal { () throws(Problem) in try start(false) }
    #expect(full == Problem.busy("too many commands wait: try again later"))
    try start(true)
    let again = refusal { () throws(Problem) in try start(true) }
    #expect(again?.detail.hasPrefix("the test of all parts runs") == true)
    let leds = refusal { () throws(Problem) in _ = try tester.start(.leds, problems: []) { _ in true } }
    #expect(leds?.detail.hasPrefix("the test of all parts runs") == true)
    #expect(try tester.start(.end, problems: []) { _ in true } == "the test of all parts ends")

    let other = world.makeTester()
    _ = try other.start(.leds, problems: []) { _ in true }
    let second = refusal { () throws(Problem) in
      try other.startAll(isBooted: { true }, problems: { [] }, advice: { .good }) { _ in true }
    }
    #expect(second?.detail.hasPrefix("the test of leds runs") == true)
  }

  @Test func `a box that was switched on with PLAY and MODE held tests its parts, and plays on after PLAY`() throws {
    try Places.withFolder { (folder: URL) throws in
      let box = try Box.alone(in: folder, panel: PanelLines())
      let events = box.hub.subscribe(types: ["testEnded"])
      /// Presses a button, and returns the mode after it.
      func press(_ button: Button, _ down: Double) -> Mode {
        box.controls.post(.button(ButtonEvent(.click(button), down: down)))
        return box.controls.change { $0.values.mode }
      }
      func areAllLit() -> Bool { box.status.panel?.lines.allSatisfy { $0.kind != "led" || $0.on } == true }
      try box.runningBeside {
        #expect(waitUntil { box.parts.contains { $0.name == "panel" && $0.state == .running } })
        box.controls.post(.startHold(.held))
        #expect(waitUntil { areAllLit() })
        box.controls.post(.startHold(.lost))
        #expect(waitUntil { !areAllLit() })
        box.controls.post(.startHold(.held))
        box.controls.post(.startHold(.stuck([.play, .mode])))
        let notice = "still down 10 s after the start: MODE and PLAY: check the wires of the buttons"
        #expect(waitUntil { box.log.lastNotices.contains { $0.text == notice } && !areAllLit() })
        box.controls.post(.startHold(.held))
        box.controls.post(.startHold(.released))
        #expect(press(.mode, 0) == .player)
        #expect(throws: Problem.self) { try box.carryOut(.test(.leds)) }
        #expect(press(.play, 0) == .player)
        #expect(waitUntil { events.take().contains { if case .event = $0 { true } else { false } } })
        #expect(!box.controls.values.isPaused && press(.mode, .infinity) != .player)
      }
    }
  }
}

import Foundation
import GestureFlowAPI
import MIDI
import MIDIDoubles
import Modes
import Panel
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Tests that a person follows, by a clock that goes only in their pauses.
@Suite struct PartTesterTests {
  /// The clock, the events, and incoming MIDI messages.
  private final class Course: Sendable {
    private struct State {
      var now = 0.0
      var events: [(type: String, value: String)] = []
      var messages: [MIDIMessage] = []
      var onPause: @Sendable () -> Void = {}
    }
    private let state = Mutex(State())

    var now: Double { state.withLock { $0.now } }
    var steps: [String] { state.withLock { $0.events.filter { $0.type == "test" }.map { $0.value } } }
    var ends: [String] { state.withLock { $0.events.filter { $0.type == "testEnded" }.map { $0.value } } }
    func publish(_ type: String, _ value: String) { state.withLock { $0.events.append((type, value)) } }
    func onPause(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.onPause = act } }
    func send(_ messages: [MIDIMessage]) { state.withLock { $0.messages += messages } }
    func pause(_ seconds: Double) {
      let act: @Sendable () -> Void = state.withLock { state in
        state.now += seconds
        return state.onPause
      }
      act()
    }
    func takeMessages() -> [MIDIMessage] {
      state.withLock { state in
        defer { state.messages = [] }
        return state.messages
      }
    }
  }

  /// The rendered output.
  private final class Rendering: Sendable {
    private let sides = Mutex<(left: [Float], right: [Float])>(([], []))
    var left: [Float] { sides.withLock { $0.left } }
    var right: [Float] { sides.withLock { $0.right } }
    var frames: Int { sides.withLock { $0.left.count } }
    func render(_ engine: SoundEngine, blocks: Int) {
      var block = [Float](repeating: 9, count: 2 * SoundFormat.block)
      for _ in 0..<blocks {
        engine.rtRender(&block)
        let (left, right) = (
          stride(from: 0, to: block.count, by: 2).map { block[$0] }, stride(from: 1, to: block.count, by: 2).map { block[$0] }
        )
        sides.withLock {
          $0.left += left
          $0.right += right
        }
      }
    }
  }

  private func makePanel(_ lines: PanelLines = PanelLines()) -> PanelPart { PanelPart(lines, configuration: Configuration()) { _ in } }

  private func makeTester(
    _ course: Course, _ engine: SoundEngine = SoundEngine(volume: 1), _ panel: PanelPart? = nil, _ midi: MIDIPart? = nil,
    isPlaying: Bool = true
  ) -> PartTester {
    PartTester(
      engine, panel ?? makePanel(), midi, isPlaying: { isPlaying }, takeMIDI: { _ in course.takeMessages() },
      publish: { course.publish($0, $1) }, pause: { seconds, _ in course.pause(seconds) }, now: { course.now })
  }

  /// Begins a test, which runs to its end at once.
  @discardableResult private func run(_ tester: PartTester, _ test: PartTest, _ problems: [PartStatus] = []) throws(Problem) -> String {
    try tester.start(test, problems: problems) { work in
      work()
      return true
    }
  }

  private func refusal(_ tester: PartTester, _ test: PartTest, _ problems: [PartStatus] = []) -> Problem? {
    do throws(Problem) { try run(tester, test, problems) } catch { return error }
    return nil
  }

  // MARK: - Speaker

  /// Returns the peak of a tone in dBFS, 0.2 s to 0.8 s after its begin.
  private func peak(_ side: [Float], at frame: Int) -> Double {
    let part = side[frame + SoundFormat.rate / 5..<frame + SoundFormat.rate * 4 / 5]
    return Signals.decibels(Signals.level(part) * 2.0.squareRoot())
  }

  /// Plays the test of the speakers.
  /// - Parameter music: level of a sine that plays meanwhile on both sides; 0 for none.
  /// - Returns: the sound, and the frames at which the steps were told.
  private func speakers(music: Float = 0) throws -> (output: Rendering, begins: [Int]) {
    let (course, output, engine) = (Course(), Rendering(), SoundEngine(volume: 1))
    if music > 0 {
      let samples = Signals.sine(220, seconds: 6, level: music)
      engine.player.tapes[0].append(samples, count: samples.count / 2)
      engine.player.load(0, at: 0, serial: 1)
      engine.player.set(SoundLevels(speed: 1, cents: 0, volume: 1, isPaused: false))
      output.render(engine, blocks: 200)
    }
    let begins = Mutex<[Int]>([])
    let tester = PartTester(
      engine, makePanel(), nil, isPlaying: { true }, takeMIDI: { _ in [] },
      publish: { type, value in
        if type == "test" { begins.withLock { $0.append(output.frames) } }
        course.publish(type, value)
      },
      // A little more than the pause.
      pause: { seconds, _ in
        course.pause(seconds)
        output.render(engine, blocks: Int((seconds * Double(SoundFormat.rate / SoundFormat.block)).rounded(.up)))
      }, now: { course.now })
    try run(tester, .speaker)
    #expect(course.ends == [""] && course.steps.map { $0.prefix(4) } == ["left", "righ", "both", "if a"])
    output.render(engine, blocks: 400)
    return (output, begins.withLock { $0 })
  }

  @Test func `the tone comes from the left, from the right, then from both`() throws {
    let (output, begins) = try speakers()
    let (left, right) = (output.left, output.right)
    for (begin, isLeft, isRight) in [(begins[0], true, false), (begins[1], false, true), (begins[2], true, true)] {
      for (side, isHeard) in [(left, isLeft), (right, isRight)] {
        let level = peak(side, at: begin)
        #expect(isHeard ? abs(level + 18) < 1 : level < -100, "\(level) dB at \(begin)")
      }
    }
    #expect(Signals.roughest(left[...]) < 0.01, "it does not click")
    #expect(left.suffix(4000).allSatisfy { $0 == 0 } && right.suffix(4000).allSatisfy { $0 == 0 })
  }

  @Test func `music is 12 dB quieter during the tones and then as before`() throws {
    let (output, begins) = try speakers(music: 0.25)
    let music = Signals.decibels(0.25)
    let before = Signals.decibels(Signals.level(output.right[4000..<20_000]) * 2.0.squareRoot())
    let after = Signals.decibels(Signals.level(output.right.suffix(16_000)) * 2.0.squareRoot())
    #expect(abs(before - music) < 0.1 && abs(after - music) < 0.1, "\(before) \(after)")
    #expect(abs(peak(output.right, at: begins[0]) - music + 12) < 1, "the tone is on the left")
  }

  @Test func `a card that takes nothing any more ends the test with a remedy`() throws {
    let course = Course()
    try run(makeTester(course), .speaker)
    #expect(course.ends.count == 1 && course.ends[0].contains("gfctl doctor") && course.steps.count == 1, "\(course.ends)")
  }

  @Test func `without a sound card the test is refused with the remedy of the card`() {
    let course = Course()
    let part = PartStatus(name: "sound", state: .failed, reason: "no sound card", remedy: "plug one in")
    #expect(refusal(makeTester(course, isPlaying: false), .speaker, [part])?.detail == "no sound card: plug one in")
    #expect(refusal(makeTester(course, isPlaying: false), .speaker)?.detail.contains("plug one in") == true)
    #expect(course.steps.isEmpty && course.ends.isEmpty)
  }

  // MARK: - LEDs

  private func started(_ lines: PanelLines) throws -> PanelPart {
    let panel = makePanel(lines)
    try panel.start()
    var view = PanelView()
    view.health = .ready
    panel.show(view)
    #expect(waitUntil { panel.loop.lit == [.player, .status] })
    return panel
  }

  @Test func `each LED lights alone, then all, then those of the box`() throws {
    let course = Course()
    let panel = try started(PanelLines())
    defer { panel.stop() }
    let shown = Mutex<[Set<LED>]>([])
    course.onPause {
      let tested = panel.loop.tested ?? []
      let isShown = waitUntil { panel.loop.lit == tested }
      // Flashes of the box must not mix with the test.
      panel.loop.flash(.flash, on: .track)
      shown.withLock { if isShown, $0.last != tested { $0.append(tested) } }
    }
    try run(makeTester(course, SoundEngine(), panel), .leds)
    let alone: [Set<LED>] = LED.allCases.map { [$0] }
    #expect(shown.withLock { $0 } == alone + [Set(LED.allCases)])
    let names: [String] = LED.allCases.map { "LED \($0.rawValue)" }
    #expect(course.steps == names + ["all LEDs"] && course.ends == [""])
    #expect(waitUntil { panel.loop.lit == [.player, .status] })
  }

  @Test func `an LED without its line is named`() throws {
    let (course, lines) = (Course(), PanelLines())
    lines.grant(PanelGrant(problems: ["GPIO16": .missing(line: "GPIO16")]))
    let panel = try started(lines)
    defer { panel.stop() }
    try run(makeTester(course, SoundEngine(), panel), .leds)
    #expect(
      course.steps.contains { $0.hasPrefix("LED tier is missing: no chip has a line 'GPIO16'") } && !course.steps.contains("LED tier"))
    #expect(course.ends.count == 1 && course.ends[0].hasPrefix("LED tier is missing: no chip has a line 'GPIO16'"), "\(course.ends)")
  }

  @Test func `a panel pulled out in the middle ends the test with a remedy`() throws {
    let (course, lines) = (Course(), PanelLines())
    let panel = try started(lines)
    defer { panel.stop() }
    course.onPause {
      guard course.steps.last == "LED instrument" else { return }
      lines.vanish()
      _ = waitUntil { if case .failed = panel.condition { true } else { false } }
    }
    try run(makeTester(course, SoundEngine(), panel), .leds)
    #expect(course.steps.last == "LED instrument" && course.ends == ["\(Failure.system(line: "panel", code: ENODEV))"])
    #expect(panel.loop.tested == nil)
  }

  @Test func `without a panel nothing begins`() throws {
    let (course, lines) = (Course(), PanelLines())
    lines.refuse(.noChips)
    let none = makePanel(lines)
    try none.start()
    for test in [PartTest.leds, .buttons, .latency] {
      #expect(refusal(makeTester(course, SoundEngine(), none), test)?.detail.contains("no GPIO lines") == true)
      let part = PartStatus(name: "panel", state: .failed, reason: "no permission", remedy: "add the user")
      #expect(refusal(makeTester(course), test, [part])?.detail == "no permission: add the user", "not started")
    }
    #expect(course.steps.isEmpty)
  }

  // MARK: - Buttons

  @Test func `the test of the buttons ends with the last of them`() throws {
    let course = Course()
    let panel = try started(PanelLines())
    defer { panel.stop() }
    let tester = makeTester(course, SoundEngine(), panel)
    let rest = Mutex(Button.allCases)
    course.onPause {
      guard let button = rest.withLock({ $0.popLast() }) else { return }
      #expect(tester.takes(ButtonEvent(button == .play ? .hold(button) : .click(button), down: course.now)))
    }
    try run(tester, .buttons)
    #expect(course.ends == [""] && course.now < PartTester.buttonSeconds)
    #expect(
      course.steps.contains("PLAY is held") && course.steps.contains("MODE is pressed") && course.steps.last == "every button was pressed")
    #expect(!tester.takes(ButtonEvent(.click(.play), down: course.now)))
    #expect(tester.takes(ButtonEvent(.click(.play), down: course.now - 0.01)), "pressed in the test, and released after it")
    // The second click of a double click whose first one belonged to the test.
    let end = course.now
    #expect(tester.takes(ButtonEvent(.click(.next), down: end + 0.1, isSecond: true)))
    #expect(tester.takes(ButtonEvent(.doubleClick(.next), down: end + 0.1)))
    #expect(!tester.takes(ButtonEvent(.click(.next), down: end + 0.2, isSecond: true)), "its next press acts on the box")
    #expect(!tester.takes(ButtonEvent(.click(.prev), down: end + 1)) && !tester.takes(ButtonEvent(.doubleClick(.prev), down: end + 2)))
  }

  @Test func `buttons that were not seen are named after their time`() throws {
    let course = Course()
    let panel = try started(PanelLines())
    defer { panel.stop() }
    let tester = makeTester(course, SoundEngine(), panel)
    course.onPause { _ = tester.takes(ButtonEvent(.click(.next), down: course.now)) }
    try run(tester, .buttons)
    #expect(course.ends.first?.hasPrefix("not seen: MODE, TIER, PREV, PLAY: ") == true, "\(course.ends)")
    #expect(abs(course.now - PartTester.buttonSeconds) < 0.2)
  }

  @Test func `two buttons pressed together are both seen`() throws {
    let course = Course()
    let panel = try started(PanelLines())
    defer { panel.stop() }
    let tester = makeTester(course, SoundEngine(), panel)
    course.onPause { _ = tester.takes(ButtonEvent(.prevAndNext, down: course.now)) }
    try run(tester, .buttons)
    #expect(course.ends.first?.hasPrefix("not seen: MODE, TIER, PLAY: ") == true, "\(course.ends)")
    #expect(course.steps.contains("PREV is pressed") && course.steps.contains("NEXT is pressed"))
  }

  @Test func `buttons work again after their time, even if the test never ran`() throws {
    let panel = try started(PanelLines())
    defer { panel.stop() }
    let tester = makeTester(Course(), SoundEngine(), panel)
    #expect(!tester.takes(ButtonEvent(.click(.play), down: 0)))
    _ = try tester.start(.buttons, problems: []) { _ in true }
    #expect(tester.takes(ButtonEvent(.countIn(.play, 0.5), down: PartTester.buttonSeconds - 0.1)))
    #expect(!tester.takes(ButtonEvent(.click(.play), down: PartTester.buttonSeconds)))
  }

  @Test func `a press in the test does not act on the box`() throws {
    try Places.withFolder { (folder: URL) throws in
      let box = try Box.alone(in: folder, panel: PanelLines())
      let events = box.hub.subscribe(types: ["test", "testEnded"])
      var told: [String] = []
      func comes(_ text: String) -> Bool {
        waitUntil {
          for case .event(let event) in events.take() { told.append(event.value ?? "") }
          return told.contains { $0.hasPrefix(text) }
        }
      }
      /// Presses MODE, and returns whether it has changed the mode.
      func press(_ down: Double) -> Bool {
        box.controls.post(.button(ButtonEvent(.click(.mode), down: down)))
        return box.controls.change { $0.values.mode } != .player
      }
      try box.runningBeside {
        #expect(waitUntil { box.parts.contains { $0.name == "panel" && $0.state == .running } })
        try box.carryOut(.test(.buttons))
        #expect(comes("press each once") && !press(0) && comes("MODE is pressed"))
        #expect(throws: Problem.self) { try box.carryOut(.test(.leds)) }
        #expect(try box.carryOut(.test(.end)) == "the test of buttons ends")
        #expect(comes("not seen: ") && press(.infinity))
      }
    }
  }

  // MARK: - MIDI

  @Test func `a scale goes out and what comes in is shown`() throws {
    let (course, world) = (Course(), MIDIWorld(isLive: true))
    let keys = world.plug(20, "Keys")
    let midi = MIDIPart(SoundEngine(), configuration: Configuration(), device: { SequencerDouble(world) }) { _ in }
    try midi.start()
    defer { midi.stop() }
    #expect(waitUntil { midi.status.ports.first?.connected == true })
    let isSent = Mutex(false)
    course.onPause {
      guard course.steps.last?.hasPrefix("in:") == true else { return }
      let wasSent = isSent.withLock { isSent in
        defer { isSent = true }
        return isSent
      }
      if wasSent { return }
      let clocks = Array(repeating: MIDIMessage.clock, count: 100)
      course.send([.noteOn(channel: 2, note: 64, velocity: 90), .noteOff(channel: 2, note: 64, velocity: 0)] + clocks)
    }
    try run(makeTester(course, SoundEngine(), nil, midi), .midi)
    var heard: [MIDIMessage] = []
    let notes: [UInt8] = [60, 62, 64, 65, 67]
    let scale: [MIDIMessage] = notes.flatMap { note -> [MIDIMessage] in
      [.noteOn(channel: 0, note: note, velocity: 80), .noteOff(channel: 0, note: note, velocity: 0)]
    }
    let isHeard = waitUntil {
      heard += world.takeHeard(keys).filter { if case .noteOn = $0 { true } else if case .noteOff = $0 { true } else { false } }
      return heard.count >= scale.count
    }
    #expect(isHeard && heard == scale, "\(heard)")
    #expect(course.steps.first?.hasSuffix("C D E F G on channel 1 to Keys:Keys MIDI 1") == true, "\(course.steps)")
    #expect(course.steps.suffix(3) == ["in: note 64 channel 3", "in: clock", "in: 102 messages in all"] && course.ends == [""])
  }

  @Test func `without a connected port the scale is refused with the remedy`() throws {
    #expect(refusal(makeTester(Course()), .midi)?.detail.contains("gfctl midi connect") == true)
    let midi = MIDIPart(SoundEngine(), configuration: Configuration(), device: { SequencerDouble(MIDIWorld(isLive: true)) }) { _ in }
    try midi.start()
    defer { midi.stop() }
    #expect(waitUntil { midi.status.available })
    #expect(refusal(makeTester(Course(), SoundEngine(), nil, midi), .midi)?.detail.hasPrefix("no MIDI port is connected") == true)
  }

  @Test func `messages are kept for a test alone, and not too many`() throws {
    let studio = try Studio(.player)
    let inputs = studio.box.inputs
    studio.hear(.noteOn(channel: 0, note: 60, velocity: 90))
    #expect(inputs.takeTrace(goesOn: true).isEmpty)
    for _ in 0..<300 { inputs.hear(.message(.clock, at: studio.now)) }
    #expect(inputs.takeTrace(goesOn: true) == Array(repeating: .clock, count: 256))
    studio.hear(.noteOff(channel: 0, note: 60, velocity: 0))
    #expect(inputs.takeTrace(goesOn: false) == [.noteOff(channel: 0, note: 60, velocity: 0)])
    studio.hear(.clock)
    #expect(inputs.takeTrace(goesOn: false).isEmpty)
  }

  // MARK: - One at a time

  @Test func `a second test is refused while one runs, and may follow it`() throws {
    let course = Course()
    let tester = makeTester(course)
    let waiting = Mutex<(@Sendable () -> Void)?>(nil)
    _ = try tester.start(.speaker, problems: []) { work in
      waiting.withLock { $0 = work }
      return true
    }
    let second = refusal(tester, .speaker)
    #expect(second?.status == 409 && second?.detail.contains("the test of speaker runs") == true)
    #expect(try run(tester, .end) == "the test of speaker ends")
    waiting.withLock { $0 }?()
    #expect(course.steps.isEmpty && course.ends == [""])
    #expect(try run(tester, .end) == "no test runs")
    try run(tester, .speaker)
    #expect(course.ends.count == 2)
  }

  @Test func `the end of a test wakes its thread`() throws {
    let course = Course()
    let isWaiting = DispatchSemaphore(value: 0)
    let panel = try started(PanelLines())
    defer { panel.stop() }
    // The test waits 1000 s and more for each step, so only its end can wake it.
    let tester = PartTester(
      SoundEngine(), panel, nil, isPlaying: { true }, takeMIDI: { _ in [] }, publish: { course.publish($0, $1) },
      pause: { _, ending in
        isWaiting.signal()
        course.pause(ending.wait(upTo: 1000) ? 0 : 1000)
      }, now: { course.now })
    let isOver = DispatchSemaphore(value: 0)
    _ = try tester.start(.leds, problems: []) { work in
      Thread {
        work()
        isOver.signal()
      }.start()
      return true
    }
    isWaiting.wait()
    #expect(try run(tester, .end) == "the test of leds ends")
    isOver.wait()
    #expect(course.steps.count == 1 && course.ends == [""] && course.now == 0)
  }

  @Test func `a test that finds no thread and one of a box that goes down are refused`() throws {
    let tester = makeTester(Course())
    for _ in 0..<2 {
      #expect(throws: Problem.busy("too many commands wait: try again later")) { try tester.start(.speaker, problems: []) { _ in false } }
    }
    tester.stop()
    #expect(refusal(tester, .speaker)?.status == 503)
    #expect(try Studio(.player).refusal(.test(.speaker))?.detail.contains("without a clock") == true)
  }
}

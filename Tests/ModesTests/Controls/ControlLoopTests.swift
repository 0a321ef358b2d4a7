import Camera
import Dispatch
import GestureFlowAPI
import Gestures
import HandTracking
import Modes
import ModesDoubles
import Notes
import Panel
import Perception
import Realtime
import Settings
import Sound
import Synchronization
import SyntheticHands
import TestSupport
import Testing

/// Tests of the control thread: order of events, its bound, and work before and after them.
@Suite struct ControlLoopTests {
  /// Records the commands and events that the loop hands over.
  private final class Handler: CommandHandler {
    let gestures = Mutex<[GestureCommand]>([])
    let commands = Mutex<[Command.Name]>([])
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }
    deinit { onEnd() }

    func handle(_ command: Command, _ reply: @escaping CommandReply) {
      commands.withLock { $0.append(command.name) }
      reply(.success("done"))
    }
    func end(_ command: Command, _ result: Result<String, Problem>, _ reply: @escaping CommandReply) { reply(result) }
    func handle(_ gesture: GestureCommand) { gestures.withLock { $0.append(gesture) } }
    func handle(_ button: ButtonEvent) {}
    func handle(_ hold: StartHold.Step) {}
    func lookAtSceneChoice(at now: Double) {}
  }

  private struct Seen { weak var handler: Handler? }

  /// Counts the changes that run now and the finished ones.
  private final class Counts: Sendable {
    let inside = Atomic(0)
    let made = Atomic(0)
  }

  private func running(_ body: (ControlLoop) throws -> Void) throws {
    let controls = ControlLoop(SoundEngine())
    try controls.start()
    defer { controls.stop() }
    try body(controls)
  }

  @Test func `a change is done, and can be read, when it returns`() throws {
    try running { controls in
      for i in 0..<200 {
        let volume = Double(i) / 200
        controls.change { $0.set(volume: Volume(volume)) }
        #expect(controls.values.volume == volume)
      }
    }
  }

  @Test func `changes of many threads are made one after another`() throws {
    try running { controls in
      let counts = Counts()
      let change: @Sendable (inout Controls, Int) -> Void = { controls, channel in
        #expect(counts.inside.add(1, ordering: .relaxed).newValue == 1, "two changes at once")
        controls.stems.toggleMute(channel)
        counts.made.add(1, ordering: .relaxed)
        counts.inside.subtract(1, ordering: .relaxed)
      }
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<250 {
          controls.post { change(&$0, 0) }
          controls.change { change(&$0, 1) }
        }
        // Each thread toggles each channel an even number of times.
      }
      let channels = controls.change { $0.stems.values.channels }
      #expect(!channels[0].isMuted && !channels[1].isMuted)
      #expect(counts.made.load(ordering: .relaxed) == 8 * 250 * 2, "none is lost")
    }
  }

  @Test func `events are handled in the order of their arrival`() throws {
    try running { controls in
      let handler = Handler()
      controls.handle(by: handler)
      let gate = DispatchSemaphore(value: 0)
      controls.post { _ in gate.wait() }
      let names: [Command] = [.pause, .play, .next, .panic, .home]
      for command in names { controls.post(.command(command) { _ in }) }
      gate.signal()
      controls.change { _ in }
      #expect(handler.commands.withLock { $0 } == names.map(\.name))
    }
  }

  @Test func `when too many events wait, touches are dropped and counted, and commands are not`() throws {
    try running { controls in
      let handler = Handler()
      controls.handle(by: handler)
      let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      controls.post { _ in
        begun.signal()
        gate.wait()
      }
      begun.wait()
      for _ in 0..<300 { controls.post(.touches([], captureTime: 1)) }
      for _ in 0..<20 { controls.post(.command(.pause) { _ in }) }
      gate.signal()
      controls.change { _ in }
      #expect(controls.takeDropped() == 300 - 256 && controls.takeDropped() == 0)
      #expect(handler.commands.withLock { $0.count } == 20)
    }
  }

  @Test func `before the start and after the end the caller's thread handles its events`() throws {
    let controls = ControlLoop(SoundEngine())
    controls.post { $0.set(volume: 0.5) }
    #expect(controls.values.volume == 0.5)
    try controls.start()
    controls.post { $0.set(volume: 0.25) }
    controls.stop()
    #expect(controls.values.volume == 0.25, "what waits is handled before the end")
    controls.post { $0.set(volume: 0.125) }
    #expect(controls.change { $0.values.volume } == 0.125 && controls.outcome == nil)
  }

  @Test func `without a handler a command is refused`() {
    let controls = ControlLoop(SoundEngine())
    let answer = Mutex<Result<String, Problem>?>(nil)
    controls.post(.command(.pause) { result in answer.withLock { $0 = result } })
    guard case .failure(let problem)? = answer.withLock({ $0 }) else {
      Issue.record("the command has no answer")
      return
    }
    #expect(problem.detail.contains("try again"))
  }

  @Test func `without a run the sender of a command carries it out, and the handler of a run comes first`() {
    let (controls, sender, box) = (ControlLoop(SoundEngine()), Handler(), Handler())
    controls.post(.command(.pause) { _ in }, by: sender)
    controls.handle(by: box)
    controls.post(.command(.play) { _ in }, by: sender)
    controls.handle(by: nil)
    controls.post(.command(.next) { _ in }, by: sender)
    #expect(sender.commands.withLock { $0 } == [.pause, .next] && box.commands.withLock { $0 } == [.play])
  }

  @Test func `a handler is held only while a run has it`() {
    let controls = ControlLoop(SoundEngine())
    var handler: Handler? = Handler()
    let seen = Seen(handler: handler)
    controls.handle(by: handler)
    handler = nil
    #expect(seen.handler != nil)
    controls.handle(by: nil)
    #expect(seen.handler == nil)
  }

  @Test func `the end of a handler may add events`() {
    let controls = ControlLoop(SoundEngine())
    controls.handle(by: Handler { controls.post { $0.set(volume: 0.25) } })
    controls.handle(by: nil)
    #expect(controls.values.volume == 0.25)
  }

  /// A run without a clock gives the same result each time. A held sign gives its command in its own frame.
  @Test func `a held gesture gives its command in its frame`() throws {
    let (controls, handler) = (ControlLoop(SoundEngine()), Handler())
    controls.handle(by: handler)
    var settings = RunSettings()
    settings.model = .int8
    let pipeline = try HandsPipeline(
      models: TrackerModels(.standard(), size: .int8), settings: settings, controls: controls, eventClock: EventClock(isLive: false),
      log: BootLog(quiet: true), live: false, keepHistory: true)
    func hand(_ pose: HandPose) -> PosedHand { PosedHand(.right, pose, wrist: SIMD2(0.66, 0.78), size: 0.22) }
    // A pose counts as a command only after another pose.
    let sign = HandPart([(time: 0, hand: hand(.open)), (time: 0.5, hand: hand(.open)), (time: 0.7, hand: hand(.two))])
    let performer = VirtualPerformer(Choreography(name: "sign", duration: 4, parts: [sign]), live: false, seconds: 3)
    let worker = pipeline.worker()
    while case .frame(let frame) = performer.next(timeout: 1) { worker.process(frame) }
    #expect(handler.gestures.withLock { $0 } == [.nextTrack])
    pipeline.close()
  }
}

import GestureFlowAPI
import Notes
import Realtime
import Synchronization

/// The box's place in the world of MIDI: the sequencer's client `GestureFlow` with its port `Prospero`. Out go the notes of hands and touches; what comes in is handed on.
///
/// Its thread `gf-midi` asks for priority 50, below the hands' and the camera's, which it must never hold up, and above all that is ordinary: a note's moment lies a card's buffer ahead, some milliseconds, and an
/// ordinary thread of a busy Pi may get its turn later than that. It has core 0, where nothing else is in a hurry; what it does in a turn is bounded. What is made of what comes in may wait for locks and
/// disks, so it is done on another, ordinary thread, `gf-midi-in`.
public final class MIDIPort: Sendable {
  private let desk: PortDesk
  private let device: @Sendable () -> any SequencerDevice
  private let onInput: @Sendable (MIDIInput) -> Void
  private let state = Mutex(State())

  private struct State {
    var wake: WakePipe?
    var queue = InputQueue()
    var threads: [RealtimeThread] = []
  }

  /// - Parameters:
  ///   - settings: how notes go out, and where to.
  ///   - device: makes the sequencer, on the thread that uses it.
  ///   - onInput: told what comes in, in its order, on a thread of its own. It may wait; what comes too fast meanwhile is left out, but for ends of notes.
  public init(
    _ settings: MIDISettings = MIDISettings(), device: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() },
    onInput: @escaping @Sendable (MIDIInput) -> Void
  ) {
    desk = PortDesk(settings)
    self.device = device
    self.onInput = onInput
  }

  /// Begins: all ports that it connects are told to be silent first, because a box that died may have left notes there. One that runs goes on; one that was stopped stays so.
  /// - Throws: when no thread or file descriptor can be had. A sequencer that is missing is no error: it is looked for, and `status` says so.
  public func start() throws {
    guard state.withLock({ $0.threads.isEmpty }) else { return }
    guard let wake = WakePipe() else { throw SequencerProblem("no file descriptor is free for MIDI: restart the service") }
    // One of its own: what closes it when there can be no thread is not to close it for the next try.
    let queue = InputQueue()
    // Known before the thread is, or what is asked for meanwhile would wake nobody.
    state.withLock { ($0.wake, $0.queue) = (wake, queue) }
    let (desk, device, onInput) = (desk, device, onInput)
    let reader = try RealtimeThread(.init(name: "gf-midi-in")) { while let input = queue.take(now: { Clock.seconds }) { onInput(input) } }
    do {
      let worker = try RealtimeThread(.init(name: "gf-midi", core: 0, priority: 50)) {
        let loop = PortLoop(device(), desk, queue, wake: wake.reading)
        while !desk.isStopping {
          wake.clear()
          loop.turn()
          loop.wait()
        }
        loop.end()
      }
      state.withLock { $0.threads = [worker, reader] }
    } catch {
      queue.close()
      reader.join()
      throw error
    }
  }

  /// Ends all notes, waits until that has gone out, 0.6 s at most, and gives the client back.
  public func stop() {
    let (threads, queue) = state.withLock { state in
      defer { state.threads = [] }
      return (state.threads, state.queue)
    }
    guard let worker = threads.first else { return }
    desk.setStopping(true)
    wake()
    worker.join()
    queue.close()
    for thread in threads.dropFirst() { thread.join() }
  }

  /// What the sources of one kind play now. Any thread; never waits.
  /// - Parameters:
  ///   - kind: hands or touches. What came in by MIDI goes out to nobody.
  ///   - notes: all sources of this kind. One that is missing has gone, and so has its note.
  ///   - heardAt: seconds of `Clock` at which the synthesizer's own sound of it is heard: that of a frame n is `pair.seconds + Double(n - pair.frame) / rate`. What has passed, or 0, is at once; more than 0.25 s
  ///     ahead counts as that.
  ///   - captureTime: seconds of `Clock` at which the frame behind it was taken, for the status; 0 for none.
  public func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, heardAt: Double, captureTime: Double = 0) {
    add(.play(kind, notes, heardAt: heardAt, captureTime: captureTime.isFinite ? captureTime : 0))
  }

  /// One message for all ports, beside the notes: a clock's tick. Any thread; never waits. - Parameter heardAt: seconds of `Clock`.
  public func send(_ message: MIDIMessage, heardAt: Double) { add(.send(message, at: heardAt)) }

  /// All notes end, everywhere. Sources that go on with their stroke stay silent until the next one.
  public func panic() { add(.panic) }

  /// How notes go out, and where to. Notes that sound end where other settings mean another channel, and begin there.
  public var settings: MIDISettings {
    get { desk.settings }
    set {
      desk.set(newValue)
      wake()
    }
  }

  /// Connects ports now and whenever they are plugged in again, until the service ends. - Parameter name: of a port, a client, both with a colon between them, or numbers such as 24:0.
  /// - Throws: `Problem` when there is no such port.
  public func connect(_ name: String) throws(Problem) { try change(name) { $0.ask(for: $1) } }

  /// Leaves ports alone from now on, whatever the pattern says. Their notes end. - Throws: `Problem` when there is no such port.
  public func disconnect(_ name: String) throws(Problem) { try change(name) { $0.refuse($1) } }

  private func change(_ name: String, _ change: (inout PortWish, [SequencerPort]) -> Void) throws(Problem) {
    let isFound = desk.change { wish, ports in
      let found = PortWish.named(name, among: ports)
      change(&wish, found)
      return !found.isEmpty
    }
    guard isFound else { throw .notFound("there is no MIDI port '\(name)': gfctl midi ports lists those that there are") }
    wake()
  }

  /// What is connected, and what went over it. Clock and learned messages are whoever's who makes something of what comes in.
  public var status: MIDIStatus {
    let report = desk.report
    var status = MIDIStatus(available: report.isOpen, problem: report.problem)
    status.ports = report.ports.map { port in
      let (takes, gives) = (port.takes || port.hears, port.gives || port.isHeard)
      return MIDIPortStatus(
        name: cleaned(port.name, limit: Self.longestName), client: cleaned(port.client, limit: Self.longestName),
        direction: takes && gives ? .both : takes ? .in : .out, connected: port.hears || port.isHeard)
    }
    (status.sent, status.received) = (report.sent, report.received)
    let way = desk.noteLatency.summary()
    func round(_ x: Double) -> Double { x.rounded(digits: 3) }
    if way.count > 0 {
      status.noteLatencyMs = Quantiles(
        count: way.count, p50: round(way.p50), p95: round(way.p95), p99: round(way.p99), max: round(way.max))
    }
    return status
  }

  /// Characters of a port's name that are shown.
  private static let longestName = 64

  /// Messages that came too fast and were left out, since the start.
  public var dropped: Int { state.withLock { $0.queue }.dropped }

  /// The thread that sends and reads, once it runs.
  public var thread: RealtimeThread.Outcome? { state.withLock { $0.threads.first?.outcome } }

  private func add(_ order: PortDesk.Order) {
    desk.add(order)
    wake()
  }

  private func wake() { state.withLock { $0.wake }?.wake() }
}

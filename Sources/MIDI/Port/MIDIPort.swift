import GestureFlowAPI
import Notes
import Realtime

/// The box's MIDI port: the sequencer client `GestureFlow` with its port `Prospero`. It sends the notes of hands and
/// touches, and passes on all input.
///
/// Its thread `gf-midi` requests priority 50 on core 0. That is below the threads of hands and camera, which it must
/// never delay, and above all ordinary threads. A note is due one card buffer ahead, some milliseconds; on a busy Pi
/// an ordinary thread may run later than that. Core 0 has no other urgent thread, and the work of a turn is bounded.
/// Consumers of the input may wait for locks and disks, so they run on an ordinary thread, `gf-midi-in`.
public final class MIDIPort: Sendable {
  private let shared: PortShared
  private let device: @Sendable () -> any SequencerDevice
  private let onInput: @Sendable (MIDIInput) -> Void
  /// Published by the thread that starts and stops the port.
  private let state = Published(State())

  private struct State {
    var wake: WakePipe?
    var queue = InputQueue()
    var threads: [RealtimeThread] = []
  }

  /// Creates a port that is not running.
  /// - Parameters:
  ///   - settings: settings of the output.
  ///   - device: makes the sequencer, on the thread that uses it.
  ///   - onInput: receives the input in its order, on its own thread. It may wait. Input that comes too fast in the
  ///     meantime is dropped, except ends of notes.
  public init(
    _ settings: MIDISettings = MIDISettings(), device: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() },
    onInput: @escaping @Sendable (MIDIInput) -> Void
  ) {
    shared = PortShared(settings)
    self.device = device
    self.onInput = onInput
  }

  /// Starts the port. First it silences all ports that it connects, because a crashed box may have left notes there.
  /// A running port keeps running; a stopped one stays stopped.
  /// - Throws: when no thread or file descriptor is available. A missing sequencer is not an error: the port keeps
  ///   trying, and `status` reports it.
  public func start() throws {
    guard state.now.threads.isEmpty else { return }
    guard let wake = WakePipe() else { throw Failure("no file descriptor is free for MIDI", remedy: "restart the service") }
    // Each start has its own queue. A failed start closes its queue, and the next start needs an open one.
    let queue = InputQueue()
    // Set these before the thread starts. Otherwise requests in the meantime would not wake it.
    state.change { ($0.wake, $0.queue) = (wake, queue) }
    let (shared, device, onInput) = (shared, device, onInput)
    let reader = try RealtimeThread(.init(name: "gf-midi-in")) { while let input = queue.take(now: { Clock.seconds }) { onInput(input) } }
    do {
      let worker = try RealtimeThread(.init(name: "gf-midi", core: 0, priority: 50)) {
        let loop = PortLoop(device(), shared, queue, wake: wake.reading)
        while !shared.isStopping {
          wake.clear()
          loop.turn()
          loop.wait()
        }
        loop.end()
      }
      state.change { $0.threads = [worker, reader] }
    } catch {
      queue.close()
      reader.join()
      throw error
    }
  }

  /// Stops the port: ends all notes and closes the client. The notes have at most 0.6 s to go out.
  public func stop() {
    let (threads, queue) = state.change { state in
      defer { state.threads = [] }
      return (state.threads, state.queue)
    }
    guard let worker = threads.first else { return }
    shared.setStopping(true)
    wake()
    worker.join()
    queue.close()
    for thread in threads.dropFirst() { thread.join() }
  }

  /// Plays the current notes of the sources of one kind. Any thread may call; never waits.
  /// - Parameters:
  ///   - kind: hands or touches. Input from MIDI is never sent out.
  ///   - notes: all sources of this kind. A missing source has disappeared, and its note ends.
  ///   - heardAt: seconds of `Clock` at which the synthesizer's own sound of it is heard. For a frame n this is
  ///     `pair.seconds + Double(n - pair.frame) / rate`. A past time, or 0, means now; more than 0.25 s ahead counts
  ///     as 0.25 s.
  ///   - captureTime: seconds of `Clock` at which the frame behind it was taken, for the status; 0 for none.
  public func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, heardAt: Double, captureTime: Double = 0) {
    add(.play(kind, notes, heardAt: heardAt, captureTime: captureTime.isFinite ? captureTime : 0))
  }

  /// Sends one message to all ports, beside the notes: a clock tick. Any thread may call; never waits.
  /// - Parameter heardAt: seconds of `Clock`.
  public func send(_ message: MIDIMessage, heardAt: Double) { add(.send(message, at: heardAt)) }

  /// Ends all notes on all ports. Sources that continue their stroke stay silent until the next one.
  public func panic() { add(.panic) }

  /// Settings of the output. When new settings give a note another channel, it ends and begins there.
  public var settings: MIDISettings {
    get { shared.settings }
    set { changeSettings { $0 = newValue } }
  }

  /// Changes the settings in one step. Any thread may call; never waits.
  /// - Parameter body: changes the present settings; it must not call other code.
  public func changeSettings(_ body: (inout MIDISettings) -> Void) {
    shared.changeSettings(body)
    wake()
  }

  /// Connects ports now and whenever they return, until the service ends.
  /// - Parameter name: of a port, a client, both with a colon between them, or numbers such as 24:0.
  /// - Throws: `Problem` when no port has this name.
  public func connect(_ name: String) throws(Problem) { try change(name) { $0.ask(for: $1) } }

  /// Disconnects ports and leaves them alone, even when they match the pattern. Their notes end.
  /// - Throws: `Problem` when no port has this name.
  public func disconnect(_ name: String) throws(Problem) { try change(name) { $0.refuse($1) } }

  private func change(_ name: String, _ change: (inout PortPreferences, [SequencerPort]) -> Void) throws(Problem) {
    let isFound = shared.change { preferences, ports in
      let found = PortPreferences.named(name, among: ports)
      change(&preferences, found)
      return !found.isEmpty
    }
    guard isFound else { throw .notFound("the MIDI port '\(name)' is missing: list the ports with gfctl midi ports") }
    wake()
  }

  /// The connections and message counts. The consumer of the input adds clock and learned bindings.
  public var status: MIDIStatus {
    let report = shared.report
    var status = MIDIStatus(available: report.isOpen, problem: report.problem)
    status.ports = report.ports.map { port in
      let (takes, gives) = (port.takes || port.hears, port.gives || port.isHeard)
      return MIDIPortStatus(
        name: cleaned(port.name, limit: Self.longestName), client: cleaned(port.client, limit: Self.longestName),
        direction: takes && gives ? .both : takes ? .in : .out, connected: port.hears || port.isHeard)
    }
    (status.sent, status.received) = (report.sent, report.received)
    let way = shared.noteLatency.summary()
    func round(_ x: Double) -> Double { x.rounded(digits: 3) }
    if way.count > 0 {
      status.noteLatencyMs = Quantiles(
        count: way.count, p50: round(way.p50), p95: round(way.p95), p99: round(way.p99), max: round(way.max))
    }
    return status
  }

  /// Largest number of characters of a port's name in the status.
  private static let longestName = 64

  /// Number of messages dropped since the start, because they came too fast.
  public var dropped: Int { state.now.queue.dropped }

  /// The thread that sends and reads, once it runs.
  public var thread: RealtimeThread.Outcome? { state.now.threads.first?.outcome }

  private func add(_ order: PortShared.Order) {
    shared.add(order)
    wake()
  }

  private func wake() { state.read { $0.wake }?.wake() }
}

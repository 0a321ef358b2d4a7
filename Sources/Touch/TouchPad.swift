import Notes
import Realtime
import Synchronization

/// The touch device and its thread: looks for it, reads it, and looks for it again when it was unplugged.
public final class TouchPad: Sendable {
  /// How it is.
  public struct State: Sendable, Equatable {
    /// The device's name; nil while there is none.
    public var name: String?
    /// Its file; nil while there is none.
    public var path: String?
    /// Why there is none, or not the wanted one; nil when there is one, and where `auto` finds none plugged in.
    public var problem: TouchProblem?
    /// It has been looked for.
    public var hasLooked = false
    /// Touches that play.
    public var touches = 0
    /// Touches beyond the fourth, which count for nothing, since it was made.
    public var ignored = 0
    /// How often the kernel dropped events because they were not read in time, since it was made.
    public var drops = 0
    /// Nothing is there yet.
    public init() {}
    /// There is a device, and it is read.
    public var isConnected: Bool { path != nil }
  }

  /// Milliseconds after which the thread looks whether it is to end, and at fingers that lie still.
  private static let patience = 100
  /// Looks for a device again after so many times `patience`, where nothing tells that one has come.
  private static let pauses = 20
  /// Below the camera and above the hands: what it does takes microseconds.
  private static let request = RealtimeThread.Request(name: "gf-touch", core: 1, priority: 65)

  private struct Shared {
    var state = State()
    var thread: RealtimeThread?
    var hasToldOfMany = false
  }

  /// Which device is wanted.
  public let choice: TouchChoice
  private let device: any TouchDevice
  private let nodes: any TouchNodes
  private let onNotice: @Sendable (String) -> Void
  private let onTouch: @Sendable ([Source], Double) -> Void
  private let shared = Mutex(Shared())
  // Order: the exchange is one step, so that of two starts one makes the thread; making it and joining it order all else: what a thread did is handed over by the join, and nobody
  // starts before `stop` has returned.
  private let isRunning = Atomic(false)
  // Order: relaxed: a setting by itself, which counts from whatever event sees it first.
  private let isBending = Atomic(false)

  /// - Parameters:
  ///   - choice: which device.
  ///   - device: opens and reads it; a double in tests.
  ///   - nodes: the files of input devices; a double in tests.
  ///   - onNotice: told, on the thread `gf-touch`, what a player should know: a device that was unplugged, a touch too many.
  ///   - onTouch: told, on the thread `gf-touch`, what is touched whenever it has changed: one source for each touch, `SourceID(.touch, 0...3)`, gate on, who touches longest first; and when, in
  ///     seconds of `Clock`. Who is missing has let go; when the device is gone or the thread ends, all have. It must not wait, nor call `stop`.
  public init(
    _ choice: TouchChoice, device: any TouchDevice = EvdevDevice(), nodes: any TouchNodes = InputFolder(),
    onNotice: @escaping @Sendable (String) -> Void = { _ in }, onTouch: @escaping @Sendable ([Source], Double) -> Void
  ) {
    self.choice = choice
    self.device = device
    self.nodes = nodes
    self.onNotice = onNotice
    self.onTouch = onTouch
  }

  // MARK: - Asked from anywhere

  /// How it is now.
  public var state: State { shared.withLock { $0.state } }
  /// What the thread asked for and got; nil while there is none.
  public var thread: RealtimeThread.Outcome? { shared.withLock { $0.thread?.outcome } }
  /// A slide sideways bends the note, and the modulation stays where the touch began. Heard with the next event.
  public var bends: Bool {
    get { isBending.load(ordering: .relaxed) }
    set { isBending.store(newValue, ordering: .relaxed) }
  }

  /// Starts the thread, which looks for the device; with `off` there is nothing to start. - Throws: when there can be no thread.
  public func start() throws {
    guard choice != .off, !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do {
      let thread = try RealtimeThread(Self.request) { [self] in run() }
      shared.withLock { $0.thread = thread }
    } catch {
      isRunning.store(false, ordering: .releasing)
      throw error
    }
  }

  /// Ends the thread; what is touched is let go before.
  public func stop() {
    isRunning.store(false, ordering: .releasing)
    let thread = shared.withLock { shared in
      defer { shared.thread = nil }
      return shared.thread
    }
    thread?.join()
  }

  // MARK: - On the thread

  private var goesOn: Bool { isRunning.load(ordering: .acquiring) }

  private func run() {
    let search = TouchSearch(choice, device: device, nodes: nodes)
    // A named one that was unplugged stays the problem until it is back. `auto` wants what there is, and that may be none.
    var lost: TouchProblem?
    // A device that has just come belongs to root until udev has given it to its group.
    var isSettled = true
    while goesOn {
      do throws(TouchProblem) {
        if let (path, description) = try search.open() {
          lost = play(path, description)
          device.close()
          if case .unplugged = lost, choice == .auto { lost = nil }
        } else {
          lost = nil
        }
        show { $0.problem = lost }
      } catch {
        switch error {
        case .missing where lost != nil: break
        case .noPermission where !isSettled: break
        default: show { $0.problem = error }
        }
      }
      show { $0.hasLooked = true }
      isSettled = !pause()
    }
    show { ($0.problem, $0.hasLooked) = (nil, false) }
  }

  /// Reads the device until it fails or the thread is to end. - Returns: why it failed.
  private func play(_ path: String, _ description: TouchDescription) -> TouchProblem? {
    var session = TouchSession(device, description)
    let before = state
    show { ($0.name, $0.path, $0.hasLooked) = (description.name, path, true) }
    var problem: TouchProblem?
    do throws(TouchFailure) {
      while goesOn {
        session.reader.bends = bends
        let frames = try session.read(milliseconds: Self.patience)
        for frame in frames { onTouch(frame.sources, frame.time) }
        tell(session, before)
      }
    } catch { problem = TouchProblem(error, path: path, name: description.name) }
    // Before anything else: a note sounds until this is said.
    if let end = session.reader.end(time: Clock.seconds) { onTouch(end.sources, end.time) }
    show { ($0.name, $0.path, $0.touches) = (nil, nil, 0) }
    // What never said anything was not played: a device that fails at each try is told by the state alone.
    if let problem, session.events > 0 { onNotice("\(problem)") }
    return problem
  }

  private func tell(_ session: TouchSession, _ before: State) {
    let isFirst = shared.withLock { shared in
      // A device that opens and fails at once is no better than before.
      if session.isSound { shared.state.problem = nil }
      shared.state.touches = session.reader.count
      shared.state.drops = before.drops + session.drops
      shared.state.ignored = before.ignored + session.reader.ignored
      defer { shared.hasToldOfMany = shared.hasToldOfMany || shared.state.ignored > 0 }
      return shared.state.ignored > 0 && !shared.hasToldOfMany
    }
    if isFirst { onNotice("more than \(TouchReader.most) fingers: those beyond the fourth play nothing") }
  }

  private func show(_ change: (inout State) -> Void) { shared.withLock { change(&$0.state) } }

  /// Waits until there may be something new. - Returns: false when the time is over.
  private func pause() -> Bool {
    for _ in 0..<Self.pauses where goesOn { if nodes.wait(milliseconds: Self.patience) { return true } }
    return false
  }
}

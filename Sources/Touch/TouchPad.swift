import GestureFlowAPI
import Notes
import Realtime
import Synchronization

/// A touch device with its thread. The thread searches for the device, reads it, and searches again after it was
/// unplugged.
public final class TouchPad: Sendable {
  /// The state of the device.
  public struct State: Sendable, Equatable {
    /// The device's name; nil without a device.
    public var name: String?
    /// The device's file; nil without a device.
    public var path: String?
    /// Reason why the wanted device is missing. It is nil with a device, and when `auto` finds none plugged in.
    public var problem: TouchProblem?
    /// Whether a search has finished.
    public var hasLooked = false
    /// Number of touches that play.
    public var touches = 0
    /// Number of ignored touches beyond the fourth, since the pad was created.
    public var ignored = 0
    /// Number of event losses in the kernel, since the pad was created. The kernel drops events that are not read in
    /// time.
    public var drops = 0
    /// Creates the state before the first search.
    public init() {}
    /// Whether a device is open and read.
    public var isConnected: Bool { path != nil }
  }

  /// Milliseconds after which the thread checks `isRunning` and resting fingers.
  private static let patience = 100
  /// Number of `patience` periods between searches when no file changes.
  private static let pauses = 20
  /// Thread request: priority below the camera's and above the hands'. Its work takes microseconds.
  private static let request = RealtimeThread.Request(name: "gf-touch", core: 1, priority: 65)

  /// The wanted device.
  public let choice: TouchChoice
  private let device: any TouchDevice
  private let nodes: any TouchNodes
  private let onNotice: @Sendable (String) -> Void
  private let onTouch: @Sendable ([Source], Double) -> Void
  /// Published by the thread `gf-touch`.
  private let published = Published(State())
  private let slot = ThreadSlot()
  // Order: the exchange is one step, so only one of two starts creates the thread. Creation and join of the thread
  // order all else. The join hands over the thread's work, and the caller starts again only after `stop` has
  // returned.
  private let isRunning = Atomic(false)
  // Order: relaxed. The setting stands alone and applies from the event that sees it first.
  private let isBending = Atomic(false)

  /// Creates a pad without a thread.
  /// - Parameters:
  ///   - choice: the wanted device.
  ///   - device: opens and reads the device; a double in tests.
  ///   - nodes: the files of input devices; a double in tests.
  ///   - onNotice: receives notices for the player on the thread `gf-touch`: an unplugged device, a touch too many.
  ///   - onTouch: receives the touches on the thread `gf-touch` whenever they change, with the time in seconds of
  ///     `Clock`. Each touch is one source, `SourceID(.touch, 0...3)`, gate on, the longest touch first. A missing
  ///     touch has ended; when the device is gone or the thread ends, all have. It must not wait, and must not call
  ///     `stop`.
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

  /// The current state.
  public var state: State { published.now }
  /// The thread's requested and granted properties; nil without a thread.
  public var thread: RealtimeThread.Outcome? { slot.outcome }
  /// Whether a sideways slide bends the note. The modulation then stays at the value of the touch's begin. A change
  /// applies from the next event.
  public var bends: Bool {
    get { isBending.load(ordering: .relaxed) }
    set { isBending.store(newValue, ordering: .relaxed) }
  }

  /// Starts the thread, which searches for the device. Does nothing for `off`.
  /// - Throws: when the thread cannot be created.
  public func start() throws {
    guard choice != .off, !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do {
      try slot.start { try RealtimeThread(Self.request) { [self] in run() } }
    } catch {
      isRunning.store(false, ordering: .releasing)
      throw error
    }
  }

  /// Releases all touches and ends the thread.
  public func stop() {
    isRunning.store(false, ordering: .releasing)
    slot.end()
  }

  // MARK: - On the thread

  private var goesOn: Bool { isRunning.load(ordering: .acquiring) }

  private func run() {
    let search = TouchSearch(choice, device: device, nodes: nodes)
    // A named device that was unplugged stays the problem until it returns. `auto` accepts any device, and also none.
    var lost: TouchProblem?
    // A new device belongs to root until udev changes its group.
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

  /// Reads the device until it fails or the thread must end.
  /// - Returns: the reason of the failure.
  private func play(_ path: String, _ description: TouchDescription) -> TouchProblem? {
    var session = TouchSession(device, description)
    let before = state
    show { ($0.name, $0.path, $0.hasLooked) = (description.name, path, true) }
    var problem: TouchProblem?
    do throws(SystemFailure) {
      while goesOn {
        session.reader.bends = bends
        let frames = try session.read(milliseconds: Self.patience)
        for frame in frames { onTouch(frame.sources, frame.time) }
        tell(session, before)
      }
    } catch { problem = TouchProblem(error, path: path, name: description.name) }
    // End the touches first, because a note sounds until then.
    if let end = session.reader.end(time: Clock.seconds) { onTouch(end.sources, end.time) }
    show { ($0.name, $0.path, $0.touches) = (nil, nil, 0) }
    // A device without any event was not played. When it fails at each attempt, only the state reports it.
    if let problem, session.events > 0 { onNotice("\(problem)") }
    return problem
  }

  private func tell(_ session: TouchSession, _ before: State) {
    let isFirst = published.change { state in
      // A device that fails right after opening does not clear the problem.
      if session.isSound { state.problem = nil }
      state.touches = session.reader.count
      state.drops = before.drops + session.drops
      let known = state.ignored
      state.ignored = before.ignored + session.reader.ignored
      return known == 0 && state.ignored > 0
    }
    if isFirst { onNotice("more than \(TouchReader.most) fingers: touch with four at most") }
  }

  private func show(_ change: (inout State) -> Void) { published.change { change(&$0) } }

  /// Waits until the set of files may have changed.
  /// - Returns: false after a timeout.
  private func pause() -> Bool {
    for _ in 0..<Self.pauses where goesOn { if nodes.wait(milliseconds: Self.patience) { return true } }
    return false
  }
}

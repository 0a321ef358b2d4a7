import Dispatch
import GestureFlowAPI
import Glibc
import Realtime
import Sound
import Synchronization

/// The thread that owns how the box plays (`gf-control`). Events come in through one bounded queue and are handled one
/// after another, so no change meets another one half done.
///
/// Nothing that can block may run on it. Before `start` and after `stop`, and in a run without a clock, the callers'
/// threads handle their events themselves.
package final class ControlLoop: Sendable {
  /// Events that may wait before frames and touches are dropped. They are two seconds of a fast camera.
  private static let room = 256

  /// State that the callers share with the loop. It has the waiting events, the thread and the listeners.
  private struct Shared {
    var waiting: [ControlEvent] = []
    var dropped = 0
    var isRunning = false
    var thread: RealtimeThread?
    var commands: (any CommandHandler)?
    /// Called after a change of mode stream.
    var onStreamChange: (@Sendable () -> Void)?
  }

  /// Only the loop's thread uses it, while the loop runs.
  private let state: Mutex<Controls>
  private let published: Published<ControlView>
  /// Held for a few copies. No handler and no listener is called under it.
  private let shared = Mutex(Shared())
  private let arrival = DispatchSemaphore(value: 0)
  // Order: written by the loop's thread, which alone can find its own identity here.
  private let identity = Atomic<UInt>(0)
  // Order: relaxed: written under the lock of `state`, and read by the same thread. Few frames belong to a choice.
  private let choosesScene = Atomic(false)

  /// Makes the loop.
  /// - Parameter controls: how the box plays at first.
  package init(_ controls: Controls) {
    state = Mutex(controls)
    published = Published(ControlView(controls))
  }

  // MARK: - Running

  /// Sets the handler of commands and buttons. The loop retains it from the start of a run to its end; nil releases it.
  package func handle(by commands: (any CommandHandler)?) {
    // The former handler is released after the lock: its end may add events, which takes the lock.
    let former = shared.withLock { shared in
      defer { shared.commands = commands }
      return shared.commands
    }
    withExtendedLifetime(former) {}
  }

  /// Sets the listener for changes of mode stream.
  /// - Parameter onChange: called after a change; it must not wait.
  package func observe(_ onChange: @escaping @Sendable () -> Void) { shared.withLock { $0.onStreamChange = onChange } }

  /// Starts the thread.
  /// - Throws: `Failure` if it cannot be made.
  package func start() throws {
    shared.withLock { $0.isRunning = true }
    do {
      // Below the tracker's priority: a frame that is being processed is worth more than the next event.
      let new = try RealtimeThread(.init(name: "gf-control", priority: 55)) { [self] in run() }
      shared.withLock { $0.thread = new }
    } catch {
      shared.withLock { $0.isRunning = false }
      throw error
    }
  }

  /// Handles the events that wait, and ends the thread.
  package func stop() {
    let thread = shared.withLock { shared -> RealtimeThread? in
      guard let thread = shared.thread else { return nil }
      (shared.thread, shared.isRunning) = (nil, false)
      return thread
    }
    guard let thread else { return }
    arrival.signal()
    thread.join()
  }

  /// Properties of the thread; nil while it does not run.
  package var outcome: RealtimeThread.Outcome? { shared.withLock { $0.thread?.outcome } }

  private func run() {
    identity.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
    defer { identity.store(0, ordering: .sequentiallyConsistent) }
    var events: [ControlEvent] = []
    var goesOn = true
    while goesOn {
      arrival.wait()
      events.removeAll(keepingCapacity: true)
      let commands: (any CommandHandler)?
      (goesOn, commands) = shared.withLock { shared in
        swap(&events, &shared.waiting)
        return (shared.isRunning, shared.commands)
      }
      for event in events { handle(event, by: commands) }
    }
  }

  // MARK: - Events

  /// Adds an event. It never waits; the loop handles the event soon. While the loop does not run, it is handled before
  /// this returns.
  /// - Parameter handler: carries out a command while no run has a handler.
  package func post(_ event: ControlEvent, by handler: (any CommandHandler)? = nil) {
    if isHere { return handleHere(event, handler) }
    enum Way { case here, first, behind }
    let way: Way = shared.withLock { shared in
      guard shared.isRunning else { return .here }
      if event.mayBeDropped, shared.waiting.count >= Self.room {
        shared.dropped += 1
        return .behind
      }
      shared.waiting.append(event)
      return shared.waiting.count == 1 ? .first : .behind
    }
    switch way {
    case .here: handleHere(event, handler)
    case .first: arrival.signal()
    // The loop takes all events that wait at once.
    case .behind: break
    }
  }

  /// Adds a change that needs no answer.
  package func post(_ body: @escaping @Sendable (inout Controls) -> Void) {
    post(.change { [self] in apply(body) })
  }

  /// Changes the controls and waits until that is done. Other threads wait for events before theirs; none of these
  /// blocks.
  @discardableResult package func change<Result: Sendable>(_ body: @escaping @Sendable (inout Controls) -> Result) -> Result {
    guard !isHere, shared.withLock({ $0.isRunning }) else { return apply(body) }
    let answer = Answer<Result>()
    post(.change { [self] in answer.set(apply(body)) })
    return answer.wait()
  }

  /// Whether the caller runs on the loop's thread.
  private var isHere: Bool { identity.load(ordering: .sequentiallyConsistent) == UInt(pthread_self()) }

  /// Handles an event on the caller's thread.
  /// - Parameter poster: carries out a command while no run has a handler.
  private func handleHere(_ event: ControlEvent, _ poster: (any CommandHandler)?) {
    handle(event, by: shared.withLock { $0.commands } ?? poster)
  }

  private func handle(_ event: ControlEvent, by commands: (any CommandHandler)?) {
    switch event {
    case .hands(let handler, let frame, let hands):
      handler.read(frame, hands)
      followSceneChoice(commands)
    case .noFrame(let handler, let time, let waited, let isLost):
      handler.readNoFrame(at: time, waited: waited, isLost: isLost)
      followSceneChoice(commands)
    case .replayed(let handler, let frame): handler.replay(frame)
    case .touches(let sources, let time): apply { $0.instrument.touch(sources, captureTime: time) }
    case .command(let command, let reply): commands.map { $0.handle(command, reply) } ?? reply(.failure(Self.absent))
    case .ended(let command, let result, let reply): commands.map { $0.end(command, result, reply) } ?? reply(result)
    case .gesture(let gesture): commands?.handle(gesture)
    case .button(let button): commands?.handle(button)
    case .startHold(let step): commands?.handle(step)
    case .change(let work): work()
    }
  }

  /// Follows the choice of a scene by fingers. The other frames copy no view of the controls.
  private func followSceneChoice(_ commands: (any CommandHandler)?) {
    if choosesScene.load(ordering: .relaxed) { commands?.lookAtSceneChoice(at: Clock.seconds) }
  }

  private static let absent = Problem.busy("the box is starting or going down: try again")

  @discardableResult private func apply<Result>(_ body: (inout Controls) -> Result) -> Result {
    let (result, isStreamChanged) = state.withLock { controls in
      let result = body(&controls)
      published.store(ControlView(controls))
      choosesScene.store(controls.sceneChoice != nil, ordering: .relaxed)
      return (result, controls.stream.takeChange())
    }
    // The listener may change the controls itself, so it is called without the lock.
    if isStreamChanged { shared.withLock { $0.onStreamChange }?() }
    return result
  }

  // MARK: - Reading, on any thread

  /// The state after the last event.
  package var view: ControlView { published.now }

  /// The values of the whole box after the last event.
  package var values: Controls.Values { view.values }

  /// Takes the number of events that were dropped since the last call.
  package func takeDropped() -> Int {
    shared.withLock { shared in
      defer { shared.dropped = 0 }
      return shared.dropped
    }
  }
}

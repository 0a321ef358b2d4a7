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
  /// Events that may wait before frames and touches are dropped: two seconds of a fast camera.
  private static let room = 256

  private struct Queue {
    var waiting: [ControlEvent] = []
    var dropped = 0
    var isRunning = false
  }

  /// The loop's surroundings.
  private struct Links {
    var commands: (any CommandHandler)?
    /// Called after a change of mode stream.
    var onStreamChange: (@Sendable () -> Void)?
    var thread: RealtimeThread?
  }

  /// The only thread that uses it is that of the loop, while the loop runs.
  private let state: Mutex<Controls>
  private let published: Published<ControlView>
  private let queue = Mutex(Queue())
  private let arrival = DispatchSemaphore(value: 0)
  private let links = Mutex(Links())
  // Order: written by the loop's thread, which alone can find its own identity here.
  private let identity = Atomic<UInt>(0)

  /// Makes the loop.
  /// - Parameter controls: how the box plays at first.
  package init(_ controls: Controls) {
    state = Mutex(controls)
    published = Published(ControlView(controls))
  }

  // MARK: - Running

  /// Sets the handler of commands and buttons, from the start of a run to its end. It is retained; nil releases it.
  package func handle(by commands: (any CommandHandler)?) { links.withLock { $0.commands = commands } }

  /// Sets the listener for changes of mode stream.
  /// - Parameter onChange: called after a change; it must not wait.
  package func observe(_ onChange: @escaping @Sendable () -> Void) { links.withLock { $0.onStreamChange = onChange } }

  /// Starts the thread.
  /// - Throws: `Failure` if it cannot be made.
  package func start() throws {
    queue.withLock { $0.isRunning = true }
    do {
      // Below the tracker's priority: a frame that is being processed is worth more than the next event.
      let new = try RealtimeThread(.init(name: "gf-control", priority: 55)) { [self] in run() }
      links.withLock { $0.thread = new }
    } catch {
      queue.withLock { $0.isRunning = false }
      throw error
    }
  }

  /// Handles the events that wait, and ends the thread.
  package func stop() {
    let thread = links.withLock { links in
      defer { links.thread = nil }
      return links.thread
    }
    guard let thread else { return }
    queue.withLock { $0.isRunning = false }
    arrival.signal()
    thread.join()
  }

  /// Properties of the thread; nil while it does not run.
  package var outcome: RealtimeThread.Outcome? { links.withLock { $0.thread?.outcome } }

  private func run() {
    identity.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
    defer { identity.store(0, ordering: .sequentiallyConsistent) }
    var events: [ControlEvent] = []
    var goesOn = true
    while goesOn {
      arrival.wait()
      events.removeAll(keepingCapacity: true)
      goesOn = queue.withLock { queue in
        swap(&events, &queue.waiting)
        return queue.isRunning
      }
      for event in events { handle(event, nil) }
    }
  }

  // MARK: - Events

  /// Adds an event. It never waits; the loop handles the event soon. While the loop does not run, it is handled before
  /// this returns.
  /// - Parameter handler: carries out a command while no run has a handler.
  package func post(_ event: ControlEvent, by handler: (any CommandHandler)? = nil) {
    if isHere { return handle(event, handler) }
    enum Way { case here, first, behind }
    let way: Way = queue.withLock { queue in
      guard queue.isRunning else { return .here }
      if event.mayBeDropped, queue.waiting.count >= Self.room {
        queue.dropped += 1
        return .behind
      }
      queue.waiting.append(event)
      return queue.waiting.count == 1 ? .first : .behind
    }
    switch way {
    case .here: handle(event, handler)
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
    guard !isHere, queue.withLock({ $0.isRunning }) else { return apply(body) }
    let answer = Answer<Result>()
    post(.change { [self] in answer.set(apply(body)) })
    return answer.wait()
  }

  /// Whether the caller runs on the loop's thread.
  private var isHere: Bool { identity.load(ordering: .sequentiallyConsistent) == UInt(pthread_self()) }

  private func handle(_ event: ControlEvent, _ poster: (any CommandHandler)?) {
    let commands = links.withLock { $0.commands } ?? poster
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

  /// Few frames belong to a choice: the others copy no view of the controls.
  private func followSceneChoice(_ commands: (any CommandHandler)?) {
    if state.withLock({ $0.sceneChoice != nil }) { commands?.lookAtSceneChoice(at: Clock.seconds) }
  }

  private static let absent = Problem.busy("the box is starting or going down: try again")

  @discardableResult private func apply<Result>(_ body: (inout Controls) -> Result) -> Result {
    let (result, isStreamChanged) = state.withLock { controls in
      let result = body(&controls)
      published.store(ControlView(controls))
      return (result, controls.stream.takeChange())
    }
    // The listener may change the controls itself, so it is called without the lock.
    if isStreamChanged { links.withLock { $0.onStreamChange }?() }
    return result
  }

  // MARK: - Reading, on any thread

  /// The state after the last event.
  package var view: ControlView { published.now }

  /// The values of the whole box after the last event.
  package var values: Controls.Values { view.values }

  /// Takes the number of events that were dropped since the last call.
  package func takeDropped() -> Int {
    queue.withLock { queue in
      defer { queue.dropped = 0 }
      return queue.dropped
    }
  }
}

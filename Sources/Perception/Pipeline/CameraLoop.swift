import Camera
import Foundation
import Realtime
import Synchronization

/// Runs the two threads between the camera and the sound. One thread takes frames from the camera; the other finds
/// the hands in the newest frame.
package final class CameraLoop: Sendable {
  /// Seconds without a frame after which presence follows the clock.
  package static let frameless = 0.25
  /// Seconds between early polls without a frame, and their number. The early polls end notes, because notes do not
  /// wait for presence. After the last one (2 s) the longest pause that presence waits for is over.
  private static let glance = 0.05
  private static let glances = 40
  /// Largest age of a capture time when its frame arrives, in seconds. A pause of this length does not count as time
  /// without frames yet.
  static let latency = 0.2
  /// Seconds that a source may take to answer, opening included. A driver that hangs in a call never answers.
  static let hung = 10.0
  /// Timeout in seconds of one request for a frame.
  private static let patience = 0.2
  /// Frames kept for a measurement. Further ones are left out.
  private static let longestTrace = 16
  /// Seconds over which the frames a second are counted.
  private static let rateWindow = 3.0
  /// Seconds without an answer after which hands count as unknown. A source that is only slow answers `.nothing`.
  private static let unanswered = 0.35

  private let source: any FrameSource
  private let frames = Mailbox<Frame>()
  private let log: BootLog
  private let onEnd: @Sendable () -> Void
  private let clock: @Sendable () -> Double
  /// Changed by the camera's thread. `start` and `stop` add the threads, a measurement its trace.
  private let state: Published<State>
  // The camera's thread stores these for each frame.
  private let received = Counter()
  /// Frames a second at the last answer.
  private let rate = AtomicDouble(0)
  /// Time of the last answer of the source. Nil while the camera thread does not run.
  private let lastAnswer = AtomicDouble()
  // Order: relaxed: a hint for each frame, stored under the lock of `state`, which orders the frames of a trace.
  private let isTraced = Atomic(false)
  // Order: stored before `stop` closes the source, whose end comes later.
  private let isStopped = Atomic(false)

  private struct State {
    var problem: CameraError?
    /// Frames that a measurement has not taken yet; nil without one.
    var trace: [Frame]?
    var camera: RealtimeThread?
    var tracker: RealtimeThread?
  }

  /// Prepares the two threads; `start` runs them.
  /// - Parameters:
  ///   - problem: why the first try to open the camera failed.
  ///   - clock: seconds of `Clock`; replaced in tests.
  package init(
    _ source: any FrameSource, log: BootLog, problem: CameraError? = nil, clock: @escaping @Sendable () -> Double = { Clock.seconds },
    onEnd: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.log = log
    self.onEnd = onEnd
    self.clock = clock
    state = Published(State(problem: problem))
  }

  /// Why no frames come now; nil while they come.
  package var problem: CameraError? {
    state.read { $0.problem } ?? (isUnanswered(for: Self.hung) ? .silent(path: source.name) : nil)
  }
  package var isConnected: Bool { problem == nil }
  /// Whether hands cannot play notes any more. Then the camera is gone, or its driver hangs. This is true sooner than
  /// `problem` is set, because `problem` waits for a camera that is being opened.
  package var isLost: Bool { state.read { $0.problem } != nil || isUnanswered(for: Self.unanswered) }
  /// Whether a device has not answered for longer than the given seconds. A source that has not been polled yet does
  /// not hang.
  private func isUnanswered(for seconds: Double) -> Bool {
    guard source.isDevice, let last = lastAnswer.load() else { return false }
    return clock() - last > seconds
  }
  package var framesReceived: Int { Int(received.load()) }
  /// Frames a second over the last seconds. It is 0 after three seconds without an answer of the source.
  package var framesPerSecond: Double {
    guard let last = lastAnswer.load(), clock() - last < Self.rateWindow else { return 0 }
    return rate.load() ?? 0
  }
  /// Returns the frames since the last call, the oldest first. Returns nil while the camera is lost.
  /// - Parameter goesOn: whether to keep those that follow.
  package func takeTrace(goesOn: Bool) -> [Frame]? {
    let frames = state.change { state in
      defer { state.trace = goesOn ? [] : nil }
      isTraced.store(goesOn, ordering: .relaxed)
      return state.trace ?? []
    }
    return isConnected ? frames : nil
  }
  /// Frames that the tracker did not process. They were lost before they came here, or newer frames replaced them
  /// while the tracker was busy.
  package var dropped: Int { source.dropped + frames.dropped }
  /// Damage of the frames of the camera.
  package var damage: FrameDamage { source.damage }
  package var threads: [RealtimeThread.Outcome] { state.read { [$0.camera, $0.tracker] }.compactMap { $0?.outcome } }

  /// Starts both threads.
  /// - Parameter workers: called on the thread of the hands. The function that it returns gives the worker of each
  ///   frame; nil while the tracker does not work.
  /// - Throws: the error of a thread that cannot start.
  package func start(_ workers: @escaping @Sendable () -> () -> FrameWorker?) throws {
    let tracker = try RealtimeThread(.init(name: "gf-hands", core: 2, priority: 60)) { [self] in
      let worker = workers()
      var came: Double?
      Self.follow(
        frames,
        each: {
          came = clock()
          worker()?.process($0)
        },
        frameless: {
          let now = clock()
          worker()?.pipeline.noFrame(at: now - Self.latency, waited: came.map { now - $0 }, isLost: isLost)
        })
    }
    state.change { $0.tracker = tracker }
    lastAnswer.store(clock())
    do {
      // A device's frames are fetched first, before they are processed. A source that computes or decodes frames
      // works on the core of `gf-hands-2` and gives way to the hands: it may be too slow for the machine.
      let camera = try RealtimeThread(.init(name: "gf-camera", core: 1, priority: source.isDevice ? 70 : 40)) { [self] in run() }
      state.change { $0.camera = camera }
    } catch {
      // `stop` does not end this thread: without `close` it would wait for frames forever, one more after each try.
      // The source stays open for the next try.
      frames.close()
      tracker.join()
      throw error
    }
  }

  /// Takes frames until the mailbox is closed, and reports when none comes.
  package static func follow(_ frames: Mailbox<Frame>, each: (Frame) -> Void, frameless: () -> Void) {
    var looks = 0
    while true {
      if let frame = frames.take(timeout: wait(after: looks)) {
        looks = 0
        each(frame)
      } else if frames.isClosed {
        return
      } else {
        looks += 1
        frameless()
      }
    }
  }

  /// Returns the seconds to wait before the next poll without a frame.
  /// - Parameter looks: polls since the last frame.
  package static func wait(after looks: Int) -> Double { looks < glances ? glance : frameless }

  private func run() {
    // The first open of the camera may have left a problem.
    var (recent, mayHaveProblem) = (FrameRate(window: Self.rateWindow), true)
    while !isStopped.load(ordering: .acquiring) {
      let event = source.next(timeout: Self.patience)
      let now = clock()
      if case .lost(let problem) = event {
        mayHaveProblem = true
        state.change { $0.problem = problem }
      }
      lastAnswer.store(now)
      if case .frame = event { recent.add(at: now) }
      rate.store(recent.value(at: now))
      switch event {
      case .frame(let frame):
        if mayHaveProblem { state.change { $0.problem = nil } }
        mayHaveProblem = false
        if isTraced.load(ordering: .relaxed) { trace(frame) }
        received.add()
        frames.put(frame)
      case .nothing, .lost: break
      case .ended:
        // The box closed the source because it needs no more frames: do not report an end.
        if isStopped.load(ordering: .acquiring) { return }
        if let failure = (source as? FilmFile)?.failure { log.notice("\(failure)") }
        onEnd()
        return
      }
    }
  }

  /// Keeps a frame for a measurement.
  private func trace(_ frame: Frame) {
    state.change { state in
      if let count = state.trace?.count, count < Self.longestTrace { state.trace?.append(frame) }
    }
  }

  package func stop() {
    isStopped.store(true, ordering: .releasing)
    let (camera, tracker) = state.read { ($0.camera, $0.tracker) }
    // Close the source first: a film that hangs would otherwise never return to the camera thread.
    source.close()
    camera?.join()
    frames.close()
    tracker?.join()
  }
}

import Camera
import Foundation
import Realtime

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
  /// Seconds without an answer after which hands count as unknown. A source that is only slow answers `.nothing`.
  private static let unanswered = 0.35

  private let source: any FrameSource
  private let frames = Mailbox<Frame>()
  private let log: BootLog
  private let onEnd: @Sendable () -> Void
  private let clock: @Sendable () -> Double
  /// Published by the camera's thread. `start` and `stop` add the threads and the end, a measurement its trace.
  private let state: Published<State>

  private struct State {
    var isStopped = false
    var received = 0
    var rate = FrameRate()
    var problem: CameraError?
    /// Time of the last answer of the source. Nil while the camera thread does not run.
    var lastAnswer: Double?
    /// Frames that a measurement has not taken yet; nil without one.
    var trace: [Frame]?
    var camera: RealtimeThread?
    var tracker: RealtimeThread?

    /// Notes an answer of the source.
    mutating func answered(_ event: FrameEvent, at now: Double) {
      lastAnswer = now
      switch event {
      case .frame(let frame):
        problem = nil
        received += 1
        rate.add(at: now)
        if let count = trace?.count, count < CameraLoop.longestTrace { trace?.append(frame) }
      case .lost(let problem): self.problem = problem
      case .nothing, .ended: break
      }
    }
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
    let (problem, lastAnswer) = state.read { ($0.problem, $0.lastAnswer) }
    if let problem { return problem }
    return isUnanswered(since: lastAnswer, for: Self.hung) ? .silent(path: source.name) : nil
  }
  package var isConnected: Bool { problem == nil }
  /// Whether hands cannot play notes any more. Then the camera is gone, or its driver hangs. This is true sooner than
  /// `problem` is set, because `problem` waits for a camera that is being opened.
  package var isLost: Bool {
    let (problem, lastAnswer) = state.read { ($0.problem, $0.lastAnswer) }
    return problem != nil || isUnanswered(since: lastAnswer, for: Self.unanswered)
  }
  /// Whether a device has not answered for longer than the given seconds. A source that has not been polled yet does
  /// not hang.
  private func isUnanswered(since lastAnswer: Double?, for seconds: Double) -> Bool {
    guard source.isDevice, let lastAnswer else { return false }
    return clock() - lastAnswer > seconds
  }
  package var framesReceived: Int { state.read { $0.received } }
  /// Frames a second over the last seconds.
  package var framesPerSecond: Double {
    let now = clock()
    return state.read { $0.rate.value(at: now) }
  }
  /// Returns the frames since the last call, the oldest first. Returns nil while the camera is lost.
  /// - Parameter goesOn: whether to keep those that follow.
  package func takeTrace(goesOn: Bool) -> [Frame]? {
    let frames = state.change { state in
      defer { state.trace = goesOn ? [] : nil }
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
  /// - Parameter pipeline: receives the frames; nil while the tracker does not work.
  /// - Throws: the error of a thread that cannot start.
  package func start(_ pipeline: @escaping @Sendable () -> HandsPipeline?) throws {
    let tracker = try RealtimeThread(.init(name: "gf-hands", core: 2, priority: 60)) { [self] in
      var came: Double?
      Self.follow(
        frames,
        each: {
          came = clock()
          pipeline()?.process($0)
        },
        frameless: {
          let now = clock()
          pipeline()?.noFrame(at: now - Self.latency, waited: came.map { now - $0 }, isLost: isLost)
        })
    }
    let now = clock()
    state.change { ($0.tracker, $0.lastAnswer) = (tracker, now) }
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
    var isStopped = state.read { $0.isStopped }
    while !isStopped {
      let event = source.next(timeout: Self.patience)
      let now = clock()
      isStopped = state.change { state in
        state.answered(event, at: now)
        return state.isStopped
      }
      switch event {
      case .frame(let frame): frames.put(frame)
      case .nothing, .lost: break
      case .ended:
        // The box closed the source because it needs no more frames: do not report an end.
        if isStopped { return }
        if let failure = (source as? FilmFile)?.failure { log.notice("\(failure)") }
        onEnd()
        return
      }
    }
  }

  package func stop() {
    let (camera, tracker) = state.change {
      $0.isStopped = true
      return ($0.camera, $0.tracker)
    }
    // Close the source first: a film that hangs would otherwise never return to the camera thread.
    source.close()
    camera?.join()
    frames.close()
    tracker?.join()
  }
}

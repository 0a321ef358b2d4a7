import Camera
import Foundation
import Realtime
import Synchronization

/// The two threads before the sound: one takes frames from the camera, one finds the hands in the newest of them.
package final class CameraLoop: Sendable {
  /// Seconds without a frame after which the gestures are told that there is none: presence goes on by the clock.
  package static let frameless = 0.25
  /// Seconds without a frame after which they are asked first, so many times, because a note does not wait for presence. The longest pause of a camera that presence waits for anyway is over then.
  private static let glance = 0.05
  private static let glances = 40
  /// Seconds that the capture time of a frame may lie back when it arrives: so far back is no time without frames yet.
  static let latency = 0.2
  /// Seconds that a source may take to answer, opening included; a driver that hangs in a call takes for ever.
  static let hung = 10.0
  /// Seconds that a source is asked for a frame at a time.
  private static let patience = 0.2
  /// Seconds without an answer after which nothing can be known of hands, whatever the reason: a source that is only slow answers that there is nothing.
  private static let unanswered = 0.35

  private let source: any FrameSource
  private let frames = Mailbox<Frame>()
  private let log: BootLog
  private let onEnd: @Sendable () -> Void
  private let clock: @Sendable () -> Double
  private let state: Mutex<State>

  private struct State {
    var isStopped = false
    var received = 0
    var rate = FrameRate()
    var problem: CameraError?
    /// When the camera thread last came back from the source; nil while it does not run.
    var lastAnswer: Double?
    var camera: RealtimeThread?
    var tracker: RealtimeThread?
  }

  /// - Parameters:
  ///   - problem: why the camera was not there when it was first tried.
  ///   - clock: seconds of `Clock`; replaced in tests.
  package init(
    _ source: any FrameSource, log: BootLog, problem: CameraError? = nil, clock: @escaping @Sendable () -> Double = { Clock.seconds },
    onEnd: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.log = log
    self.onEnd = onEnd
    self.clock = clock
    state = Mutex(State(problem: problem))
  }

  /// Why there are no frames now; nil when there are.
  package var problem: CameraError? {
    let (problem, lastAnswer) = state.withLock { ($0.problem, $0.lastAnswer) }
    if let problem { return problem }
    return isUnanswered(since: lastAnswer, for: Self.hung) ? .silent(path: source.name) : nil
  }
  var isConnected: Bool { problem == nil }
  /// Nobody plays notes any more: the camera is gone, or its driver hangs. Sooner than `problem`, which waits for a camera that is being opened.
  package var isLost: Bool {
    let (problem, lastAnswer) = state.withLock { ($0.problem, $0.lastAnswer) }
    return problem != nil || isUnanswered(since: lastAnswer, for: Self.unanswered)
  }
  /// A device stands behind the source and has not answered for longer than so many seconds; what has not been asked yet has not hung.
  private func isUnanswered(since lastAnswer: Double?, for seconds: Double) -> Bool {
    guard source.isDevice, let lastAnswer else { return false }
    return clock() - lastAnswer > seconds
  }
  package var framesReceived: Int { state.withLock { $0.received } }
  /// Frames a second over the last seconds.
  package var framesPerSecond: Double { state.withLock { $0.rate.value(at: clock()) } }
  /// Frames nobody looked at: lost before they came here, and replaced by newer ones while the tracker was busy.
  var dropped: Int { source.dropped + frames.dropped }
  /// Pictures that came damaged.
  package var damage: FrameDamage { source.damage }
  package var threads: [RealtimeThread.Outcome] { state.withLock { [$0.camera, $0.tracker] }.compactMap { $0?.outcome } }

  /// - Parameter performance: what takes the frames; nil while the tracker does not work.
  package func start(_ performance: @escaping @Sendable () -> Performance?) throws {
    let tracker = try RealtimeThread(.init(name: "gf-hands", core: 2, priority: 60)) { [self] in
      var came: Double?
      Self.follow(
        frames,
        each: {
          came = clock()
          performance()?.process($0)
        },
        frameless: {
          let now = clock()
          performance()?.noFrame(at: now - Self.latency, waited: came.map { now - $0 }, isLost: isLost)
        })
    }
    state.withLock {
      $0.tracker = tracker
      $0.lastAnswer = clock()
    }
    do {
      // A device's pictures are fetched before anything is made of them. What is computed or decoded takes its time on the same core as `gf-hands-2`, and gives way to the hands: it may be too slow for a machine.
      let camera = try RealtimeThread(.init(name: "gf-camera", core: 1, priority: source.isDevice ? 70 : 40)) { [self] in run() }
      state.withLock { $0.camera = camera }
    } catch {
      // Nobody stops what did not start: the other thread would wait for frames for ever, one more after each try. The source is there for the next try.
      frames.close()
      tracker.join()
      throw error
    }
  }

  /// Takes frames until the mailbox is closed, and tells of it when none comes.
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

  /// Seconds until gestures are told that there is no frame. - Parameter looks: how often they were told since the last one.
  package static func wait(after looks: Int) -> Double { looks < glances ? glance : frameless }

  private func run() {
    while !state.withLock({ $0.isStopped }) {
      let event = source.next(timeout: Self.patience)
      let now = clock()
      state.withLock { $0.lastAnswer = now }
      switch event {
      case .frame(let frame):
        state.withLock {
          $0.problem = nil
          $0.received += 1
          $0.rate.add(at: now)
        }
        frames.put(frame)
      case .nothing: break
      case .lost(let problem): state.withLock { $0.problem = problem }
      case .ended:
        // Closed because the box wants no more frames: that is no end to tell of.
        if state.withLock({ $0.isStopped }) { return }
        if let failure = (source as? FilmFile)?.failure { log.notice("\(failure)") }
        onEnd()
        return
      }
    }
  }

  package func stop() {
    let (camera, tracker) = state.withLock {
      $0.isStopped = true
      return ($0.camera, $0.tracker)
    }
    // First of all: a film that hangs would never come back to the camera thread otherwise.
    source.close()
    camera?.join()
    frames.close()
    tracker?.join()
  }
}

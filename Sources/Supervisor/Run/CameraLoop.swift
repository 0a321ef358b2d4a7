import Camera
import Foundation
import Realtime

/// The two threads before the sound: one takes frames from the camera, one finds the hands in the newest of them.
final class CameraLoop: @unchecked Sendable {
  private let source: any FrameSource
  private let frames = Mailbox<Frame>()
  private let log: BootLog
  private let onEnd: @Sendable () -> Void
  private let stopped = Counter()
  private let received = Counter()
  private let lock = NSLock()
  private var problemNow: CameraError?
  private var camera: RealtimeThread?
  private var tracker: RealtimeThread?

  /// - Parameter problem: why the camera was not there when it was first tried.
  init(_ source: any FrameSource, log: BootLog, problem: CameraError? = nil, onEnd: @escaping @Sendable () -> Void) {
    self.source = source
    self.log = log
    self.onEnd = onEnd
    problemNow = problem
  }

  /// Why there are no frames now; nil when there are.
  var problem: CameraError? { lock.withLock { problemNow } }
  var isConnected: Bool { problem == nil }
  var framesReceived: Int { Int(received.load()) }
  /// Frames nobody looked at: lost before they came here, and replaced by newer ones while the tracker was busy.
  var dropped: Int { source.dropped + frames.dropped }
  var threads: [RealtimeThread.Outcome] { [camera, tracker].compactMap { $0?.outcome } }

  /// - Parameter performance: what takes the frames; nil while the tracker does not work.
  func start(_ performance: @escaping @Sendable () -> Performance?) throws {
    tracker = try RealtimeThread(.init(name: "gf-hands", core: 2, priority: 60)) { [frames] in
      while let frame = frames.take() { performance()?.process(frame) }
    }
    camera = try RealtimeThread(.init(name: "gf-camera", core: 1, priority: 70)) { [self] in run() }
  }

  private func run() {
    while stopped.load() == 0 {
      switch source.next(timeout: 0.2) {
      case .frame(let frame):
        if problem != nil { lock.withLock { problemNow = nil } }
        received.add()
        frames.put(frame)
      case .nothing: break
      case .lost(let problem): lock.withLock { problemNow = problem }
      case .ended:
        if let failure = (source as? FilmFile)?.failure { log.notice("\(failure)") }
        onEnd()
        return
      }
    }
  }

  func stop() {
    stopped.store(1)
    camera?.join()
    frames.close()
    tracker?.join()
    source.close()
  }
}

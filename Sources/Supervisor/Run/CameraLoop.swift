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
  private let connectedFlag = Counter(1)
  private var camera: RealtimeThread?
  private var tracker: RealtimeThread?

  init(_ source: any FrameSource, log: BootLog, onEnd: @escaping @Sendable () -> Void) {
    self.source = source
    self.log = log
    self.onEnd = onEnd
  }

  var isConnected: Bool { connectedFlag.load() == 1 }
  var framesReceived: Int { Int(received.load()) }
  /// Frames nobody looked at: lost before they came here, and replaced by newer ones while the tracker was busy.
  var dropped: Int { source.dropped + frames.dropped }
  var threads: [RealtimeThread.Outcome] { [camera, tracker].compactMap { $0?.outcome } }

  func start(_ performance: Performance) throws {
    tracker = try RealtimeThread(.init(name: "gf-hands", core: 2, priority: 60)) { [frames] in
      while let frame = frames.take() { performance.process(frame) }
    }
    camera = try RealtimeThread(.init(name: "gf-camera", core: 1, priority: 70)) { [self] in run() }
  }

  private func run() {
    var lastProblem: CameraError?
    while stopped.load() == 0 {
      switch source.next(timeout: 0.2) {
      case .frame(let frame):
        if connectedFlag.load() == 0 {
          log.notice("camera \(source.name) is back")
          connectedFlag.store(1)
          lastProblem = nil
        }
        received.add()
        frames.put(frame)
      case .nothing: break
      case .lost(let problem):
        connectedFlag.store(0)
        if problem != lastProblem { log.notice("\(problem)") }
        lastProblem = problem
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

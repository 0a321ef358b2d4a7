import Camera
import GestureFlowAPI
import HandTracking
import Hands
import Modes
import Perception
import Realtime
import Settings
import Synchronization
import SyntheticHands

/// Shows one hand to a pipeline, 30 frames a second.
package final class HandFilm {
  package let pipeline: HandsPipeline
  private let worker: FrameWorker
  private let finder: PoseFinder
  private let frame: Frame
  private var index = 0

  package init(_ controls: ControlLoop) throws {
    let finder = PoseFinder()
    let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
    guard case .frame(let frame) = performer.next(timeout: 1) else { throw CameraError.silent(path: "performer") }
    (self.finder, self.frame) = (finder, frame)
    pipeline = try HandsPipeline(
      models: nil, finder: finder, settings: RunSettings(), controls: controls, eventClock: EventClock(isLive: false),
      log: BootLog(quiet: true), live: false, keepHistory: true)
    worker = pipeline.worker()
  }
  deinit { pipeline.close() }

  package var now: Double { Double(index) / 30 }

  package func show(_ pose: HandPose, seconds: Double) {
    finder.pose.withLock { $0 = pose }
    for _ in 0..<Int(seconds * 30) {
      worker.process(frame.repeated(index: index, time: now))
      index += 1
    }
  }
}

/// Finds one hand with the requested pose.
private final class PoseFinder: HandFinder {
  let pose = Mutex(HandPose.open)
  let hands = Mutex(2)
  let timings = TrackTimings()
  let threads: [RealtimeThread.Outcome] = []
  let isSearching = false
  let quality = TrackQuality()
  let criticalPath = 0.01
  let searchWork = 0.01
  var maxHands: Int {
    get { hands.withLock { $0 } }
    set { hands.withLock { $0 = newValue } }
  }
  func keep(_ ids: Set<Int>) {}
  func limit(searches: Double?) {}
  func process(_ frame: Frame) throws(Failure) -> HandFrame {
    let posed = PosedHand(.right, pose.withLock { $0 }, wrist: SIMD2(0.66, 0.78), size: 0.22)
    let hand = Hand(id: 1, handedness: .right, landmarks: posed.landmarks(aspect: frame.aspect))
    return HandFrame(index: frame.index, time: frame.time, aspect: frame.aspect, hands: [hand])
  }
}

import Camera
import GestureFlowAPI
import HandTracking
import Hands
import Modes
import ModesDoubles
import Perception
import Settings
import SettingsDoubles
import SyntheticHands
import Realtime
import Sound
import Synchronization
import TestSupport
import Testing

/// Effects of `auto` on a machine that is too slow. Tested are the tracker's times, the skipped frames and the
/// status text.
@Suite struct PipelineThrottleTests {
  /// Finds the requested number of hands in the requested processor time.
  private final class SlowFinder: HandFinder {
    struct State {
      var hands = 0
      var pose = HandPose.open
      var work = 0.0
      var search = 0.0
      var seen: [Int] = []
      var limits: [Double?] = []
      var maxHands = 2
      var kept: [Set<Int>] = []
    }
    let state = Mutex(State())
    let timings = TrackTimings()
    let threads: [RealtimeThread.Outcome] = []
    let isSearching = false
    let quality = TrackQuality()
    var maxHands: Int {
      get { state.withLock { $0.maxHands } }
      set { state.withLock { $0.maxHands = newValue } }
    }
    var criticalPath: Double { state.withLock { $0.work } }
    var searchWork: Double { state.withLock { $0.hands == 0 ? $0.search : 0 } }
    func keep(_ ids: Set<Int>) { state.withLock { $0.kept.append(ids) } }
    func limit(searches: Double?) { state.withLock { $0.limits.append(searches) } }
    func process(_ frame: Frame) throws(Failure) -> HandFrame {
      let (count, pose) = state.withLock { state in
        state.seen.append(frame.index)
        return (state.hands, state.pose)
      }
      let points = PosedHand(.right, pose, wrist: SIMD2(0.66, 0.78), size: 0.22).landmarks(aspect: frame.aspect)
      let hands = (0..<count).map { Hand(id: $0 + 1, handedness: .right, landmarks: points) }
      return HandFrame(index: frame.index, time: frame.time, aspect: frame.aspect, hands: hands)
    }
  }

  /// A live pipeline with a camera of 30 frames a second, on an unknown board.
  private final class Bench {
    let finder = SlowFinder()
    let log = BootLog(quiet: true)
    let pipeline: HandsPipeline
    private let worker: FrameWorker
    private let frame: Frame
    private var index = 0

    init(_ model: ModelChoice.Request = .auto, facts: BoardRoot.Facts? = nil) throws {
      let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
      guard case .frame(let frame) = performer.next(timeout: 1) else { throw CameraError.silent(path: "performer") }
      self.frame = frame
      var settings = RunSettings()
      settings.model = model
      if let facts { settings.board = try BoardRoot.board(facts) }
      pipeline = try HandsPipeline(
        models: nil, finder: finder, settings: settings, controls: ControlLoop(SoundEngine()), eventClock: EventClock(isLive: false),
        log: log,
        live: true, keepHistory: false
      ) { _ in }
      worker = pipeline.worker()
    }

    deinit { pipeline.close() }

    /// Processes a number of camera frames.
    /// - Returns: the number of frames that the finder received.
    func film(_ frames: Int, hands: Int, work: Double = 0.01, search: Double = 0.01) -> Int {
      let before = finder.state.withLock { state in
        (state.hands, state.work, state.search) = (hands, work, search)
        return state.seen.count
      }
      for _ in 0..<frames {
        worker.process(frame.repeated(index: index, time: Double(index) / 30))
        index += 1
      }
      return finder.state.withLock { $0.seen.count } - before
    }
    var limits: [Double?] { finder.state.withLock { $0.limits } }
    /// Hands that the finder had to keep, frame by frame.
    var kept: [Set<Int>] { finder.state.withLock { $0.kept } }
  }

  /// The tracker keeps the place and side of a hand that holds a control.
  @Test func `the tracker receives the hands that hold something`() throws {
    let bench = try Bench()
    _ = bench.film(30, hands: 1)
    #expect(bench.kept.count == 30 && bench.kept.allSatisfy(\.isEmpty))
    bench.finder.state.withLock { $0.pose = .pinching(aperture: 0.05) }
    _ = bench.film(60, hands: 1)
    #expect(bench.kept.last == [1])
    _ = bench.film(60, hands: 0)
    #expect(bench.kept.last == [])
  }

  @Test func `a machine that keeps up saves nothing`() throws {
    let bench = try Bench()
    #expect(bench.film(300, hands: 1) == 300 && bench.film(300, hands: 0) == 300)
    #expect(bench.pipeline.saving == nil && bench.limits.compactMap { $0 }.isEmpty)
  }

  @Test func `too much work drops every second frame and reports it`() throws {
    let bench = try Bench()
    _ = bench.film(100, hands: 1, work: 0.04)
    #expect(bench.pipeline.saving == "every 2nd frame")
    #expect(bench.film(100, hands: 1, work: 0.04) == 50)
    let told = "one frame in four needs 40.0 ms of CPU time or more, and has "
    #expect(waitUntil { bench.log.lastNotices.contains { $0.text.hasPrefix(told) } })
    // While no hand is in view, the next frame may show one.
    _ = bench.film(10, hands: 0)
    #expect(bench.film(30, hands: 0) == 30)
  }

  @Test func `slow searches are limited in the tracker and reported beside the frames`() throws {
    let bench = try Bench()
    _ = bench.film(100, hands: 0, search: 0.1)
    #expect(bench.limits.last == .some(5) && bench.pipeline.saving == "at most 5.0 palm searches a second without hands")
    _ = bench.film(200, hands: 1, work: 0.04)
    #expect(bench.pipeline.saving == "every 2nd frame, at most 5.0 palm searches a second without hands")
    // There is time for every frame again.
    _ = bench.film(600, hands: 1, work: 0.005)
    _ = bench.film(100, hands: 0, search: 0.005)
    #expect(bench.pipeline.saving == nil && bench.limits.last == .some(nil))
  }

  /// The board's limit holds from the first frame on.
  @Test func `a boards limit is the trackers from the beginning`() throws {
    #expect(try Bench(facts: BoardRoot.pi4).limits == [4])
  }

  @Test func `a configured model processes every frame`() throws {
    let bench = try Bench(.int8)
    #expect(bench.film(300, hands: 1, work: 0.1) == 300)
    #expect(bench.pipeline.saving == nil)
  }
}

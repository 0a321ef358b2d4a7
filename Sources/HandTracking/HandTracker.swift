import Camera
import Hands
import Realtime
import Synchronization

/// Finds and follows the hands of a stream of frames. One thread calls it; helpers of its own run the models side by side.
///
/// A palm search finds a hand once; from then on each frame's landmarks say where to look in the next one. Searches are few (see `PalmSchedule`).
/// While hands are tracked they run on their own thread (`Search.beside`) and never hold up a frame; with `Search.inline` every search
/// is done within its frame, so that a film gives the same result on every run.
public final class HandTracker: Sendable {
  /// Where palms are looked for while hands are tracked.
  public enum Search: Sendable { case inline, beside }

  /// How long the stages take, since the tracker was made.
  public let timings = TrackTimings()
  private let models: TrackerModels
  private let beside: PalmThread?
  private let following: Mutex<Following>
  private let counted = Mutex(TrackQuality())
  // Order: relaxed: a figure by itself; the two may be of two frames.
  private let lastCriticalPath = Atomic<Int64>(0)
  // Order: relaxed, as `lastCriticalPath`.
  private let lastSearchWork = Atomic<Int64>(0)
  // Order: relaxed: a setting by itself, which counts from whatever frame sees it first.
  private let wanted: Atomic<Int>

  /// - Parameters:
  ///   - models: used by one tracker at a time.
  ///   - maxHands: most hands that are followed at once (see `maxHands`).
  ///   - search: where palms are looked for while hands are tracked.
  /// - Throws: `RealtimeThread.ThreadError` if the search needs a thread and none can be made.
  public init(_ models: TrackerModels, maxHands: Int = 2, search: Search = .inline) throws {
    let beside = search == .beside ? try PalmThread(models) : nil
    self.models = models
    self.beside = beside
    let wanted = Self.possible(maxHands)
    self.wanted = Atomic(wanted)
    following = Mutex(Following(models, beside: beside, timings: timings, maxHands: wanted))
  }

  deinit { beside?.stop() }

  /// Most hands that are followed at once, 1...4; what is beyond becomes the nearest of these. Any thread may set it, and the next frame takes it over.
  ///
  /// With a larger number nobody is dropped, and more hands are looked for as beside any hand that is tracked. With a smaller one those that came last are followed no more.
  public var maxHands: Int {
    get { wanted.load(ordering: .relaxed) }
    set { wanted.store(Self.possible(newValue), ordering: .relaxed) }
  }

  private static func possible(_ hands: Int) -> Int { min(max(hands, 1), 4) }

  /// The threads that help, for the status.
  public var threads: [RealtimeThread.Outcome] { (beside.map { [$0.outcome] } ?? []) + models.threads }

  /// Palms are looked for beside the frames, and what is found comes with a later frame. Any thread may ask.
  package var isSearching: Bool { beside?.isSearching ?? false }

  /// The counts so far; any thread may ask.
  public var quality: TrackQuality {
    var quality = counted.withLock { $0 }
    quality.palmRuns += beside?.searches ?? 0
    return quality
  }

  /// CPU time in seconds without which the last frame could not be had: that of the thread that called `process`, and where the second thread's
  /// hands took longer than those looked at meanwhile, the difference. Waiting, other programs and searches on another thread are not in it.
  public var criticalPath: Double { Double(lastCriticalPath.load(ordering: .relaxed)) * 1e-9 }

  /// CPU time in seconds of one palm search of the last frame, on the thread that called `process`; 0 in a frame without one.
  public var searchWork: Double { Double(lastSearchWork.load(ordering: .relaxed)) * 1e-9 }

  /// Palms are looked for at most so often a second, but for moments: just after a loss, and when something begins to move. Nil: as often as is wanted.
  public func limit(searches: Double?) { following.withLock { $0.limit(searches: searches) } }

  /// Tells which hands hold something, by their identities, from the next frame on: they keep their places and their sides, however still they are.
  public func keep(_ ids: Set<Int>) { following.withLock { $0.keep(ids) } }

  /// Finds the hands of one frame. Frames come in the order of their capture; one that is older than the last begins a new stream.
  /// - Throws: `TrackerError.inference` when a model fails; the next frame is tried afresh.
  public func process(_ frame: Frame) throws(TrackerError) -> HandFrame {
    let begun = Clock.nanoseconds
    let cpu = Clock.threadCPU
    var beyondOwn: Int64 = 0
    var search: Int64 = 0
    defer {
      timings.whole.record(Clock.nanoseconds - begun)
      lastCriticalPath.store(Clock.threadCPU - cpu + beyondOwn, ordering: .relaxed)
      lastSearchWork.store(search, ordering: .relaxed)
    }
    let (hands, quality, beyond, searching) = try following.withLock { (following) throws(TrackerError) in
      following.follow(atMost: maxHands)
      return (try following.process(frame), following.quality, following.beyondOwn, following.searching)
    }
    beyondOwn = beyond
    search = searching
    counted.withLock { $0 = quality }
    return HandFrame(index: frame.index, time: frame.time, aspect: frame.aspect, hands: hands)
  }
}

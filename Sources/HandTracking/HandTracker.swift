import Camera
import GestureFlowAPI
import Hands
import Realtime
import Synchronization

/// Finds and follows the hands in a stream of frames. One thread calls it; helper threads of its own run models in
/// parallel.
///
/// A palm search finds a hand once. From then on each frame's landmarks give the region for the next frame. Searches
/// are few (see `PalmSchedule`).
/// While hands are tracked, searches run on their own thread (`Search.beside`) and never delay a frame. With
/// `Search.inline` every search runs within its frame, so that a film gives the same result on every run.
public final class HandTracker: Sendable {
  /// Place of the palm searches while hands are tracked. It is within the frame, or on another thread.
  public enum Search: Sendable { case inline, beside }

  /// Durations of the stages since the tracker was made.
  public let timings = TrackTimings()
  private let models: TrackerModels
  private let beside: PalmThread?
  private let following: Mutex<Following>
  /// The counts so far. `process` stores them, and the reader of `quality` loads them.
  private let counted = LatestValue(TrackQuality())
  /// Identities of the hands that hold a control, 0 for none. The thread that reads gestures stores them, and
  /// `process` loads them.
  private let holding = LatestValue(SIMD8<Int>.zero)
  // Order: relaxed: a single figure; this one and `lastSearchWork` may be of two different frames.
  private let lastCriticalPath = Atomic<Int64>(0)
  // Order: relaxed, as `lastCriticalPath`.
  private let lastSearchWork = Atomic<Int64>(0)
  // Order: relaxed: a single setting, which takes effect with the first frame that reads it.
  private let wanted: Atomic<Int>

  /// - Parameters:
  ///   - models: used by one tracker at a time.
  ///   - maxHands: most hands that are followed at once (see `maxHands`).
  ///   - search: where palm searches run while hands are tracked.
  /// - Throws: `Failure` if the search needs a thread and it cannot be made.
  public init(_ models: TrackerModels, maxHands: Int = 2, search: Search = .inline) throws {
    let beside = search == .beside ? try PalmThread(models) : nil
    self.models = models
    self.beside = beside
    let wanted = Self.possible(maxHands)
    self.wanted = Atomic(wanted)
    following = Mutex(Following(models, beside: beside, timings: timings, maxHands: wanted))
  }

  deinit { beside?.stop() }

  /// Most hands that are followed at once, 1...4; other values are clamped. Any thread may set it; the next frame
  /// applies it.
  ///
  /// A larger number keeps every hand, and the tracker searches for more hands as it does beside any tracked hand. With
  /// a smaller number the hands that came last are dropped.
  public var maxHands: Int {
    get { wanted.load(ordering: .relaxed) }
    set { wanted.store(Self.possible(newValue), ordering: .relaxed) }
  }

  private static func possible(_ hands: Int) -> Int { min(max(hands, 1), 4) }

  /// The helper threads, for the status.
  public var threads: [RealtimeThread.Outcome] { (beside.map { [$0.outcome] } ?? []) + models.threads }

  /// Whether a palm search is running beside the frames. Its result comes with a later frame. Any thread may call this.
  package var isSearching: Bool { beside?.isSearching ?? false }

  /// The counts so far. One thread reads them; it never waits.
  public var quality: TrackQuality {
    var quality = counted.load()
    quality.palmRuns += beside?.searches ?? 0
    return quality
  }

  /// CPU time in seconds of the last frame's critical path. It is the CPU time of the thread that called `process`.
  /// The second thread's excess is added when its hands took longer than those of the calling thread meanwhile.
  /// Waiting, other programs and searches on another thread are excluded.
  public var criticalPath: Double { Double(lastCriticalPath.load(ordering: .relaxed)) * 1e-9 }

  /// CPU time in seconds of one palm search of the last frame. It counts the thread that called `process`; 0 without a
  /// search.
  public var searchWork: Double { Double(lastSearchWork.load(ordering: .relaxed)) * 1e-9 }

  /// Limits palm searches to this number a second. Nil: no limit. The limit does not apply just after a loss and when
  /// something begins to move.
  public func limit(searches: Double?) { following.withLock { $0.limit(searches: searches) } }

  /// Sets the hands that hold a control, eight at most. It takes effect with the next frame. These hands keep their
  /// places and sides, however still they are. One thread calls it; it never waits.
  public func keep(_ ids: Set<Int>) {
    var kept = SIMD8<Int>.zero
    for (i, id) in ids.prefix(kept.scalarCount).enumerated() { kept[i] = id }
    holding.store(kept)
  }

  /// Finds the hands of one frame. Frames must come in capture order; one that is older than the last frame begins a
  /// new stream.
  /// - Throws: `TrackerError.inference` when a model fails. The next call tries again.
  public func process(_ frame: Frame) throws(Failure) -> HandFrame {
    let begun = Clock.nanoseconds
    let cpu = Clock.threadCPU
    var beyondOwn: Int64 = 0
    var search: Int64 = 0
    defer {
      timings.whole.record(Clock.nanoseconds - begun)
      lastCriticalPath.store(Clock.threadCPU - cpu + beyondOwn, ordering: .relaxed)
      lastSearchWork.store(search, ordering: .relaxed)
    }
    let (hands, quality, beyond, searching) = try following.withLock { (following) throws(Failure) in
      following.follow(atMost: maxHands)
      if let kept = holding.loadIfFresh() { following.keep(Set(kept.indices.map { kept[$0] })) }
      return (try following.process(frame), following.quality, following.beyondOwn, following.searching)
    }
    beyondOwn = beyond
    search = searching
    counted.store(quality)
    return HandFrame(index: frame.index, time: frame.time, aspect: frame.aspect, hands: hands)
  }
}

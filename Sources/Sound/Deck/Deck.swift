import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// The player's deck, as other code sees it.
///
/// Holds the list, takes jumps, and reports the position that is heard and the problems. Its `DeckPort` holds the
/// requests and the reports. `DeckWorker` does the work, on a thread of its own (`start`) or between blocks
/// (`fill`).
public final class Deck: Sendable {
  /// The engine that plays the tapes. The deck retains it for as long as there are tapes to fill, and posts its
  /// waiting commands.
  package let engine: SoundEngine
  package let port: Mutex<DeckPort>
  private let worker: Mutex<DeckWorker>
  // Order: a request that the worker sees at its next turn. Locks guard all that the two threads share.
  private let stopped = Counter()
  /// Wakes the worker's thread for a jump, another list or the end.
  private let request = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - engine: the deck fills the tapes of its player.
  ///   - playlist: starts with its first track.
  public convenience init(_ engine: SoundEngine, playlist: Playlist) { self.init(engine, playlist: playlist, opener: SoundFile.system) }

  /// - Parameter opener: opens the files of the list.
  package init(_ engine: SoundEngine, playlist: Playlist, opener: @escaping SoundFile.Opener) {
    self.engine = engine
    port = Mutex(DeckPort(playlist: playlist))
    worker = Mutex(DeckWorker(engine.player, opener))
  }

  /// Sets the callbacks for tracks and failures; the worker's thread calls them.
  /// - Parameters:
  ///   - track: a track starts to be heard.
  ///   - failure: a track was skipped, or a whole list.
  public func observe(
    track: @escaping @Sendable (_ index: Int, _ title: String) -> Void, failure: @escaping @Sendable (FileError) -> Void
  ) {
    port.withLock {
      $0.onTrack = track
      $0.onFailure = failure
    }
  }

  /// Sets how the deck tells an unplayable file from a removed stick.
  /// - Parameters:
  ///   - isGone: returns true if the medium of a path is not present any more.
  ///   - loss: called on the worker's thread.
  public func observeMedia(isGone: @escaping @Sendable (String) -> Bool, loss: @escaping @Sendable (LostMedia) -> Void) {
    port.withLock { $0.media.observe(isGone: isGone, onLoss: loss) }
  }

  /// Sets the callback for the end of the music. The worker's thread calls it when the last track has been heard.
  public func observeEnd(_ end: @escaping @Sendable () -> Void) { port.withLock { $0.onEnd = end } }

  /// Sets how to get the gain of a track, for equal loudness.
  /// - Parameter gain: called on the worker's thread when a track is opened at its start, some seconds before it is
  ///   heard. A jump within the track keeps its gain.
  public func observeGain(_ gain: @escaping @Sendable (Playlist.Item) -> TrackGain) { port.withLock { $0.onGain = gain } }

  /// Runs the worker on a thread of its own. Without this thread, call `fill` before each block.
  public func start() {
    let thread = Thread { [self] in
      while stopped.load() == 0 {
        let busy = fill()
        // The audio thread empties the tapes and may wake no thread, so the wait is short.
        _ = request.wait(timeout: .now() + (busy ? 0.002 : 0.02))
      }
    }
    thread.name = "gf-decoder"
    thread.start()
  }

  /// Ends the worker's thread after its current turn.
  public func stop() {
    stopped.store(1)
    request.signal()
  }

  /// Does the work that is due. It is a jump, or more sound onto the tape.
  /// - Returns: whether there may be more to do at once.
  @discardableResult public func fill() -> Bool {
    engine.postAgain()
    return worker.withLock { $0.fill(port) }
  }

  // MARK: - Jumps and lists

  /// Jumps to another track: 1 is the next, -1 the previous one. Queued tracks come before the next of the list.
  public func skip(_ by: Int) {
    let state = state
    port.withLock { $0.want($0.step(by, state)) }
    request.signal()
  }

  /// Jumps to a position in the current track, in seconds.
  /// - Returns: false if the list no longer has that track. The track then plays on, and no jump is requested.
  @discardableResult public func seek(to seconds: Double) -> Bool {
    let state = state
    let isThere = port.withLock {
      var goal = $0.goal(state)
      guard goal.track >= 0 || goal.queued != nil else { return false }
      goal.frame = Self.frames(seconds)
      $0.want(goal)
      return true
    }
    if isThere { request.signal() }
    return isThere
  }

  /// Jumps to a position in a track, in seconds from its start.
  public func jump(to track: Int, seconds: Double = 0) {
    port.withLock {
      let place = min(max(track, 0), $0.newest.items.count - 1)
      $0.want(place, Self.frames(seconds))
      $0.beginRound(at: place)
    }
    request.signal()
  }

  /// Sets the order of the list, and what follows its tracks. A round of a shuffled list begins with the current
  /// track. Callers do not replace the list at the same time.
  /// - Parameters:
  ///   - repeats: what follows a track and the last track.
  ///   - seed: of a random order; nil for the list's own.
  public func set(repeats: RepeatMode, seed: UInt64?) {
    let list = list
    let new = list.seed == seed ? nil : list.ordered(by: seed)
    let state = state
    port.withLock {
      ($0.repeats, $0.seed) = (repeats, seed)
      guard let new else { return }
      $0.replace(new)
      $0.beginRound(at: $0.goalTrack(state))
    }
  }

  /// Whether the tracks play in a random order, and what follows them.
  public var order: (seed: UInt64?, repeats: RepeatMode) { port.withLock { ($0.seed, $0.repeats) } }

  /// Sets how long two tracks sound together in a cross-fade. They are the end of a track and the start of the next
  /// one. Applies from the next track that is not read yet.
  /// - Parameter seconds: 0 plays them without a gap. A fade takes at most half of each of its tracks, and at least
  ///   0.1 s: a shorter one counts as 0.
  public func set(crossFade seconds: Double) { port.withLock { $0.crossFade = Self.frames(seconds) } }

  /// Sets the tracks that play before the list continues. Their numbers rise.
  public func set(queue: [QueuedItem]) { port.withLock { $0.queue.set(queue) } }

  /// The waiting tracks, and the largest number of a passed track. A track that was heard or skipped is passed; the
  /// number is 0 before any.
  public var queue: (items: [QueuedItem], passed: Int) { port.withLock { ($0.queue.items, $0.queue.passed) } }

  /// Number of the last queued track that is read onto the tape. It will be heard. Nil without one.
  public var lastRead: Int? { port.withLock { $0.take?.marks.compactMap { $0.queued?.number }.max() } }

  /// Replaces the list. The current track plays on and a requested jump stays requested; the tracks after it come
  /// from the new list.
  public func replace(_ new: Playlist) {
    let seed = order.seed
    let list = new.seed == seed ? new : new.ordered(by: seed)
    port.withLock { $0.replace(list) }
    request.signal()
  }

  /// The tracks to play, in order.
  public var list: Playlist { port.withLock { $0.newest } }

  private static func frames(_ seconds: Double) -> Int64 {
    // 1e9 s is longer than any file. NaN means the start.
    Int64(min(max(seconds.isNaN ? 0 : seconds, 0), 1e9) * Double(SoundFormat.rate))
  }

  // MARK: - Looking at it

  /// State of the player now.
  public var state: PlayerState { engine.player.state }

  /// The track that is heard now. After a jump: its goal, until that is heard. Nil until the first track was
  /// opened.
  public var now: HeardTrack? {
    let state = state
    return port.withLock { $0.now(state) { engine.player.tapes[$0].written } }
  }

  /// The newest 200 skipped tracks, each with the reason.
  public var problems: [FileError] { port.withLock { $0.failures } }

  /// The music that was removed while it played; nil otherwise.
  public var lost: LostMedia? { port.withLock { $0.media.lost } }

  /// Whether the music is gone and its rest has played.
  public var isSilentForLoss: Bool { lost != nil && state.isSilent }
}

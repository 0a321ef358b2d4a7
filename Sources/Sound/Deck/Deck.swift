import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// The player's deck, as seen from outside: the list, jumps, the place that is heard, and what went wrong. What it is asked and what is told of it lies in its `DeckDesk`; the work is done by
/// `DeckWorker` on a thread of its own (`start`) or between blocks (`fill`).
public final class Deck: Sendable {
  /// Kept for as long as there are tapes to fill; its commands that wait are sent here.
  package let engine: SoundEngine
  package let desk: Mutex<DeckDesk>
  private let worker: Mutex<DeckWorker>
  // Order: a wish that the worker sees with its next turn; what the two share has locks.
  private let stopped = Counter()

  /// - Parameters:
  ///   - engine: the tapes of its player are filled.
  ///   - playlist: begins with its first track.
  public convenience init(_ engine: SoundEngine, playlist: Playlist) { self.init(engine, playlist: playlist, opener: SoundFile.system) }

  /// - Parameter opener: opens the list's files.
  package init(_ engine: SoundEngine, playlist: Playlist, opener: @escaping SoundFile.Opener) {
    self.engine = engine
    desk = Mutex(DeckDesk(playlist: playlist))
    worker = Mutex(DeckWorker(engine.player, opener))
  }

  /// Called on the worker's thread: a track begins to be heard; a track was skipped, or a whole list.
  public func observe(
    track: @escaping @Sendable (_ index: Int, _ title: String) -> Void, failure: @escaping @Sendable (FileError) -> Void
  ) {
    desk.withLock {
      $0.onTrack = track
      $0.onFailure = failure
    }
  }

  /// Tells apart a file that cannot be played from a stick that was pulled out.
  /// - Parameters:
  ///   - isGone: true if the medium of a path is not there any more.
  ///   - loss: called on the worker's thread.
  public func observeMedia(isGone: @escaping @Sendable (String) -> Bool, loss: @escaping @Sendable (LostMedia) -> Void) {
    desk.withLock { $0.media.observe(isGone: isGone, onLoss: loss) }
  }

  /// Evens the tracks out.
  /// - Parameter gain: asked on the worker's thread when a track is opened at its start, some seconds before it is heard. A jump within the track keeps its gain.
  public func observeGain(_ gain: @escaping @Sendable (Playlist.Item) -> TrackGain) { desk.withLock { $0.onGain = gain } }

  /// Runs the worker on a thread of its own; without it, call `fill` before each block.
  public func start() {
    let thread = Thread { [self] in
      while stopped.load() == 0 {
        let busy = fill()
        Thread.sleep(forTimeInterval: busy ? 0.002 : 0.02)
      }
    }
    thread.name = "gf-decoder"
    thread.start()
  }

  /// Ends the worker's thread after what it does now.
  public func stop() { stopped.store(1) }

  /// Does what is due: a jump, or more sound onto the tape. Answers whether there may be more to do at once.
  @discardableResult public func fill() -> Bool {
    engine.postAgain()
    return worker.withLock { $0.fill(desk) }
  }

  // MARK: - Jumps and lists

  /// Goes to another track: 1 is the next, -1 the one before.
  public func skip(_ by: Int) {
    let state = state
    desk.withLock {
      let count = max($0.newest.items.count, 1)
      $0.want((($0.goalTrack(state) + by) % count + count) % count, 0)
    }
  }

  /// Goes to a place of the present track, in seconds.
  /// - Returns: false if the list does not have that track any more: it plays on, and nothing is wished.
  @discardableResult public func seek(to seconds: Double) -> Bool {
    let state = state
    return desk.withLock {
      let track = $0.goalTrack(state)
      guard track >= 0 else { return false }
      $0.want(track, Self.frames(seconds))
      return true
    }
  }

  /// Goes to a place of a track, in seconds from its start.
  public func jump(to track: Int, seconds: Double = 0) {
    desk.withLock {
      let count = max($0.newest.items.count, 1)
      $0.want(min(max(track, 0), count - 1), Self.frames(seconds))
    }
  }

  /// Puts another list in place of the present one. What plays now plays on, and what is wished stays wished; the tracks after it are the new list's.
  public func replace(_ new: Playlist) { desk.withLock { $0.replace(new) } }

  /// What is to be played, in order.
  public var list: Playlist { desk.withLock { $0.newest } }

  private static func frames(_ seconds: Double) -> Int64 {
    // Longer than any file; what is no number is the start.
    Int64(min(max(seconds.isNaN ? 0 : seconds, 0), 1e9) * Double(SoundFormat.rate))
  }

  // MARK: - Looking at it

  /// What the player does now.
  public var state: PlayerState { engine.player.state }

  /// What is heard now; after a jump its goal, until it is heard. Nil until the first track was opened.
  public var now: HeardTrack? {
    let state = state
    return desk.withLock { $0.now(state) { engine.player.tapes[$0].written } }
  }

  /// The newest 200 tracks that were skipped, and why.
  public var problems: [FileError] { desk.withLock { $0.failures } }

  /// Set while the music that played is gone.
  public var lost: LostMedia? { desk.withLock { $0.media.lost } }

  /// The music that played is gone, and what was left of it has been heard.
  public var isSilentForLoss: Bool { lost != nil && state.isSilent }
}

import Foundation
import Realtime

/// The worker behind a deck: decodes tracks onto the tape that is heard, five seconds and more ahead, track after track without a gap; and onto the other
/// tape for a jump. A track that cannot be played is skipped with a notice.
public final class DeckFeeder: @unchecked Sendable {
  /// What is kept ahead of the play position, in frames: 9 s.
  static let wanted = Int64(9 * SoundFormat.rate)
  /// What must lie on a tape before a jump to it, in frames: 0.25 s.
  static let primed = Int64(SoundFormat.rate / 4)

  /// Where a track begins on the tape.
  private struct Mark {
    var frame: Int64
    var track: Int
    var item: Playlist.Item
    /// Place in the track of the tape's frame `frame`.
    var offset: Int64
    var title: String
    var length: Int64?
  }

  private let engine: SoundEngine
  private let lock = NSLock()
  private var playlist: Playlist
  private var wish: (track: Int, frame: Int64)?
  private var marks: [Mark] = []
  private var failures: [SoundFileError] = []
  private var onTrack: (@Sendable (Int, String) -> Void)?
  private var onFailure: (@Sendable (SoundFileError) -> Void)?
  private var onLoss: (@Sendable (LostMedia) -> Void)?
  private var isGone: (@Sendable (String) -> Bool)?
  private var announced = -1
  private var fresh: Playlist?
  private var lostNow: LostMedia?

  /// Music that was taken away while it played: the rest of what lay on the tape is heard, then silence.
  public struct LostMedia: Sendable, Equatable {
    public var item: Playlist.Item
    /// Where the sound ends, in seconds from the track's start.
    public var position: Double
  }

  // The worker's own.
  private var source: (any TrackSource)?
  private var track = 0
  private var tape = 0
  private var free: [Int] = [1]
  private var chunk = [Float](repeating: 0, count: 2 * 4096)
  private var thread: Thread?
  private let stopped = Counter()

  public init(_ engine: SoundEngine, playlist: Playlist) {
    self.engine = engine
    self.playlist = playlist
    wish = (0, 0)
    free = [0, 1]
    tape = -1
  }

  /// Called on the worker's thread: a track begins to be heard; a track was skipped.
  public func observe(
    track: @escaping @Sendable (_ index: Int, _ title: String) -> Void, failure: @escaping @Sendable (SoundFileError) -> Void
  ) {
    lock.withLock {
      onTrack = track
      onFailure = failure
    }
  }

  /// Tells apart a file that cannot be played from a stick that was pulled out.
  /// - Parameters:
  ///   - isGone: true if the medium of a path is not there any more. - loss: called on the worker's thread.
  public func observeMedia(isGone: @escaping @Sendable (String) -> Bool, loss: @escaping @Sendable (LostMedia) -> Void) {
    lock.withLock {
      self.isGone = isGone
      onLoss = loss
    }
  }

  /// Runs the worker on a thread of its own; without it, call `fill` before each block.
  public func start() {
    let thread = Thread { [self] in
      while stopped.load() == 0 {
        let busy = fill()
        Thread.sleep(forTimeInterval: busy ? 0.002 : 0.02)
      }
    }
    thread.name = "gf-decoder"
    self.thread = thread
    thread.start()
  }

  public func stop() { stopped.store(1) }

  // MARK: - From the control side

  /// Goes to another track: 1 is the next, -1 the one before.
  public func skip(_ by: Int) {
    lock.withLock {
      let count = playlist.items.count
      let now = wish?.track ?? markNow()?.track ?? 0
      wish = (((now + by) % count + count) % count, 0)
    }
  }

  /// Goes to a place of the present track, in seconds.
  public func seek(to seconds: Double) {
    lock.withLock {
      let now = wish?.track ?? markNow()?.track ?? 0
      wish = (now, Int64(max(seconds, 0) * Double(SoundFormat.rate)))
    }
  }

  /// Goes to a place of a track.
  public func jump(to track: Int, seconds: Double = 0) {
    lock.withLock {
      let count = max((fresh ?? playlist).items.count, 1)
      wish = (min(max(track, 0), count - 1), Int64(max(seconds, 0) * Double(SoundFormat.rate)))
    }
  }

  /// Puts another list in place of the present one. What plays now plays on; the tracks after it are the new list's.
  public func replace(_ new: Playlist) { lock.withLock { fresh = new } }

  /// What is to be played, in order.
  public var list: Playlist { lock.withLock { fresh ?? playlist } }

  /// Set while the music that played is gone.
  public var lost: LostMedia? { lock.withLock { lostNow } }

  /// The music that played is gone, and what was left of it has been heard.
  public var isSilentForLoss: Bool { lost != nil && lastState.silent }

  /// What is heard now.
  public struct Now: Sendable {
    /// Place in the list; -1 if the list does not have it any more.
    public var track: Int
    public var item: Playlist.Item
    public var title: String
    /// Seconds from the track's start, and its length if it is known.
    public var position: Double
    public var length: Double?
    /// Seconds of sound that lie ready on the tape.
    public var ahead: Double
  }

  public var now: Now? {
    let state = lastState
    return lock.withLock {
      guard let mark = markNow(), tape >= 0 else { return nil }
      // After the end of a tape the position runs on; nothing is heard there.
      let heard = lostNow == nil ? Int64(state.position) : min(Int64(state.position), engine.tapes[tape].written)
      let frame = heard - mark.frame + mark.offset
      return Now(
        track: mark.track, item: mark.item, title: mark.title, position: Double(max(frame, 0)) / Double(SoundFormat.rate),
        length: mark.length.map { Double($0) / Double(SoundFormat.rate) },
        ahead: max(0, Double(engine.tapes[tape].written - engine.tapes[tape].read)) / Double(SoundFormat.rate))
    }
  }

  public var problems: [SoundFileError] { lock.withLock { failures } }

  private let stateLock = NSLock()
  private var cachedState = EngineState()
  /// The engine's last state; the latest-value box has one reader, and this is it.
  public var lastState: EngineState {
    stateLock.withLock {
      cachedState = engine.state.load()
      return cachedState
    }
  }

  private func markNow() -> Mark? {
    guard tape >= 0 else { return nil }
    let heard = engine.tapes[tape].read
    return marks.last { $0.frame <= heard } ?? marks.first
  }

  // MARK: - The worker

  /// Does what is due: a jump, or more sound onto the tape. Answers whether there may be more to do at once.
  @discardableResult public func fill() -> Bool {
    engine.postAgain()
    while let index = engine.released.pop() { if !free.contains(index) { free.append(index) } }
    takeList()
    if let jump = lock.withLock({ free.isEmpty ? nil : wish }) {
      begin(jump)
      return true
    }
    guard tape >= 0 else { return false }
    announce()
    if lock.withLock({ lostNow != nil }) { return false }
    return append(to: engine.tapes[tape], limit: 2)
  }

  /// Goes over to a new list: places of what plays and of what is wished are found again in it.
  private func takeList() {
    lock.withLock {
      guard let fresh else { return }
      func place(_ index: Int) -> Int {
        guard playlist.items.indices.contains(index) else { return -1 }
        // Most often nothing before it has changed.
        if fresh.items.indices.contains(index), fresh.items[index] == playlist.items[index] { return index }
        return fresh.items.firstIndex(of: playlist.items[index]) ?? -1
      }
      track = place(track)
      for at in marks.indices { marks[at].track = fresh.items.firstIndex(of: marks[at].item) ?? -1 }
      playlist = fresh
      self.fresh = nil
    }
  }

  private func begin(_ jump: (track: Int, frame: Int64)) {
    let index = free.removeFirst()
    let target = engine.tapes[index]
    target.rewind()
    open(jump.track, at: jump.frame)
    lock.withLock {
      tape = index
      marks = []
      lostNow = nil
      mark(at: 0, offset: jump.frame)
      // A newer wish that came meanwhile stays.
      if let wish, wish.track == jump.track, wish.frame == jump.frame { self.wish = nil }
    }
    while target.written < Self.primed, append(to: target, limit: 1) {}
    var command = SoundCommand(.load)
    command.index = index
    engine.post(command)
    lock.withLock { announced = -1 }
  }

  /// Appends up to `limit` chunks; answers whether the tape wants more.
  private func append(to tape: Tape, limit: Int) -> Bool {
    for _ in 0..<limit {
      guard tape.written - tape.read < Self.wanted, tape.room >= 4096 else { return false }
      var got = 0
      chunk.withUnsafeMutableBufferPointer { got = source?.read($0.baseAddress!, count: 4096) ?? 0 }
      if got > 0 { chunk.withUnsafeBufferPointer { tape.append($0.baseAddress!, count: got) } }
      if got < 4096 {
        if endedEarly() {
          lose(tape)
          return false
        }
        open(track + 1, at: 0)
        if lock.withLock({ lostNow != nil }) {
          tape.markEnd()
          return false
        }
        lock.withLock { mark(at: tape.written, offset: 0) }
      }
    }
    return true
  }

  /// True if the track did not end but was taken away.
  private func endedEarly() -> Bool {
    guard let file = source as? SoundFile else { return false }
    let gone = lock.withLock { isGone }
    return file.isUnreadable || gone?(file.path) == true
  }

  /// Fades what lies on the tape at its end, and waits.
  private func lose(_ tape: Tape) {
    let (lost, handler): (LostMedia, (@Sendable (LostMedia) -> Void)?) = lock.withLock {
      let mark = marks.last
      let frame = tape.written - (mark?.frame ?? 0) + (mark?.offset ?? 0)
      let lost = LostMedia(item: mark?.item ?? .builtin, position: Double(max(frame, 0)) / Double(SoundFormat.rate))
      lostNow = lost
      return (lost, onLoss)
    }
    source = nil
    tape.fadeTail(frames: Int64(SoundFormat.rate / 20))
    tape.markEnd()
    handler?(lost)
  }

  /// Opens a track, or the next one that can be played; the built-in piece if none can.
  private func open(_ index: Int, at frame: Int64) {
    let (items, gone) = lock.withLock { (playlist.items, isGone) }
    for offset in 0..<items.count {
      let candidate = ((index + offset) % items.count + items.count) % items.count
      switch items[candidate] {
      case .builtin: source = BuiltinPiece()
      case .file(let path):
        do throws(SoundFileError) { source = try SoundFile(path) } catch {
          if gone?(path) == true {
            loseNext(items[candidate], at: offset == 0 ? frame : 0)
            track = candidate
            return
          }
          report(error)
          continue
        }
      }
      track = candidate
      if offset == 0, frame > 0 { source?.seek(to: frame) }
      return
    }
    source = BuiltinPiece()
    track = 0
  }

  /// The next track's medium is gone before it was opened.
  private func loseNext(_ item: Playlist.Item, at frame: Int64) {
    source = nil
    let handler: (@Sendable (LostMedia) -> Void)? = lock.withLock {
      lostNow = LostMedia(item: item, position: Double(frame) / Double(SoundFormat.rate))
      return onLoss
    }
    if let lost { handler?(lost) }
  }

  private func report(_ error: SoundFileError) {
    let handler: (@Sendable (SoundFileError) -> Void)? = lock.withLock {
      guard !failures.contains(error) else { return nil }
      failures.append(error)
      return onFailure
    }
    handler?(error)
  }

  private func mark(at frame: Int64, offset: Int64) {
    let item = playlist.items.indices.contains(track) ? playlist.items[track] : .builtin
    marks.append(Mark(frame: frame, track: track, item: item, offset: offset, title: source?.title ?? "", length: source?.length))
    if marks.count > 64 { marks.removeFirst(32) }
  }

  private func announce() {
    let news: (Mark, (@Sendable (Int, String) -> Void)?)? = lock.withLock {
      guard let mark = markNow(), marks.last(where: { $0.frame <= engine.tapes[tape].read }) != nil else { return nil }
      let key = Int(mark.frame) + 1
      guard key != announced else { return nil }
      announced = key
      return (mark, onTrack)
    }
    if let (mark, handler) = news { handler?(mark.track, mark.title) }
  }
}

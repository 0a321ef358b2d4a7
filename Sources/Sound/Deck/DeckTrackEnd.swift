import GestureFlowAPI
import Synchronization

/// The end of a track, and the loss of its sound.
extension DeckWorker {
  enum End {
    case natural
    /// The track cannot be read any more. The reason is unknown so far.
    case doubtful
    /// Its stick was removed.
    case taken
  }

  /// Frames in which a removed stick's sound fades out: 50 ms.
  private static let lastFade = Int64(SoundFormat.rate / 20)

  /// Returns the file that a source reads to its end. Nil for other sources, and for a part that ends before.
  static func file(of source: (any TrackSource)?) -> SoundFile? { source as? SoundFile ?? (source as? SoundPart)?.unended }

  /// Returns why the source gives no more.
  mutating func end(_ port: borrowing Mutex<DeckPort>) -> End {
    guard let file = Self.file(of: source) else {
      reportLoss(of: source, port)
      return .natural
    }
    let gone = port.withLock { $0.media.isGone }
    if let path = item.path, gone?(path) == true { return .taken }
    let now = blocks
    // `countBarren` reports a file that gave no sound at all.
    let isTold = !isBarren || !isWhole
    // A medium with read errors answers slowly, so read it only once.
    guard let since = doubted else {
      guard isTold && file.earlyEnd != nil || file.isUnreadable else {
        reportLoss(of: source, port)
        return .natural
      }
      doubted = now
      return .doubtful
    }
    guard now - since >= Self.doubt else { return .doubtful }
    if isTold { news.report(FileError(path: file.path, reason: file.damage), port) }
    return .natural
  }

  /// Whether the music goes on when a queued track's stick is removed. The next track is then on another stick.
  /// Otherwise the music waits for the stick, as after a track of the list.
  func goesOnWithoutQueued(_ port: borrowing Mutex<DeckPort>) -> Bool {
    guard queued != nil else { return false }
    let (anchor, lastQueued) = (anchor, lastQueued)
    let (candidates, list, isGone) = port.withLock {
      ($0.next(after: anchor, queued: lastQueued, isBarren: false), $0.playlist, $0.media.isGone)
    }
    guard let candidates else { return false }
    func isThere(_ item: Playlist.Item) -> Bool { item.path.map { isGone?($0) != true } ?? true }
    return candidates.queued.contains { isThere($0.item) }
      || candidates.count > 0 && isThere(list.items[list.step(0, from: candidates.start)])
  }

  /// Fades out a queued track whose stick was removed, and reports it. A cross-fade to it ends, too: after the fade the
  /// rest of the track before would begin with a click.
  mutating func leaveQueued(_ target: Tape, _ port: borrowing Mutex<DeckPort>) {
    (source, writer.fade) = (nil, nil)
    target.fadeTail(frames: Self.lastFade)
    guard let path = item.path else { return }
    news.report(FileError(path: path, reason: "its stick was pulled out", remedy: "put it back and queue it again"), port)
  }

  /// Reports lost sound of a track that was read to its end. The sound is damaged or missing.
  mutating func reportLoss(of source: (any TrackSource)?, _ port: borrowing Mutex<DeckPort>) {
    let loss =
      Self.file(of: source).flatMap { file in file.loss.map { FileError(path: file.path, reason: $0) } } ?? (source as? SoundPart)?.loss
    if let loss { news.report(loss, port) }
  }

  /// Fades out the end of the tape and reports the loss. In a cross-fade it is that of the track that is heard last.
  mutating func lose(_ target: Tape, _ port: borrowing Mutex<DeckPort>) {
    let isFading = writer.fade != nil
    let last = port.withLock { isFading ? $0.take?.mark(at: target.written) : $0.take?.marks.last }
    let lost = last?.item ?? item
    let frame = target.written - (last?.frame ?? 0) + (last?.offset ?? 0)
    (source, writer.fade) = (nil, nil)
    target.fadeTail(frames: Self.lastFade)
    target.markEnd()
    news.tell(LostMedia(item: lost, position: Double(max(frame, 0)) / Double(SoundFormat.rate)), port)
  }
}

import GestureFlowAPI
import Synchronization

/// A type that finds a playable track in a deck's list. A track may be in doubt, after a read error or when no
/// descriptor is free. The finder retries such a track before it skips it.
package struct TrackFinder {
  /// A track, and the frame in it to play from.
  package struct Place {
    /// Place in the list.
    package var track: Int
    package var item: Playlist.Item
    package var frame: Int64
    /// Place after which the list continues.
    package var anchor = -1
    /// The queued track; nil for a track of the list.
    package var queued: QueuedItem?
  }

  /// The tracks that are tried one after another. Queued ones come first, then those of the list.
  package struct Candidates {
    /// Place after which the list continues, for queued tracks.
    package var anchor: Int
    /// Queued tracks.
    package var queued: [QueuedItem] = []
    /// Place of the first track of the list, which goes round.
    package var start: Int
    /// Number of tracks of the list to try.
    package var count: Int
  }

  /// Result of a search.
  package enum Find {
    case track(Place, any TrackSource)
    /// Its stick was removed.
    case gone(Place)
    /// The reason why no track of the list can be played.
    case nothing(FileError)
    /// The last track of the list has ended.
    case end

    /// The opened track; nil without one.
    package var source: (any TrackSource)? {
      if case .track(_, let source) = self { source } else { nil }
    }
  }

  /// Purpose of a search. Each has its own doubt, because the track that plays may end while a jump is still in
  /// doubt.
  package enum Step { case next, jump }

  /// A track that may or may not be playable.
  private struct Doubt {
    var number: Int
    /// Steps through the list to this track.
    var offset: Int
    /// Blocks rendered at the first try, and when the next is due.
    var since: Int64
    var again: Int64
  }

  private let opener: SoundFile.Opener
  private var doubts: [Step: Doubt] = [:]

  /// - Parameter opener: opens the files of the list.
  package init(_ opener: @escaping SoundFile.Opener) { self.opener = opener }

  /// Drops all doubts, because the list has changed.
  package mutating func forget() { doubts = [:] }

  /// Searches among some tracks of the queue and the current list.
  /// - Parameters:
  ///   - frame: frame to play from in the first track that is tried. Other tracks begin at their start.
  ///   - number: number of the requested jump, or of the jump after which a track has ended. A doubt with another
  ///     number is dropped.
  ///   - now: blocks rendered so far.
  ///   - news: receives the skipped tracks.
  ///   - port: holds the list.
  /// - Returns: nil if the result is not known yet; call again.
  package mutating func find(
    _ candidates: Candidates, at frame: Int64, for step: Step, number: Int, now: Int64, _ news: inout DeckEvent,
    _ port: borrowing Mutex<DeckPort>
  ) -> Find? {
    let (list, isGone) = port.withLock { ($0.playlist, $0.media.isGone) }
    let doubt = doubts[step].flatMap { $0.number == number ? $0 : nil }
    if let doubt, now < doubt.again { return nil }
    doubts[step] = nil
    let all = candidates.queued.count + candidates.count
    // The queue may have become shorter during a doubt.
    for offset in min(doubt?.offset ?? 0, all)..<all {
      let place = place(offset, of: candidates, in: list, at: offset == 0 ? frame : 0)
      do throws(FileError) { return .track(place, try open(place.item)) } catch {
        let isAway = place.item.path.map { isGone?($0) == true } ?? false
        if isAway, place.queued == nil { return .gone(place) }
        // A queued track waits for its stick, and the music goes on.
        if isAway { continue }
        if let code = error.code {
          let since = doubt.flatMap { $0.offset == offset ? $0.since : nil } ?? now
          if now - since < DeckWorker.doubt {
            doubts[step] = Doubt(number: number, offset: offset, since: since, again: now + DeckWorker.doubt / 8)
            return nil
          }
          // No other file can be opened either.
          if ReadTrouble.isOurs(code) { return .nothing(Self.nothing(of: list.items.count, "can be opened (\(ReadTrouble.text(code)))")) }
        }
        if let queued = place.queued { port.withLock { $0.queue.drop(queued.number) } }
        news.report(error, port)
      }
    }
    return candidates.count < list.items.count ? .end : .nothing(Self.nothing(of: list.items.count))
  }

  /// Returns a track to try.
  /// - Parameter offset: counts from the first one.
  private func place(_ offset: Int, of candidates: Candidates, in list: Playlist, at frame: Int64) -> Place {
    if offset < candidates.queued.count {
      let queued = candidates.queued[offset]
      return Place(
        track: list.items.firstIndex(of: queued.item) ?? -1, item: queued.item, frame: frame, anchor: candidates.anchor, queued: queued)
    }
    let track = list.step(offset - candidates.queued.count, from: candidates.start)
    return Place(track: track, item: list.items[track], frame: frame, anchor: track)
  }

  private func open(_ item: Playlist.Item) throws(FileError) -> any TrackSource {
    switch item {
    case .builtin: BuiltinPiece()
    case .file(let path): try SoundFile(path, opener: opener)
    case .part(let part): try SoundPart(part, opener: opener)
    }
  }

  /// - Parameter what: the action that is possible with none of the tracks.
  static func nothing(of count: Int, _ what: String = "can be played") -> FileError {
    let whole = count == 1 ? "the only track of the list" : "all \(count) tracks of the list"
    return FileError(path: whole, reason: "nothing \(what); the built-in piece plays instead")
  }
}

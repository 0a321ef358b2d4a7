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
  }

  /// Result of a search.
  package enum Find {
    case track(Place, any TrackSource)
    /// Its stick was removed.
    case gone(Place)
    /// The reason why no track of the list can be played.
    case nothing(FileError)
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

  /// Searches the current list, starting at a place.
  /// - Parameters:
  ///   - frame: frame to play from in the first track that is tried. Other tracks begin at their start.
  ///   - number: number of the requested jump, or of the jump after which a track has ended. A doubt with another
  ///     number is dropped.
  ///   - now: blocks rendered so far.
  ///   - news: receives the skipped tracks.
  ///   - desk: holds the list.
  /// - Returns: nil if the result is not known yet; call again.
  package mutating func find(
    _ index: Int, at frame: Int64, for step: Step, number: Int, now: Int64, _ news: inout DeckEvent, _ desk: borrowing Mutex<DeckPort>
  ) -> Find? {
    let (items, isGone) = desk.withLock { ($0.playlist.items, $0.media.isGone) }
    let doubt = doubts[step].flatMap { $0.number == number ? $0 : nil }
    if let doubt, now < doubt.again { return nil }
    doubts[step] = nil
    for offset in (doubt?.offset ?? 0)..<items.count {
      let track = ((index + offset) % items.count + items.count) % items.count
      let place = Place(track: track, item: items[track], frame: offset == 0 ? frame : 0)
      do throws(FileError) { return .track(place, try open(items[track])) } catch {
        if let path = items[track].path, isGone?(path) == true { return .gone(place) }
        if let code = error.code {
          let since = doubt.flatMap { $0.offset == offset ? $0.since : nil } ?? now
          if now - since < DeckWorker.doubt {
            doubts[step] = Doubt(number: number, offset: offset, since: since, again: now + DeckWorker.doubt / 8)
            return nil
          }
          // No other file can be opened either.
          if ReadTrouble.isOurs(code) { return .nothing(Self.nothing(of: items.count, "can be opened (\(ReadTrouble.text(code)))")) }
        }
        news.report(error, desk)
      }
    }
    return .nothing(Self.nothing(of: items.count))
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

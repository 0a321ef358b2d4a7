import GestureFlowAPI
import Synchronization

/// Looks in a deck's list for a track that can be played. What cannot be told now, for want of a descriptor or with a read error, is asked again before it is skipped.
package struct TrackFinder {
  /// A track and its frame that is meant.
  package struct Place {
    /// Place in the list.
    package var track: Int
    package var item: Playlist.Item
    package var frame: Int64
  }

  /// What came of looking.
  package enum Find {
    case track(Place, any TrackSource)
    /// Its stick was pulled out.
    case gone(Place)
    /// Why nothing in the list can be played.
    case nothing(FileError)
  }

  /// What a track is looked for; each has its own doubt, because the track that plays may end while a jump is still in doubt.
  package enum Step { case next, jump }

  /// A track of which nothing is known yet.
  private struct Doubt {
    var number: Int
    /// Steps through the list to it.
    var offset: Int
    /// Rendered blocks at the first try, and those at which the next one is due.
    var since: Int64
    var again: Int64
  }

  private let opener: SoundFile.Opener
  private var doubts: [Step: Doubt] = [:]

  /// - Parameter opener: opens the list's files.
  package init(_ opener: @escaping SoundFile.Opener) { self.opener = opener }

  /// Forgets what was in doubt: the list is another one.
  package mutating func forget() { doubts = [:] }

  /// Looks from a place of the present list on.
  /// - Parameters:
  ///   - frame: meant in the first track that is tried; another one begins at its start.
  ///   - number: which jump is wished, or after which one a track has ended; another one's doubt is over.
  ///   - now: blocks rendered so far.
  ///   - news: is told what is skipped.
  ///   - desk: has the list.
  /// - Returns: nil if it cannot be told yet: ask again.
  package mutating func find(
    _ index: Int, at frame: Int64, for step: Step, number: Int, now: Int64, _ news: inout DeckNews, _ desk: borrowing Mutex<DeckDesk>
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

  /// - Parameter what: cannot be done with any of them.
  static func nothing(of count: Int, _ what: String = "can be played") -> FileError {
    let whole = count == 1 ? "the only track of the list" : "all \(count) tracks of the list"
    return FileError(path: whole, reason: "nothing \(what); the built-in piece plays instead")
  }
}

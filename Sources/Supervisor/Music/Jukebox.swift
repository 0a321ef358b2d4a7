import Foundation
import GestureFlowAPI
import Library
import Sound
import Synchronization

/// What is played: the library's lists on the deck, what happens when a stick goes, and going on when it comes back.
///
/// The last place on each stick is remembered. The place where the music was last is waited for: when its stick comes, the music goes on there, unless a person has
/// chosen something else meanwhile. Its stick's place is kept even then.
package final class Jukebox: Sendable {
  private typealias Place = SavedState.Place
  private typealias Spot = JukeboxState.Spot

  private let deck: Deck
  private let isFixed: Bool
  private let mountRoot: String
  private let notice: @Sendable (String) -> Void
  private let state = Mutex(JukeboxState())
  /// Held while the deck is given another list or place: a place counts in the list it was looked up in, and news of two sticks may come at once.
  private let turn = Mutex(())

  /// - Parameter isFixed: the list was named on the command line and is not the library's.
  package init(_ deck: Deck, isFixed: Bool, mountRoot: String, notice: @escaping @Sendable (String) -> Void) {
    self.deck = deck
    self.isFixed = isFixed
    self.mountRoot = mountRoot
    self.notice = notice
  }

  package func restore(_ saved: SavedState) {
    guard !isFixed else { return }
    state.withLock { state in
      state.places = saved.elsewhere
      guard let stick = saved.stick, let track = saved.track else { return }
      state.remember(Place(stick: stick, track: track, position: saved.position))
      state.isWaiting = true
    }
    if saved.track == nil, saved.position > 0 { deck.jump(to: 0, seconds: saved.position) }
  }

  /// Writes down where the music is: what is waited for, otherwise what is heard; and the places on other sticks, of which one may be heard meanwhile.
  /// - Parameter hasPlayed: false as long as the deck knows nothing of what is heard, for want of a card; then what is in `saved` stays.
  package func note(in saved: inout SavedState, hasPlayed: Bool) {
    guard !isFixed else { return }
    let now = hasPlayed ? deck.now : nil
    let heard = now.flatMap { place(of: $0) }
    state.withLock { state in
      var places = state.places
      if state.isWaiting, let first = places.first {
        (saved.stick, saved.track, saved.position) = (first.stick, first.track, first.position)
        places.removeFirst()
        // Meanwhile another stick plays by itself: it goes on here when it is alone again.
        if let heard, heard.stick != first.stick {
          places.removeAll { $0.stick == heard.stick }
          places.insert(heard, at: 0)
        }
      } else if let now {
        (saved.stick, saved.track, saved.position) = (heard?.stick, heard?.track, now.position)
        places.removeAll { $0.stick == heard?.stick }
      } else {
        return
      }
      saved.elsewhere = Array(places.prefix(SavedState.mostPlaces))
    }
  }

  /// The library's lists have changed. - Parameter music: asks for them, so that the last to ask has the newest.
  package func update(_ music: () -> MusicLibrary.Music) {
    guard !isFixed else { return }
    turn.withLock { _ in take(music()) }
  }

  private func take(_ new: MusicLibrary.Music) {
    let all = new.lists.flatMap(\.tracks)
    let heard = deck.now
    let (isNew, hadMusic, instead, waited) = state.withLock { state in
      let known = state.tracks
      (state.lists, state.tracks, state.whole) = (new.lists, all, new.whole)
      let instead = state.giveUp()
      return (all != known, !known.isEmpty, instead, state.isWaiting ? state.places.first : nil)
    }
    // Nothing else would end the silence: the stick is back, and what was heard is not on it any more.
    let isStuck = instead != nil && deck.lost != nil
    // While a stick is gone its list stays: what was heard is remembered by its place there.
    if all.isEmpty {
      if isStuck || deck.lost == nil && (heard?.item == .builtin || heard == nil) { deck.replace(Playlist()) }
      if isStuck { deck.jump(to: 0) }
      return
    }
    var jump: Spot?
    // The same list may be that of a stick that was out and is back, and the library never missed it; or the stick is gone and the library has yet to miss it.
    if let waited, let found = spot(of: waited) {
      jump = found
      state.withLock { $0.isWaiting = false }
    } else if isStuck {
      jump = instead
    } else if isNew, !hadMusic, deck.lost == nil, heard.map({ $0.item == .builtin }) ?? true {
      // A stick's music takes the place of the built-in piece, and of nothing else; it goes on where it was when that stick was heard last.
      jump = state.withLock { $0.newestSpot }
    }
    give(all)
    if let jump { deck.jump(to: jump.index, seconds: jump.seconds) }
  }

  /// Where the music goes on that is waited for; nil as long as its stick is not there.
  private func spot(of waited: Place) -> Spot? {
    let (track, spot) = state.withLock { state in
      let spot = state.find(waited)
      return (spot.map { state.tracks[$0.index] }, spot)
    }
    guard let track, let spot, !isGone(track) else { return nil }
    // What was taken away and still lies on the tape is heard on, not left out.
    guard deck.lost != nil, let now = deck.now, now.ahead > 0, let heard = place(of: now), heard.stick == waited.stick else {
      return spot
    }
    return state.withLock { $0.find(heard) } ?? spot
  }

  /// What is heard, as a place on its stick; nil for what is not the library's.
  private func place(of now: HeardTrack) -> Place? {
    track(of: now.item).map { Place(stick: $0.stick, track: $0.relative, position: now.position) }
  }

  /// The music was taken away while it played. Called on the deck's own thread, for which nobody waits who has the turn.
  package func lose(_ media: LostMedia) {
    guard let path = media.item.path, turn.withLock({ _ in isAway(media) }) else { return }
    let title = cleaned(track(of: media.item)?.part?.title ?? (path as NSString).lastPathComponent, limit: 100)
    notice("no media: the stick with '\(title)' was pulled out; it goes on when the stick is back")
  }

  /// Waits for what was taken away, unless it is there again.
  private func isAway(_ media: LostMedia) -> Bool {
    guard let track = track(of: media.item) else { return true }
    let place = Place(stick: track.stick, track: track.relative, position: media.position)
    // Pulled out and put back while the kernel still had some of the file: its list has come already, and no other one will.
    if let spot = spot(of: place) {
      deck.jump(to: spot.index, seconds: spot.seconds)
      return false
    }
    // Nor will another one if the stick is back, read to its end, and the track is not on it any more.
    let instead = state.withLock { state in
      state.remember(place)
      state.isWaiting = true
      return state.giveUp()
    }
    guard let instead else { return true }
    // The deck still has the list of before.
    if state.withLock({ $0.tracks.isEmpty }) { deck.replace(Playlist()) }
    deck.jump(to: instead.index, seconds: instead.seconds)
    return false
  }

  /// True if the medium of a path is gone, whether or not the kernel has unmounted it yet.
  package func isGone(_ path: String) -> Bool { state.withLock { $0.given[path] }.map { isGone($0) } ?? false }

  private func isGone(_ track: MediaTrack) -> Bool {
    let root = String(track.path.dropLast(track.relative.count + 1))
    // Only a clear answer counts: without a free descriptor the system cannot tell, and no stick is gone.
    guard root.hasPrefix(mountRoot + "/") else { return FolderPresence(root) == .gone }
    return MountTable.mounts(below: mountRoot).map { mounts in !mounts.contains { $0.path == root } } ?? false
  }

  // MARK: - What buttons and clients ask for

  /// To the next track, or to the one before.
  package func skip(_ by: Int) {
    turn.withLock { _ in
      guard !leaveLost() else { return }
      choose()
      deck.skip(by)
    }
  }

  /// To the first track of the next list, or of the one before.
  package func skipFolder(_ by: Int) { turn.withLock { _ in goToList(by) } }

  private func goToList(_ by: Int) {
    guard !leaveLost() else { return }
    choose()
    let now = deck.now?.track ?? 0
    let target = state.withLock { $0.startOfList(by, from: now) }
    deck.jump(to: target ?? 0)
  }

  /// - Parameter text: a place in the list, or a path.
  /// - Returns: false if there is no such track.
  package func select(_ text: String) -> Bool {
    turn.withLock { _ in
      let items = deck.list.items
      let number = Int(text).flatMap { items.indices.contains($0) ? $0 : nil }
      guard let index = number ?? items.firstIndex(where: { $0.path == text }) else { return false }
      choose()
      deck.jump(to: index)
      return true
    }
  }

  /// To a place in the present track. - Returns: false if the list does not have that track any more.
  package func seek(to seconds: Double) -> Bool {
    turn.withLock { _ in
      guard deck.seek(to: seconds) else { return false }
      if deck.lost == nil { choose() }
      return true
    }
  }

  /// A person has chosen: what was left on another stick is not waited for any more, but it stays known. What is heard now is left, too.
  private func choose() {
    let heard = deck.now.flatMap { place(of: $0) }
    state.withLock { state in
      state.isWaiting = false
      if let heard { state.remember(heard) }
    }
  }

  /// After a stick was pulled out: whatever music is left.
  private func leaveLost() -> Bool {
    guard deck.lost != nil else { return false }
    // The library may not have noticed yet.
    let all = state.withLock { state in
      state.isWaiting = false
      return state.tracks
    }
    var gone: [String: Bool] = [:]
    for track in all where gone[track.stick] == nil { gone[track.stick] = isGone(track) }
    give(all.filter { gone[$0.stick] != true })
    deck.jump(to: 0)
    return true
  }

  private func give(_ list: [MediaTrack]) {
    let heard = deck.now.flatMap { track(of: $0.item) }
    state.withLock { $0.give(list, heard: heard) }
    deck.replace(Playlist(list.map(Self.item)))
  }

  /// The library's track of what is played; nil for what is not the library's.
  func track(of item: Playlist.Item) -> MediaTrack? { item.path.flatMap { path in state.withLock { $0.given[path] } } }

  /// Name of the list that a track belongs to.
  func listName(of track: Int) -> String? { state.withLock { $0.listName(of: track) } }

  private static func item(_ track: MediaTrack) -> Playlist.Item {
    guard let part = track.part else { return .file(track.path) }
    func frame(_ place: Int) -> Int64 { Int64(place) * Int64(SoundFormat.rate / TrackPart.rate) }
    return .part(
      FilePart(path: track.path, file: part.file, title: part.title, start: frame(part.start), end: part.end.map(frame)))
  }
}

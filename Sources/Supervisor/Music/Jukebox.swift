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

  private struct State {
    var lists: [MusicList] = []
    var tracks: [MediaTrack] = []
    /// What the deck was given last: it still plays from there when the library has forgotten the stick.
    var given: [String: MediaTrack] = [:]
    /// The last place on each stick but the one that is heard, the newest first.
    var places: [SavedState.Place] = []
    /// The first of the places is where the music goes on as soon as its stick is there: after a start, or after the stick was pulled out.
    var isWaiting = false

    /// Remembers a place as the newest.
    mutating func remember(_ place: SavedState.Place) {
      places.removeAll { $0.stick == place.stick }
      places.insert(place, at: 0)
      if places.count > SavedState.mostPlaces + 1 { places.removeLast() }
    }

    /// Where a place is in the list, and how far into its track.
    func find(_ place: SavedState.Place) -> (index: Int, seconds: Double)? {
      tracks.firstIndex { $0.stick == place.stick && $0.relative == place.track }.map { ($0, place.position) }
    }
  }

  private let feeder: DeckFeeder
  private let isFixed: Bool
  private let mountRoot: String
  private let notice: @Sendable (String) -> Void
  private let state = Mutex(State())
  /// Held while the deck is given another list or place: a place counts in the list it was looked up in, and news of two sticks may come at once.
  private let turn = Mutex(())

  /// - Parameter isFixed: the list was named on the command line and is not the library's.
  package init(_ feeder: DeckFeeder, isFixed: Bool, mountRoot: String, notice: @escaping @Sendable (String) -> Void) {
    self.feeder = feeder
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
    if saved.track == nil, saved.position > 0 { feeder.jump(to: 0, seconds: saved.position) }
  }

  /// Writes down where the music is: what is waited for, otherwise what is heard; and the places on other sticks.
  /// - Parameter hasPlayed: false as long as the deck knows nothing of what is heard, for want of a card; then what is in `saved` stays.
  func note(in saved: inout SavedState, hasPlayed: Bool) {
    guard !isFixed else { return }
    let now = hasPlayed ? feeder.now : nil
    state.withLock { state in
      var places = state.places
      if state.isWaiting, let first = places.first {
        (saved.stick, saved.track, saved.position) = (first.stick, first.track, first.position)
        places.removeFirst()
      } else if let now {
        let media = Self.path(of: now.item).flatMap { state.given[$0] }
        (saved.stick, saved.track, saved.position) = (media?.stick, media?.relative, now.position)
        places.removeAll { $0.stick == media?.stick }
      } else {
        return
      }
      saved.elsewhere = Array(places.prefix(SavedState.mostPlaces))
    }
  }

  /// The library's lists have changed. - Parameter lists: asks for them, so that the last to ask has the newest.
  package func update(_ lists: () -> [MusicList]) {
    guard !isFixed else { return }
    turn.withLock { _ in take(lists()) }
  }

  private func take(_ new: [MusicList]) {
    let all = new.flatMap(\.tracks)
    let heard = feeder.now
    let jump: (index: Int, seconds: Double)? = state.withLock { state in
      guard all != state.tracks else { return nil }
      let hadMusic = !state.tracks.isEmpty
      state.lists = new
      state.tracks = all
      guard !all.isEmpty else { return nil }
      if state.isWaiting, let first = state.places.first, let place = state.find(first) {
        state.isWaiting = false
        return place
      }
      // A stick's music takes the place of the built-in piece, and of nothing else; it goes on where it was when that stick was heard last.
      guard !hadMusic, feeder.lost == nil, heard.map({ $0.item == .builtin }) ?? true else { return nil }
      for place in state.places { if let found = state.find(place) { return found } }
      return (0, 0)
    }
    // While a stick is gone its list stays: what was heard is remembered by its place there.
    if all.isEmpty {
      if feeder.lost == nil, feeder.now?.item == .builtin || feeder.now == nil { feeder.replace(Playlist()) }
      return
    }
    give(all)
    if let jump { feeder.jump(to: jump.index, seconds: jump.seconds) }
  }

  /// The music was taken away while it played.
  func lose(_ media: DeckFeeder.LostMedia) {
    guard case .file(let path) = media.item else { return }
    let title = cleaned((path as NSString).lastPathComponent, limit: 100)
    state.withLock { state in
      guard let track = state.given[path] else { return }
      state.remember(Place(stick: track.stick, track: track.relative, position: media.position))
      state.isWaiting = true
    }
    notice("no media: the stick with '\(title)' was pulled out; it goes on when the stick is back")
  }

  /// True if the medium of a path is gone, whether or not the kernel has unmounted it yet.
  func isGone(_ path: String) -> Bool { state.withLock { $0.given[path] }.map { isGone($0) } ?? false }

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
      feeder.skip(by)
    }
  }

  /// To the first track of the next list, or of the one before.
  package func skipFolder(_ by: Int) { turn.withLock { _ in goToList(by) } }

  private func goToList(_ by: Int) {
    guard !leaveLost() else { return }
    choose()
    let now = feeder.now?.track ?? 0
    let target: Int? = state.withLock { state in
      guard state.lists.count > 1 else { return nil }
      var starts: [Int] = []
      var at = 0
      for list in state.lists {
        starts.append(at)
        at += list.tracks.count
      }
      let present = starts.lastIndex { $0 <= now } ?? 0
      return starts[((present + by) % starts.count + starts.count) % starts.count]
    }
    feeder.jump(to: target ?? 0)
  }

  /// - Parameter text: a place in the list, or a path.
  /// - Returns: false if there is no such track.
  package func select(_ text: String) -> Bool {
    turn.withLock { _ in
      let items = feeder.list.items
      let number = Int(text).flatMap { items.indices.contains($0) ? $0 : nil }
      guard let index = number ?? items.firstIndex(of: .file(text)) else { return false }
      choose()
      feeder.jump(to: index)
      return true
    }
  }

  /// To a place in the present track.
  package func seek(to seconds: Double) {
    turn.withLock { _ in
      if feeder.lost == nil { choose() }
      feeder.seek(to: seconds)
    }
  }

  /// A person has chosen: what was left on another stick is not waited for any more, but it stays known. What is heard now is left, too.
  private func choose() {
    let now = feeder.now
    state.withLock { state in
      state.isWaiting = false
      if let now, let media = Self.path(of: now.item).flatMap({ state.given[$0] }) {
        state.remember(Place(stick: media.stick, track: media.relative, position: now.position))
      }
    }
  }

  /// After a stick was pulled out: whatever music is left.
  private func leaveLost() -> Bool {
    guard feeder.lost != nil else { return false }
    // The library may not have noticed yet.
    let all = state.withLock { state in
      state.isWaiting = false
      return state.tracks
    }
    var gone: [String: Bool] = [:]
    for track in all where gone[track.stick] == nil { gone[track.stick] = isGone(track) }
    give(all.filter { gone[$0.stick] != true })
    feeder.jump(to: 0)
    return true
  }

  private func give(_ list: [MediaTrack]) {
    let heard = feeder.now.flatMap { Self.path(of: $0.item) }
    state.withLock { state in
      // Of a track that a playlist names again the first is as good as the second.
      var fresh = Dictionary(list.map { ($0.path, $0) }) { first, _ in first }
      // What is heard, and what lies on the tape after it, may be of a stick that the library has forgotten already.
      if let stick = heard.flatMap({ state.given[$0] })?.stick {
        fresh.merge(state.given.filter { $0.value.stick == stick }) { new, _ in new }
      }
      state.given = fresh
    }
    feeder.replace(Playlist(files: list.map(\.path)))
  }

  /// The library's track of what is played; nil for what is not the library's.
  func track(of item: Playlist.Item) -> MediaTrack? { Self.path(of: item).flatMap { path in state.withLock { $0.given[path] } } }

  /// Name of the list that a track belongs to.
  func listName(of track: Int) -> String? {
    state.withLock { state in
      var at = 0
      for list in state.lists {
        if track < at + list.tracks.count { return list.name.isEmpty ? "/" : list.name }
        at += list.tracks.count
      }
      return nil
    }
  }

  private static func path(of item: Playlist.Item) -> String? {
    guard case .file(let path) = item else { return nil }
    return path
  }
}

import Foundation
import GestureFlowAPI
import Library
import Realtime
import Settings
import Sound
import Synchronization

/// Plays the library's lists and follows sticks that come and go.
///
/// The last place on each stick is remembered. The last place of the music is awaited: when its stick comes, the
/// music continues there, unless a person has chosen something else meanwhile. The place on that stick is kept even
/// then.
package final class Jukebox: Sendable {
  private typealias Place = SavedState.Place
  private typealias Spot = JukeboxState.Spot

  let deck: Deck
  private let isFixed: Bool
  private let mountRoot: String
  let newSeed: @Sendable () -> UInt64
  let notice: @Sendable (String) -> Void
  /// Held while the deck gets another list or place. An index is only valid in the list it was looked up in, and two
  /// sticks may change at once.
  let state = Mutex(JukeboxState())
  /// The state after its last change. It is for threads that must not wait for `state`, such as the deck's own.
  let published = Published(JukeboxState())

  /// - Parameters:
  ///   - isFixed: whether the list was named on the command line and is not the library's.
  ///   - seed: returns the seed of a random order; replaced where a run must repeat.
  package init(
    _ deck: Deck, isFixed: Bool, mountRoot: String, seed: @escaping @Sendable () -> UInt64 = { .random(in: 0...SavedState.mostSeed) },
    notice: @escaping @Sendable (String) -> Void
  ) {
    self.deck = deck
    self.isFixed = isFixed
    self.mountRoot = mountRoot
    newSeed = seed
    self.notice = notice
  }

  package func restore(_ saved: SavedState) {
    deck.set(repeats: saved.repeats, seed: saved.shuffleSeed)
    guard !isFixed else { return }
    state.withLock { state in
      change(&state) { state in
        state.queue = TrackQueue(saved.queue)
        state.places = saved.elsewhere
        guard let stick = saved.stick, let track = saved.track else { return }
        state.remember(Place(stick: stick, track: track, position: saved.position))
        state.isWaiting = true
      }
    }
    if saved.track == nil, saved.position > 0 { deck.jump(to: 0, seconds: saved.position) }
  }

  /// Records the current place in `saved`. It is the awaited place, or else the place that is heard. The places on
  /// other sticks follow, one of which may be heard meanwhile.
  /// - Parameter hasPlayed: false while the deck does not know what is heard, because there is not a card. `saved`
  ///   then stays as it is.
  package func record(in saved: inout SavedState, hasPlayed: Bool) {
    (saved.shuffleSeed, saved.repeats) = deck.order
    guard !isFixed else { return }
    saved.queue = published.now.queue.places
    let now = hasPlayed ? deck.now : nil
    let heard = now.flatMap { place(of: $0) }
    let state = published.now
    var places = state.places
    if state.isWaiting, let first = places.first {
      (saved.stick, saved.track, saved.position) = (first.stick, first.track, first.position)
      places.removeFirst()
      // Another stick plays on its own meanwhile. Its place is used when it is alone again.
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

  /// Changes the state with its lock held, and publishes it.
  func change<Result>(_ state: inout JukeboxState, _ body: (inout JukeboxState) -> Result) -> Result {
    defer { published.store(state) }
    return body(&state)
  }

  /// Takes the library's changed lists.
  /// - Parameter music: returns the lists. It is called with the state's lock held, so the last caller gets the newest.
  package func update(_ music: () -> MusicLibrary.Music) {
    guard !isFixed else { return }
    state.withLock { take(music(), &$0) }
  }

  private func take(_ new: MusicLibrary.Music, _ state: inout JukeboxState) {
    let all = new.lists.flatMap(\.tracks)
    let heard = deck.now
    let (isNew, hadMusic, instead, waited) = change(&state) { state in
      let known = state.tracks
      (state.lists, state.tracks, state.whole) = (new.lists, all, new.whole)
      let instead = state.giveUp()
      return (all != known, !known.isEmpty, instead, state.isWaiting ? state.places.first : nil)
    }
    defer { giveQueue(&state) }
    // The stick is back without the track that was heard. Only a jump ends the silence.
    let isStuck = instead != nil && deck.lost != nil
    // Keep the list of a missing stick: the place of the music refers to it.
    if all.isEmpty {
      if isStuck || deck.lost == nil && (heard?.item == .builtin || heard == nil) { deck.replace(Playlist()) }
      if isStuck { deck.jump(to: 0) }
      return
    }
    var jump: Spot?
    // An unchanged list has two reasons. Either the stick was out and came back before the library noticed, or it is
    // gone and the library has not noticed yet.
    if let waited, let found = spot(of: waited) {
      jump = found
      change(&state) { $0.isWaiting = false }
    } else if isStuck {
      jump = instead
    } else if isNew, !hadMusic, deck.lost == nil, heard.map({ $0.item == .builtin }) ?? true {
      // A stick's music replaces the built-in piece, and nothing else. It continues where that stick was heard last.
      jump = state.newestSpot
    }
    give(all, &state)
    if let jump { deck.jump(to: jump.index, seconds: jump.seconds) }
  }

  /// Returns where the awaited music continues; nil while its stick is missing.
  private func spot(of waited: Place) -> Spot? {
    let state = published.now
    guard let spot = state.find(waited), !isGone(state.tracks[spot.index]) else { return nil }
    // Play the removed music that is still on the tape.
    guard deck.lost != nil, let now = deck.now, now.ahead > 0, let heard = place(of: now), heard.stick == waited.stick else {
      return spot
    }
    return published.now.find(heard) ?? spot
  }

  /// Returns the heard track as a place on its stick. Returns nil if it is not the library's.
  private func place(of now: HeardTrack) -> Place? {
    track(of: now.item).map { Place(stick: $0.stick, track: $0.relative, position: now.position) }
  }

  /// Reports that the music was removed while it played. Called on the deck's own thread, for which a holder of the
  /// state's lock never waits.
  package func lose(_ media: LostMedia) {
    guard let path = media.item.path, state.withLock({ isAway(media, &$0) }) else { return }
    let title = cleaned(track(of: media.item)?.part?.title ?? (path as NSString).lastPathComponent, limit: 100)
    notice("no media: the stick with '\(title)' was pulled out: put it back")
  }

  /// Waits for the removed music, unless it is back already. Returns whether it is away.
  private func isAway(_ media: LostMedia, _ state: inout JukeboxState) -> Bool {
    guard let track = track(of: media.item) else { return true }
    let place = Place(stick: track.stick, track: track.relative, position: media.position)
    // The stick came back while the kernel still held part of the file. The library has reported its list already,
    // and will not report it again.
    if let spot = spot(of: place) {
      deck.jump(to: spot.index, seconds: spot.seconds)
      return false
    }
    // The stick is back and completely read, but without the track. Then the library will not report again, either.
    let instead = change(&state) { state in
      state.remember(place)
      state.isWaiting = true
      return state.giveUp()
    }
    guard let instead else { return true }
    // The deck still has the earlier list.
    if state.tracks.isEmpty { deck.replace(Playlist()) }
    deck.jump(to: instead.index, seconds: instead.seconds)
    return false
  }

  /// Returns whether a path's medium is gone. It may still be mounted.
  package func isGone(_ path: String) -> Bool { published.now.given[path].map { isGone($0) } ?? false }

  private func isGone(_ track: MediaTrack) -> Bool {
    let root = String(track.path.dropLast(track.relative.count + 1))
    // Only a clear answer counts. Without a free descriptor the system cannot tell, so the stick counts as present.
    guard root.hasPrefix(mountRoot + "/") else { return FolderPresence(root) == .gone }
    return MountTable.mounts(below: mountRoot).map { mounts in !mounts.contains { $0.path == root } } ?? false
  }

  // MARK: - For buttons and clients

  /// Goes to the next or the previous track.
  package func skip(_ by: Int) {
    state.withLock { state in
      guard !leaveLost(&state) else { return }
      choose(&state)
      deck.skip(by)
    }
  }

  /// Goes to the first track of the next or the previous list.
  package func skipFolder(_ by: Int) { state.withLock { goToList(by, &$0) } }

  private func goToList(_ by: Int, _ state: inout JukeboxState) {
    guard !leaveLost(&state) else { return }
    choose(&state)
    let now = deck.now?.track ?? 0
    deck.jump(to: state.startOfList(by, from: now) ?? 0)
  }

  /// Selects a track.
  /// - Parameter text: an index in the list, or a path.
  /// - Returns: false if the track does not exist.
  package func select(_ text: String) -> Bool {
    state.withLock { state in
      let items = deck.list.items
      let number = Int(text).flatMap { items.indices.contains($0) ? $0 : nil }
      guard let index = number ?? items.firstIndex(where: { $0.path == text }) else { return false }
      choose(&state)
      deck.jump(to: index)
      return true
    }
  }

  /// Goes to a place in the current track.
  /// - Returns: false if the list does not have that track any more.
  package func seek(to seconds: Double) -> Bool {
    state.withLock { state in
      guard deck.seek(to: seconds) else { return false }
      if deck.lost == nil { choose(&state) }
      return true
    }
  }

  /// Stops waiting, because a person has chosen. The place on the other stick stays stored, and so does the place
  /// that is heard now.
  private func choose(_ state: inout JukeboxState) {
    let heard = deck.now.flatMap { place(of: $0) }
    change(&state) { state in
      state.isWaiting = false
      if let heard { state.remember(heard) }
    }
  }

  /// After a stick was pulled out, plays the music that is left. Returns whether a stick was out.
  private func leaveLost(_ state: inout JukeboxState) -> Bool {
    guard deck.lost != nil else { return false }
    change(&state) { $0.isWaiting = false }
    // The library may not have noticed yet.
    var gone: [String: Bool] = [:]
    for track in state.tracks where gone[track.stick] == nil { gone[track.stick] = isGone(track) }
    give(state.tracks.filter { gone[$0.stick] != true }, &state)
    deck.jump(to: 0)
    return true
  }

  private func give(_ list: [MediaTrack], _ state: inout JukeboxState) {
    let heard = deck.now.flatMap { track(of: $0.item) }
    change(&state) { $0.give(list, heard: heard) }
    deck.replace(Playlist(list.map(Self.item), names: list.map { "\($0.stick)/\($0.relative)" }))
  }

  /// Returns the library's track of a playlist item. Returns nil for items of other origin.
  package func track(of item: Playlist.Item) -> MediaTrack? { item.path.flatMap { published.now.given[$0] } }

  /// Returns the name of the list that a track belongs to.
  package func listName(of track: Int) -> String? { published.now.listName(of: track) }

  /// Returns the path of a track by its place on its stick. Returns nil while that is missing.
  package func path(stick: String, track: String) -> String? {
    let state = published.now
    return state.find(Place(stick: stick, track: track, position: 0)).map { state.tracks[$0.index].path }
  }

  /// Returns the deck's item of a track. The places of a part become frames.
  package static func item(_ track: MediaTrack) -> Playlist.Item {
    guard let part = track.part else { return .file(track.path) }
    func frame(_ place: Int) -> Int64 { Int64(place) * Int64(SoundFormat.rate / TrackPart.rate) }
    return .part(
      FilePart(path: track.path, file: part.file, title: part.title, start: frame(part.start), end: part.end.map(frame)))
  }
}

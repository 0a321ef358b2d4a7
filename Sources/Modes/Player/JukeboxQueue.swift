import Foundation
import GestureFlowAPI
import Library
import Settings
import Sound

/// Shuffle, repeat and the queue.
extension Jukebox {
  /// The status of mode player. It has whether the tracks play in random order, what follows them, and the number of
  /// waiting tracks.
  package var status: PlayerStatus {
    let order = deck.order
    return PlayerStatus(shuffle: order.seed != nil, repeats: order.repeats, queued: published.now.queue.entries.count)
  }

  /// Switches the random order on or off. It stays as it is if it is on already.
  package func set(shuffle isOn: Bool) {
    state.withLock { _ in
      let order = deck.order
      guard isOn != (order.seed != nil) else { return }
      deck.set(repeats: order.repeats, seed: isOn ? min(newSeed(), SavedState.mostSeed) : nil)
    }
  }

  /// Sets what follows a track and the last track.
  package func set(repeats: RepeatMode) { state.withLock { _ in deck.set(repeats: repeats, seed: deck.order.seed) } }

  /// The tracks that wait, the next one first.
  package var queue: [QueuedTrack] {
    let entries = state.withLock { state in
      prune(&state)
      return state.queue.entries
    }
    return entries.enumerated().map { place, entry in
      QueuedTrack(
        number: place + 1, title: entry.title, artist: entry.artist, path: entry.item?.path ?? entry.relative, missing: entry.item == nil)
    }
  }

  /// Adds a track to the queue.
  /// - Parameter text: an index in the list, or a path.
  /// - Returns: its title and its place in the queue.
  /// - Throws: `Problem` if it does not exist, or if the queue is full.
  package func enqueue(_ text: String) throws(Problem) -> (title: String, place: Int) {
    try state.withLock { state throws(Problem) in
      prune(&state)
      let items = deck.list.items
      let number = Int(text).flatMap { items.indices.contains($0) ? $0 : nil }
      guard let index = number ?? items.firstIndex(where: { $0.path == text }), let path = items[index].path else {
        throw .notFound("the track '\(text)' does not exist: run gfctl library list")
      }
      let track = track(of: items[index])
      let place: Int? = change(&state) { state in
        let isAdded = state.queue.append(
          stick: track?.stick ?? "", relative: track?.relative ?? path, title: track?.part?.title, artist: track?.artist,
          item: items[index])
        return isAdded ? state.queue.entries.count : nil
      }
      guard let place else {
        throw .refused("the queue has \(QueueLimits.range.upperBound) tracks, which is the most: run gfctl queue clear, or wait")
      }
      giveQueue(&state)
      return (state.queue.entries[place - 1].title, place)
    }
  }

  /// Removes a track from the queue.
  /// - Returns: its title.
  /// - Throws: `Problem` if there is no such place, or if the track is already being read.
  package func removeQueued(_ number: QueueNumber) throws(Problem) -> String {
    let number = number.number
    return try state.withLock { state throws(Problem) in
      prune(&state)
      let entries = state.queue.entries
      guard entries.indices.contains(number - 1) else {
        throw .notFound("the queue has \(entries.count) \(entries.count == 1 ? "track" : "tracks"), so place \(number) is empty")
      }
      let entry = entries[number - 1]
      if isRead(entry) { throw .refused("'\(entry.title)' plays in a moment and was read already: run gfctl next to leave it then") }
      change(&state) { $0.queue.remove(entry.number) }
      giveQueue(&state)
      return entry.title
    }
  }

  /// Empties the queue.
  /// - Returns: the title of a track that plays next all the same, because it was read already.
  package func clearQueue() -> String? {
    state.withLock { state in
      prune(&state)
      let read = state.queue.entries.first { isRead($0) }
      change(&state) { $0.queue.removeAll() }
      giveQueue(&state)
      return read?.title
    }
  }

  /// Reports queued tracks that are passed over. Called on the deck's own thread when a track begins.
  package func trackBegan() {
    let missing: TrackQueue.Entry? = state.withLock { state in
      prune(&state)
      guard deck.lost == nil, deck.now?.item.path != nil else { return nil }
      return change(&state) { $0.isWaiting ? nil : $0.queue.reportMissing() }
    }
    if let missing { notice("the queued track '\(missing.title)' is passed over: it waits until its stick is there") }
  }

  /// Pauses before another round's first track, or plays what was queued last. Called on the deck's own thread when the
  /// last track has been heard.
  /// - Parameter pause: pauses the music.
  package func end(_ pause: () -> Void) {
    state.withLock { _ in
      guard deck.lost == nil else { return }
      if deck.queue.items.isEmpty, deck.order.repeats == .off { pause() }
      deck.skip(1)
    }
  }

  // MARK: - With the state's lock held

  private func isRead(_ entry: TrackQueue.Entry) -> Bool { entry.item != nil && deck.lastRead.map { entry.number <= $0 } == true }

  /// Removes what was played or cannot be played.
  private func prune(_ state: inout JukeboxState) {
    let queue = deck.queue
    for entry in change(&state, { $0.queue.prune(queue) }) {
      notice("the queued track '\(entry.title)' was skipped: its stick is not there")
    }
  }

  /// Finds the queued tracks in the library's lists. It gives them to the deck.
  func giveQueue(_ state: inout JukeboxState) {
    prune(&state)
    let (items, lost) = change(&state) { state in
      let lost = state.queue.locate(in: state.tracks, whole: state.whole, item: Self.item)
      return (state.queue.give(), lost)
    }
    deck.set(queue: items)
    for entry in lost { notice("the queued track '\(entry.title)' was skipped: its stick no longer has it") }
  }
}

/// Every place that is wished or told counts in the newest list, even while the worker still reads from the one before: it may be busy with a slow file.
extension DeckFeeder.Desk {
  /// The list that was given last.
  package var newest: Playlist { fresh ?? playlist }

  /// The wish that the worker may begin: none while a list waits to be taken over, because the wish counts in that one.
  package var ripe: DeckFeeder.Goal? { fresh == nil ? wish : nil }

  /// The track that a step or a seek counts from: the one that is wished already, or the one that is heard.
  package func goalTrack(_ state: EngineState) -> Int {
    wish?.track ?? take.flatMap { $0.mark(at: $0.heard(state)) }.map { place(of: $0) } ?? 0
  }

  /// Where a track of the tape is in the newest list; -1 if that does not have it.
  package func place(of mark: Take.Mark) -> Int {
    // The marks are renumbered when the worker takes the list over.
    guard let fresh else { return mark.track }
    return fresh.place(of: mark.item, near: mark.track) ?? -1
  }

  /// Wishes a place, in place of any wish before it.
  package mutating func want(_ track: Int, _ frame: Int64) {
    wishes += 1
    wish = DeckFeeder.Goal(track: track, frame: frame, number: wishes)
  }

  /// The worker has begun a wish; a newer one that came meanwhile stays.
  package mutating func began(_ goal: DeckFeeder.Goal) {
    if wish?.number == goal.number { wish = nil }
  }

  /// Gives another list; a wish finds its track again there.
  package mutating func replace(_ new: Playlist) {
    if let present = wish {
      let old = newest.items
      let item = old.indices.contains(present.track) ? old[present.track] : nil
      if let place = item.flatMap({ new.place(of: $0, near: present.track) }) {
        wish?.track = place
      } else {
        // Its track is gone: the one that stands there now, from its start.
        wish?.track = min(max(present.track, 0), max(new.items.count - 1, 0))
        wish?.frame = 0
      }
    }
    fresh = new
  }
}

extension Playlist {
  /// Where an item is; nil if it is not there. A list may have it more than once, and most often nothing before it has changed: then its place is the old one.
  package func place(of item: Item, near old: Int) -> Int? {
    items.indices.contains(old) && items[old] == item ? old : items.firstIndex(of: item)
  }
}

import Foundation
import GestureFlowAPI
import Library
import Settings
import Sound

/// The queue of mode player. It also holds tracks whose stick is missing; they wait for it.
package struct TrackQueue: Sendable {
  /// A track that waits.
  package struct Entry: Sendable, Equatable {
    /// Number of the request; it rises.
    package let number: Int
    /// Identity of the stick. It is empty for music that was named at the start.
    package let stick: String
    /// Path of the track from the stick's root, or its whole path.
    package let relative: String
    /// Name to show.
    package let title: String
    package var artist: String?
    /// The track as the deck plays it. Nil while its stick is missing.
    package var item: Playlist.Item?
    /// Whether the deck has it.
    fileprivate var isGiven = false
    /// Whether its absence was reported.
    fileprivate var isReported = false

    /// Returns whether the library's track is this one.
    fileprivate func isSame(_ track: MediaTrack) -> Bool { track.stick == stick && track.relative == relative }
  }

  /// The tracks, the next one first.
  package private(set) var entries: [Entry] = []
  private var last = 0

  /// Makes an empty queue.
  package init() {}

  /// Restores the saved tracks. They are missing until `locate` finds them.
  package init(_ saved: [SavedState.Place]) {
    for place in saved { append(stick: place.stick, relative: place.track) }
  }

  /// Adds a track at the end.
  /// - Returns: false if the queue is full.
  @discardableResult package mutating func append(
    stick: String, relative: String, title: String? = nil, artist: String? = nil, item: Playlist.Item? = nil
  ) -> Bool {
    guard entries.count < QueueLimits.range.upperBound else { return false }
    last += 1
    let name = ((relative as NSString).lastPathComponent as NSString).deletingPathExtension
    entries.append(
      Entry(number: last, stick: stick, relative: relative, title: cleaned(title ?? name, limit: 100), artist: artist, item: item))
    return true
  }

  /// Removes an entry.
  package mutating func remove(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Removes all entries.
  package mutating func removeAll() { entries = [] }

  /// Finds the entries in the library's tracks.
  /// - Parameters:
  ///   - whole: sticks that are completely read. A track of theirs that is not found does not exist.
  ///   - item: returns a track as the deck plays it.
  /// - Returns: the entries that were removed, because they do not exist.
  package mutating func locate(in tracks: [MediaTrack], whole: Set<String>, item: (MediaTrack) -> Playlist.Item) -> [Entry] {
    guard entries.contains(where: { !$0.stick.isEmpty }) else { return [] }
    let wanted = Set(entries.map(\.relative))
    let found = tracks.filter { wanted.contains($0.relative) }
    for at in entries.indices where !entries[at].stick.isEmpty {
      let track = found.first { entries[at].isSame($0) }
      (entries[at].item, entries[at].artist) = (track.map(item), track?.artist ?? entries[at].artist)
    }
    let lost = entries.filter { $0.item == nil && whole.contains($0.stick) }
    entries.removeAll { lost.contains($0) }
    return lost
  }

  /// Removes the entries that the deck no longer has.
  /// - Returns: those that were passed over, because their stick is missing.
  package mutating func prune(_ deck: (items: [QueuedItem], passed: Int)) -> [Entry] {
    let waiting = Set(deck.items.map(\.number))
    let gone = entries.filter { $0.number <= deck.passed || $0.isGiven && !waiting.contains($0.number) }
    entries.removeAll { gone.contains($0) }
    return gone.filter { $0.item == nil }
  }

  /// Returns the next entry if its stick is missing; each one once.
  package mutating func reportMissing() -> Entry? {
    guard let first = entries.first, first.item == nil, !first.isReported else { return nil }
    entries[0].isReported = true
    return first
  }

  /// Returns the entries as the deck plays them, which gets them now.
  package mutating func give() -> [QueuedItem] {
    for at in entries.indices { entries[at].isGiven = entries[at].item != nil }
    return entries.compactMap { entry in entry.item.map { QueuedItem(entry.number, $0) } }
  }

  /// The entries for the state file.
  package var places: [SavedState.Place] {
    entries.filter { !$0.stick.isEmpty }.map { SavedState.Place(stick: $0.stick, track: $0.relative, position: 0) }
  }
}

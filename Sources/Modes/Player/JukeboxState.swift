import GestureFlowAPI
import Library
import Settings
import Sound

/// The jukebox's copy of the library's lists, and places on the sticks.
package struct JukeboxState: Sendable {
  /// Index in the list of all tracks, and seconds into the track.
  package typealias Spot = (index: Int, seconds: Double)

  package var lists: [MusicList] = []
  package var tracks: [MediaTrack] = []
  /// Sticks that are present and completely read. A track of theirs that is missing in the lists does not exist.
  package var whole: Set<String> = []
  /// The tracks given to the deck last, by path. The deck may still play them when the library has removed the stick.
  package private(set) var given: [String: MediaTrack] = [:]
  /// The last place on each stick but the heard one, newest first.
  package var places: [SavedState.Place] = []
  /// Whether the first of `places` is awaited. The music continues there as soon as its stick is present: after a
  /// start, or after the stick was pulled out.
  package var isWaiting = false
  /// Tracks that play before the list continues.
  package var queue = TrackQueue()

  package init() {}

  /// Stores a place as the newest.
  package mutating func remember(_ place: SavedState.Place) {
    places.removeAll { $0.stick == place.stick }
    places.insert(place, at: 0)
    if places.count > SavedState.mostPlaces + 1 { places.removeLast() }
  }

  /// Returns a place's index in the list and seconds into the track.
  package func find(_ place: SavedState.Place) -> Spot? {
    if let index = tracks.firstIndex(where: { $0.stick == place.stick && $0.relative == place.track }) { return (index, place.position) }
    // A cue sheet added later may have split the file into tracks.
    let parts = tracks.indices.lazy.compactMap { at -> Spot? in
      let track = tracks[at]
      guard let part = track.part, track.stick == place.stick, track.relative.folderOfPath == place.track else { return nil }
      return (at, place.position - Double(part.start) / Double(TrackPart.rate))
    }
    // Take the last part that begins before the place. A cue sheet may leave out the time before its first track.
    return parts.filter { $0.seconds >= 0 }.min { $0.seconds < $1.seconds } ?? parts.first.map { ($0.index, 0) }
  }

  /// Drops the awaited place if its stick was completely read without it.
  /// - Returns: where the music continues instead, on the same stick if it has any; nil if no place was dropped.
  package mutating func giveUp() -> Spot? {
    guard isWaiting, let first = places.first, whole.contains(first.stick), find(first) == nil else { return nil }
    isWaiting = false
    places.removeFirst()
    return tracks.firstIndex { $0.stick == first.stick }.map { ($0, 0) } ?? newestSpot
  }

  /// The newest place whose stick is present; otherwise the beginning.
  package var newestSpot: Spot {
    for place in places { if let found = find(place) { return found } }
    return (0, 0)
  }

  /// Records the list that the deck gets.
  /// - Parameter heard: the track that is heard meanwhile.
  package mutating func give(_ list: [MediaTrack], heard: MediaTrack?) {
    // If a playlist names a track twice, keep the first.
    var fresh = Dictionary(list.map { ($0.path, $0) }) { first, _ in first }
    // The library may have removed the heard track's stick already. Keep the tracks of that stick: the heard one, and
    // those after it on the tape.
    if let stick = heard?.stick { fresh.merge(given.filter { $0.value.stick == stick }) { new, _ in new } }
    given = fresh
  }

  /// Returns the name of the list that a track belongs to. Returns nil for a track outside the lists.
  package func listName(of track: Int) -> String? {
    guard track >= 0 else { return nil }
    var at = 0
    for list in lists {
      if track < at + list.tracks.count { return list.name.isEmpty ? "/" : list.name }
      at += list.tracks.count
    }
    return nil
  }

  /// Returns the first track of the list `by` lists further on. Nil if there are fewer than two lists.
  /// - Parameter track: one outside the lists counts as the gap between the last list and the first.
  package func startOfList(_ by: Int, from track: Int) -> Int? {
    guard lists.count > 1 else { return nil }
    var starts: [Int] = []
    var at = 0
    for list in lists {
      starts.append(at)
      at += list.tracks.count
    }
    let present = (0..<at).contains(track) ? starts.lastIndex { $0 <= track } ?? 0 : by < 0 ? 0 : -1
    return starts[((present + by) % starts.count + starts.count) % starts.count]
  }
}

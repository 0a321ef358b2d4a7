import GestureFlowAPI
import Library
import Sound

/// What the jukebox knows of the library's lists, and of the places on its sticks.
package struct JukeboxState {
  /// A place in the list of all tracks, and seconds from the track's start.
  package typealias Spot = (index: Int, seconds: Double)

  package var lists: [MusicList] = []
  package var tracks: [MediaTrack] = []
  /// Sticks that are there and were read to their end: what the lists do not have of them is not there.
  package var whole: Set<String> = []
  /// What the deck was given last: it still plays from there when the library has forgotten the stick.
  package private(set) var given: [String: MediaTrack] = [:]
  /// The last place on each stick but the one that is heard, the newest first.
  package var places: [SavedState.Place] = []
  /// The first of the places is where the music goes on as soon as its stick is there: after a start, or after the stick was pulled out.
  package var isWaiting = false

  package init() {}

  /// Remembers a place as the newest.
  package mutating func remember(_ place: SavedState.Place) {
    places.removeAll { $0.stick == place.stick }
    places.insert(place, at: 0)
    if places.count > SavedState.mostPlaces + 1 { places.removeLast() }
  }

  /// Where a place is in the list, and how far into its track.
  package func find(_ place: SavedState.Place) -> Spot? {
    if let index = tracks.firstIndex(where: { $0.stick == place.stick && $0.relative == place.track }) { return (index, place.position) }
    // A cue sheet that came since makes tracks of the file.
    let parts = tracks.indices.lazy.compactMap { at -> Spot? in
      let track = tracks[at]
      guard let part = track.part, track.stick == place.stick, track.relative.folderOfPath == place.track else { return nil }
      return (at, place.position - Double(part.start) / Double(TrackPart.rate))
    }
    // The last one that begins before the place; what stands before the first may be left out.
    return parts.filter { $0.seconds >= 0 }.min { $0.seconds < $1.seconds } ?? parts.first.map { ($0.index, 0) }
  }

  /// Gives up the place that is waited for, and forgets it, once its stick was read to its end without it.
  /// - Returns: where the music goes on instead, on the same stick if it has any; nil if there is nothing to give up.
  package mutating func giveUp() -> Spot? {
    guard isWaiting, let first = places.first, whole.contains(first.stick), find(first) == nil else { return nil }
    isWaiting = false
    places.removeFirst()
    return tracks.firstIndex { $0.stick == first.stick }.map { ($0, 0) } ?? newestSpot
  }

  /// Where the newest of the places is whose stick is there; otherwise the beginning.
  package var newestSpot: Spot {
    for place in places { if let found = find(place) { return found } }
    return (0, 0)
  }

  /// The deck is given a list. - Parameter heard: what is heard meanwhile.
  package mutating func give(_ list: [MediaTrack], heard: MediaTrack?) {
    // Of a track that a playlist names again the first is as good as the second.
    var fresh = Dictionary(list.map { ($0.path, $0) }) { first, _ in first }
    // What is heard, and what lies on the tape after it, may be of a stick that the library has forgotten already.
    if let stick = heard?.stick { fresh.merge(given.filter { $0.value.stick == stick }) { new, _ in new } }
    given = fresh
  }

  /// Name of the list that a track belongs to.
  package func listName(of track: Int) -> String? {
    var at = 0
    for list in lists {
      if track < at + list.tracks.count { return list.name.isEmpty ? "/" : list.name }
      at += list.tracks.count
    }
    return nil
  }

  /// The first track of the list that is some lists after the one of a track; nil if there are not two.
  package func startOfList(_ by: Int, from track: Int) -> Int? {
    guard lists.count > 1 else { return nil }
    var starts: [Int] = []
    var at = 0
    for list in lists {
      starts.append(at)
      at += list.tracks.count
    }
    let present = starts.lastIndex { $0 <= track } ?? 0
    return starts[((present + by) % starts.count + starts.count) % starts.count]
  }
}

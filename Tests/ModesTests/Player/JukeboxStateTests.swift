import Library
import Modes
import Settings
import Testing

/// Tests of the jukebox's state of lists and positions.
@Suite struct JukeboxStateTests {
  private func track(_ stick: String, _ relative: String) -> MediaTrack {
    MediaTrack(stick: stick, relative: relative, path: "/run/\(stick)/\(relative)")
  }
  private func place(_ stick: String, _ track: String = "1", at position: Double = 0) -> SavedState.Place {
    SavedState.Place(stick: stick, track: track, position: position)
  }

  /// Lists of a given number of tracks each, named by letters; the first is the root's.
  private func state(_ counts: [Int], stick: String = "S") -> JukeboxState {
    var state = JukeboxState()
    state.lists = counts.enumerated().map { at, count in
      MusicList(name: at == 0 ? "" : "list \(at)", tracks: (0..<count).map { track(stick, "\(at)/\($0)") })
    }
    state.tracks = state.lists.flatMap(\.tracks)
    return state
  }

  @Test func `a stick has one place and the newest is first`() {
    var state = JukeboxState()
    for place in [place("A", at: 1), place("B", at: 2), place("A", "2", at: 3)] { state.remember(place) }
    #expect(state.places == [place("A", "2", at: 3), place("B", at: 2)])
  }

  /// The state keeps one more place than it saves: the playing place is stored separately.
  @Test func `the oldest place is forgotten`() {
    var state = JukeboxState()
    for i in 0..<SavedState.mostPlaces + 5 { state.remember(place("\(i)")) }
    #expect(state.places.count == SavedState.mostPlaces + 1)
    #expect(state.places.first?.stick == "\(SavedState.mostPlaces + 4)" && state.places.last?.stick == "4")
  }

  @Test func `a place is found by stick and path`() {
    var state = state([2, 2])
    #expect(state.find(place("S", "1/0", at: 7))?.index == 2)
    #expect(state.find(place("S", "1/0", at: 7))?.seconds == 7)
    #expect(state.find(place("other", "1/0")) == nil && state.find(place("S", "1/9")) == nil)
    // The newest place whose stick is present is used.
    for place in [place("S", "0/1", at: 3), place("S2", "0/1", at: 9)] { state.remember(place) }
    #expect(state.newestSpot.index == 1 && state.newestSpot.seconds == 3)
    state.places = [place("other")]
    #expect(state.newestSpot.index == 0 && state.newestSpot.seconds == 0)
  }

  @Test func `a place in a file is found in the tracks that a new cue sheet makes of it`() {
    var state = JukeboxState()
    let starts = [2, 100, 250]
    let parts = starts.enumerated().map { at, start in
      MediaTrack(
        stick: "S", relative: "a/album.flac/track00\(at + 1)", path: "/run/S/a/album.flac/track00\(at + 1)",
        part: TrackPart(file: "/run/S/a/album.flac", title: "\(at)", start: start * 75, end: at < 2 ? starts[at + 1] * 75 : nil))
    }
    // A playlist contains them again.
    state.tracks = [track("S", "a/0")] + parts + parts
    for (position, index, seconds) in [(0.5, 1, 0), (2, 1, 0), (99, 1, 97), (100, 2, 0), (260.5, 3, 10.5)] as [(Double, Int, Double)] {
      let found = state.find(place("S", "a/album.flac", at: position))
      #expect(found?.index == index && found?.seconds == seconds, "\(position)")
    }
    #expect(state.find(place("S", "a/album.flac/track002", at: 5))?.index == 2)
    #expect(state.find(place("T", "a/album.flac")) == nil && state.find(place("S", "album.flac")) == nil)
  }

  @Test func `a track waited for is given up only when its stick was read without it`() {
    var waiting = state([2, 2])
    waiting.remember(place("S", "deleted"))
    waiting.whole = ["S"]
    let unasked = waiting.giveUp()
    #expect(unasked == nil && waiting.places.count == 1, "nothing is waited for")
    waiting.isWaiting = true
    waiting.whole = ["other"]
    let early = waiting.giveUp()
    #expect(early == nil && waiting.isWaiting)
    waiting.whole = ["S"]
    var found = waiting
    found.remember(place("S", "1/0", at: 7))
    let there = found.giveUp()
    #expect(there == nil && found.isWaiting, "it is there")
    let instead = waiting.giveUp()
    #expect(instead?.index == 0 && instead?.seconds == 0 && !waiting.isWaiting && waiting.places.isEmpty)
  }

  @Test func `an empty stick leaves the newest place of another stick`() {
    var state = state([2, 2])
    state.remember(place("S", "1/1", at: 4))
    state.remember(place("A", "deleted"))
    state.isWaiting = true
    state.whole = ["A", "S"]
    let instead = state.giveUp()
    #expect(instead?.index == 3 && instead?.seconds == 4)
    #expect(state.places == [place("S", "1/1", at: 4)])
  }

  @Test func `a track belongs to its list`() {
    let state = state([2, 1, 3])
    #expect((-1...6).map { state.listName(of: $0) } == [nil, "/", "/", "list 1", "list 2", "list 2", "list 2", nil])
    #expect(JukeboxState().listName(of: 0) == nil)
  }

  @Test(
    arguments: [
      (1, 0, 2), (1, 1, 2), (1, 2, 3), (1, 4, 0), (-1, 0, 3), (-1, 2, 0), (-1, 5, 2), (2, 0, 3), (-7, 0, 3), (0, 4, 3), (1, -1, 0),
      (-1, -1, 3),
      (1, 6, 0), (-1, 6, 3),
    ])
  func `folders are stepped through round and round`(by: Int, track: Int, start: Int) {
    #expect(state([2, 1, 3]).startOfList(by, from: track) == start)
  }

  @Test func `with one folder there is no other`() {
    #expect(state([5]).startOfList(1, from: 0) == nil && JukeboxState().startOfList(-1, from: 0) == nil)
  }

  @Test func `an audible track stays known though its stick is forgotten`() {
    var state = JukeboxState()
    let (old, behind, other, new) = (track("A", "1"), track("A", "2"), track("B", "1"), track("C", "1"))
    state.give([old, behind, other], heard: nil)
    state.give([new], heard: old)
    #expect(Set(state.given.keys) == [old.path, behind.path, new.path], "what lies on the tape behind it, too")
    state.give([new], heard: new)
    #expect(Set(state.given.keys) == [new.path])
  }

  /// A stick that is back may have been read anew. Its newest list supplies the tags.
  @Test func `the new lists word counts`() {
    var state = JukeboxState()
    let old = track("A", "1")
    var renamed = old
    renamed.artist = "renamed"
    state.give([old], heard: nil)
    state.give([renamed], heard: old)
    #expect(state.given[old.path]?.artist == "renamed")
    // A playlist contains a track a second time.
    state.give([old, renamed], heard: nil)
    #expect(state.given[old.path]?.artist == nil)
  }
}

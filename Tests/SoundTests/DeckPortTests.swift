import Sound
import Testing

/// Requests and reports refer to the newest list. The worker may or may not have it yet.
@Suite struct DeckPortTests {
  private func list(_ names: String) -> Playlist { Playlist(files: names.map(String.init)) }

  private func request(_ desk: DeckPort) -> [Int64]? { desk.request.map { [Int64($0.track), $0.frame] } }

  /// Returns a port whose worker has begun the requested track.
  private func desk(_ names: String, playing track: Int? = nil) -> DeckPort {
    var desk = DeckPort(playlist: list(names))
    desk.request = nil
    if let track {
      var take = Take(serial: 1, tape: 0)
      take.add(Take.Mark(frame: 0, track: track, item: desk.playlist.items[track], offset: 0, title: "", length: nil), heard: 0)
      desk.take = take
    }
    return desk
  }

  @Test func `a new deck begins with its first track`() {
    #expect(request(DeckPort(playlist: list("ab"))) == [0, 0])
  }

  @Test func `the last request counts and one that has begun is over`() throws {
    var desk = desk("abc")
    desk.want(1, 100)
    let first = try #require(desk.ripe)
    desk.want(2, 200)
    // The worker began the first one while the second came.
    desk.began(first)
    #expect(request(desk) == [2, 200])
    let second = try #require(desk.ripe)
    desk.began(second)
    #expect(desk.request == nil)
  }

  @Test func `a request is not ready while a list waits`() {
    var desk = desk("abc")
    desk.want(1, 100)
    desk.replace(list("cba"))
    #expect(desk.ripe == nil && desk.request != nil)
    desk.playlist = list("cba")
    desk.fresh = nil
    #expect(desk.ripe?.track == 1)
  }

  @Test func `a requested track is found again with its place`() {
    var desk = desk("abc")
    desk.want(2, 700)
    desk.replace(list("xcab"))
    #expect(request(desk) == [1, 700])
    // A second list comes before the worker reads it. The place belongs to the list before, not to the first.
    desk.replace(list("bac"))
    #expect(request(desk) == [2, 700])
  }

  @Test func `a list that changes keeps the requests number`() throws {
    var desk = desk("abc")
    desk.want(2, 700)
    let begun = try #require(desk.ripe)
    desk.replace(list("cab"))
    desk.began(begun)
    #expect(desk.request == nil, "it is the same request")
  }

  @Test(arguments: [("ab", 1), ("a", 0), ("xyz", 2), ("vwxyz", 2)])
  func `a requested track that is gone gives way to the one in its place from its start`(names: String, place: Int) {
    var desk = desk("abc")
    desk.want(2, 700)
    desk.replace(list(names))
    #expect(request(desk) == [Int64(place), 0])
  }

  /// A playlist contains tracks of the folders, so every track is in the list twice.
  @Test(
    arguments: [
      ("abab", 3, "abab", 3), ("abab", 1, "abab", 1), ("abab", 3, "xyabzab", 6), ("abab", 1, "xyabzab", 3), ("abab", 3, "xab", 2),
      ("bbb", 1, "bbbb", 1), ("ab", 1, "bab", 0),
    ])
  func `of a track that is there twice the second one stays the second`(old: String, at: Int, new: String, place: Int) {
    #expect(list(new).place(of: .file("b"), at: at, in: list(old)) == place)
  }

  @Test func `a track that the list before did not have there is the first`() {
    for at in [-1, 0, 99] { #expect(list("abab").place(of: .file("b"), at: at, in: list("abab")) == 1) }
    #expect(list("abab").place(of: .file("c"), at: 1, in: list("abab")) == nil)
  }

  @Test func `a step counts from the requested track, else from the audible one`() {
    var state = PlayerState()
    state.take = 1
    #expect(desk("abc").goalTrack(state) == 0, "nothing was opened yet")
    var playing = desk("abc", playing: 1)
    #expect(playing.goalTrack(state) == 1)
    playing.want(2, 0)
    #expect(playing.goalTrack(state) == 2)
  }

  @Test func `the second of two is requested and reported as the second`() throws {
    var desk = desk("abcab", playing: 3)
    let mark = try #require(desk.take?.marks.first)
    desk.want(4, 700)
    desk.replace(list("abcdab"))
    #expect(desk.place(of: mark) == 4 && request(desk) == [5, 700])
    // Another list comes before the worker reads it.
    desk.replace(list("abcdeab"))
    #expect(desk.place(of: mark) == 5 && request(desk) == [6, 700])
  }

  @Test func `the audible track is reported by its place in the newest list`() throws {
    var desk = desk("abc", playing: 1)
    let mark = try #require(desk.take?.marks.first)
    #expect(desk.place(of: mark) == 1)
    desk.replace(list("cab"))
    #expect(desk.newest.items == list("cab").items && desk.place(of: mark) == 2)
    desk.replace(list("ca"))
    #expect(desk.place(of: mark) == -1, "the newest list does not have it")
    var state = PlayerState()
    state.take = 1
    #expect(desk.goalTrack(state) == -1, "so that a step forward is the new list's first")
  }

  /// The second track sounds. Tested are a place in it and the frames ahead on its tape.
  @Test func `the audible frame is a place of its track`() throws {
    var desk = desk("ab", playing: 0)
    desk.take?.add(
      Take.Mark(frame: 96_000, track: 1, item: desk.playlist.items[1], offset: 24_000, title: "B", length: 480_000), heard: 0)
    var state = PlayerState()
    (state.take, state.position) = (1, 120_000)
    let now = try #require(desk.now(state) { $0 == 0 ? 144_000 : 0 })
    #expect(now.track == 1 && now.item == .file("b") && now.title == "B" && now.length == 10)
    #expect(now.position == 1 && now.ahead == 0.5)
    // Another list has it elsewhere, and the worker has not read it yet.
    desk.replace(list("cab"))
    #expect(desk.now(state) { _ in 144_000 }?.track == 2)
    #expect(DeckPort(playlist: list("a")).now(state) { _ in 0 } == nil, "no track was opened yet")
  }

  /// The tape ends at the removal; the engine's position continues.
  @Test func `lost music is heard to its end and no further`() {
    var desk = desk("a", playing: 0)
    var state = PlayerState()
    (state.take, state.position) = (1, 120_000)
    _ = desk.media.lose(LostMedia(item: .file("a"), position: 2))
    #expect(desk.now(state) { _ in 96_000 }?.position == 2 && desk.now(state) { _ in 96_000 }?.ahead == 0)
    desk.media.begin()
    #expect(desk.media.lost == nil && desk.now(state) { _ in 96_000 }?.position == 2.5)
  }
}

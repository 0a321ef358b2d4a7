import Sound
import Testing

/// Requests and reports refer to the newest list. The worker may or may not have it yet.
@Suite struct DeckPortTests {
  private func list(_ names: String) -> Playlist { Playlist(files: names.map(String.init)) }

  private func request(_ port: DeckPort) -> [Int64]? { port.request.map { [Int64($0.track), $0.frame] } }

  /// Returns a port whose worker has begun the requested track.
  private func port(_ names: String, playing track: Int? = nil) -> DeckPort {
    var port = DeckPort(playlist: list(names))
    port.request = nil
    if let track {
      var take = Take(serial: 1, tape: 0)
      take.add(Take.Mark(frame: 0, track: track, item: port.playlist.items[track], offset: 0, title: "", length: nil), heard: 0)
      port.take = take
    }
    return port
  }

  @Test func `a new deck begins with its first track`() {
    #expect(request(DeckPort(playlist: list("ab"))) == [0, 0])
  }

  @Test func `the last request counts and one that has begun is over`() throws {
    var port = port("abc")
    port.want(1, 100)
    let first = try #require(port.ripe)
    port.want(2, 200)
    // The worker began the first one while the second came.
    port.began(first)
    #expect(request(port) == [2, 200])
    let second = try #require(port.ripe)
    port.began(second)
    #expect(port.request == nil)
  }

  @Test func `a request is not ready while a list waits`() {
    var port = port("abc")
    port.want(1, 100)
    port.replace(list("cba"))
    #expect(port.ripe == nil && port.request != nil)
    port.playlist = list("cba")
    port.fresh = nil
    #expect(port.ripe?.track == 1)
  }

  @Test func `a requested track is found again with its place`() {
    var port = port("abc")
    port.want(2, 700)
    port.replace(list("xcab"))
    #expect(request(port) == [1, 700])
    // A second list comes before the worker reads it. The place belongs to the list before, not to the first.
    port.replace(list("bac"))
    #expect(request(port) == [2, 700])
  }

  @Test func `a list that changes keeps the requests number`() throws {
    var port = port("abc")
    port.want(2, 700)
    let begun = try #require(port.ripe)
    port.replace(list("cab"))
    port.began(begun)
    #expect(port.request == nil, "it is the same request")
  }

  @Test(arguments: [("ab", 1), ("a", 0), ("xyz", 2), ("vwxyz", 2)])
  func `a requested track that is gone gives way to the one in its place from its start`(names: String, place: Int) {
    var port = port("abc")
    port.want(2, 700)
    port.replace(list(names))
    #expect(request(port) == [Int64(place), 0])
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
    #expect(port("abc").goalTrack(state) == 0, "nothing was opened yet")
    var playing = port("abc", playing: 1)
    #expect(playing.goalTrack(state) == 1)
    playing.want(2, 0)
    #expect(playing.goalTrack(state) == 2)
  }

  @Test func `the second of two is requested and reported as the second`() throws {
    var port = port("abcab", playing: 3)
    let mark = try #require(port.take?.marks.first)
    port.want(4, 700)
    port.replace(list("abcdab"))
    #expect(port.place(of: mark) == 4 && request(port) == [5, 700])
    // Another list comes before the worker reads it.
    port.replace(list("abcdeab"))
    #expect(port.place(of: mark) == 5 && request(port) == [6, 700])
  }

  @Test func `the audible track is reported by its place in the newest list`() throws {
    var port = port("abc", playing: 1)
    let mark = try #require(port.take?.marks.first)
    #expect(port.place(of: mark) == 1)
    port.replace(list("cab"))
    #expect(port.newest.items == list("cab").items && port.place(of: mark) == 2)
    port.replace(list("ca"))
    #expect(port.place(of: mark) == -1, "the newest list does not have it")
    var state = PlayerState()
    state.take = 1
    #expect(port.goalTrack(state) == -1, "so that a step forward is the new list's first")
  }

  /// The second track sounds. Tested are a place in it and the frames ahead on its tape.
  @Test func `the audible frame is a place of its track`() throws {
    var port = port("ab", playing: 0)
    port.take?.add(
      Take.Mark(frame: 96_000, track: 1, item: port.playlist.items[1], offset: 24_000, title: "B", length: 480_000), heard: 0)
    var state = PlayerState()
    (state.take, state.position) = (1, 120_000)
    let now = try #require(port.now(state) { $0 == 0 ? 144_000 : 0 })
    #expect(now.track == 1 && now.item == .file("b") && now.title == "B" && now.length == 10)
    #expect(now.position == 1 && now.ahead == 0.5)
    // Another list has it elsewhere, and the worker has not read it yet.
    port.replace(list("cab"))
    #expect(port.now(state) { _ in 144_000 }?.track == 2)
    #expect(DeckPort(playlist: list("a")).now(state) { _ in 0 } == nil, "no track was opened yet")
  }

  /// The tape ends at the removal; the engine's position continues.
  @Test func `lost music is heard to its end and no further`() {
    var port = port("a", playing: 0)
    var state = PlayerState()
    (state.take, state.position) = (1, 120_000)
    _ = port.media.lose(LostMedia(item: .file("a"), position: 2))
    #expect(port.now(state) { _ in 96_000 }?.position == 2 && port.now(state) { _ in 96_000 }?.ahead == 0)
    port.media.begin()
    #expect(port.media.lost == nil && port.now(state) { _ in 96_000 }?.position == 2.5)
  }
}

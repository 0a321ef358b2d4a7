import GestureFlowAPI
import Sound
import Synchronization
import Testing

/// Tests of the events of a deck's worker, and of their number.
@Suite struct DeckEventTests {
  private final class Heard: Sendable {
    private let state = Mutex<(tracks: [String], failures: [String])>(([], []))
    var tracks: [String] { state.withLock { $0.tracks } }
    var failures: [String] { state.withLock { $0.failures } }
    func observe(_ deck: Deck) {
      deck.observe(
        track: { [self] index, title in state.withLock { $0.tracks.append("\(index) \(title)") } },
        failure: { [self] error in state.withLock { $0.failures.append(error.description) } })
    }
  }

  private let heard = Heard()

  /// A deck with a tape of two tracks, whose second begins at frame 1000; nothing works on it.
  private func deck() -> Deck {
    let deck = Deck(SoundEngine(), playlist: Playlist(files: ["a", "b"]))
    var take = Take(serial: 1, tape: 0)
    for (track, name) in ["a", "b"].enumerated() {
      take.add(Take.Mark(frame: Int64(track) * 1000, track: track, item: .file(name), offset: 0, title: name, length: nil), heard: 0)
    }
    deck.port.withLock { [take] in $0.take = take }
    heard.observe(deck)
    return deck
  }

  /// Publishes a place as the audio thread does.
  private func play(_ deck: Deck, take: Int, at position: Double) {
    var state = PlayerState()
    (state.take, state.position) = (take, position)
    deck.engine.player.rtTell(state)
  }

  @Test func `a track is reported when it is heard and once`() {
    let deck = deck()
    var news = DeckEvent()
    news.announce(1, deck.state, deck.port)
    #expect(heard.tracks.isEmpty, "the tape is not heard yet")
    for position in [0.0, 500, 999, 1000, 1500, 5000] {
      play(deck, take: 1, at: position)
      news.announce(1, deck.state, deck.port)
    }
    #expect(heard.tracks == ["0 a", "1 b"])
  }

  /// Two files have names that look alike, and each is reported. The message is clean; the path is exact.
  @Test func `files with the same shown name are each reported`() {
    let deck = deck()
    var news = DeckEvent()
    let paths = ["/s/a b.wav", "/s/a\nb.wav", "/s/a b\u{202E}.wav"]
    for path in paths + paths { news.report(FileError(path: path, reason: "it is empty"), deck.port) }
    #expect(heard.failures == Array(repeating: "/s/a b.wav: it is empty", count: 3))
    #expect(deck.problems.map(\.path) == paths)
  }

  @Test func `a jump to the same track is reported again`() {
    let deck = deck()
    var news = DeckEvent()
    play(deck, take: 1, at: 0)
    news.announce(1, deck.state, deck.port)
    // The tape of another jump: until it sounds nothing is reported, although the place is the same.
    var take = Take(serial: 2, tape: 1)
    take.add(Take.Mark(frame: 0, track: 0, item: .file("a"), offset: 0, title: "a", length: nil), heard: 0)
    deck.port.withLock { [take] in $0.take = take }
    news.announce(2, deck.state, deck.port)
    #expect(heard.tracks == ["0 a"])
    play(deck, take: 2, at: 0)
    news.announce(2, deck.state, deck.port)
    #expect(heard.tracks == ["0 a", "0 a"])
  }

  @Test func `each reason is reported once`() {
    let deck = deck()
    var news = DeckEvent()
    let (empty, folder) = ("it is empty", "it is a folder")
    for (path, reason) in [("a", empty), ("a", empty), ("a", folder), ("b", empty), ("a", empty)] {
      news.report(FileError(path: path, reason: reason), deck.port)
    }
    #expect(heard.failures == ["a: it is empty", "a: it is a folder", "b: it is empty"])
    #expect(deck.problems.map(\.description) == heard.failures)
  }

  @Test func `only the newest problems are kept`() {
    let deck = deck()
    var news = DeckEvent()
    for i in 0..<DeckEvent.keptFailures + 50 { news.report(FileError(path: "\(i)", reason: "x"), deck.port) }
    #expect(heard.failures.count == DeckEvent.keptFailures + 50)
    #expect(deck.problems.map(\.path) == (50..<DeckEvent.keptFailures + 50).map(String.init))
  }

  @Test func `lost events are in the snapshot for a subscriber`() {
    let deck = deck()
    let seen = Mutex<LostMedia?>(nil)
    deck.observeMedia(isGone: { _ in true }) { [weak deck] _ in seen.withLock { $0 = deck?.lost } }
    let lost = LostMedia(item: .file("a"), position: 3)
    DeckEvent().tell(lost, deck.port)
    #expect(deck.lost == lost && seen.withLock { $0 } == lost)
  }
}

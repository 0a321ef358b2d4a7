import Library
import Modes
import Settings
import Sound
import Testing

/// Tests of the queue's entries: found, missing, played and dropped. No deck plays here.
@Suite struct TrackQueueTests {
  private func track(_ stick: String, _ name: String) -> MediaTrack {
    MediaTrack(stick: stick, relative: name, path: "/\(stick)/\(name)", artist: "Ada")
  }
  private func locate(_ queue: inout TrackQueue, _ tracks: [MediaTrack], whole: Set<String> = []) -> [String] {
    queue.locate(in: tracks, whole: whole) { .file($0.path) }.map(\.relative)
  }
  private func saved(_ places: (String, String)...) -> TrackQueue {
    TrackQueue(places.map { SavedState.Place(stick: $0.0, track: $0.1, position: 7) })
  }

  @Test func `saved tracks are missing until their stick comes`() {
    var queue = saved(("A", "x/1 one.mp3"), ("B", "2.mp3"))
    #expect(queue.entries.allSatisfy { $0.item == nil } && queue.entries.map(\.title) == ["1 one", "2"])
    let lost = locate(&queue, [track("B", "2.mp3"), track("A", "2.mp3")])
    #expect(lost.isEmpty)
    let given = queue.give()
    #expect(given == [QueuedItem(2, .file("/B/2.mp3"))] && queue.entries[1].artist == "Ada")
    // The stick disappears again.
    let lostThen = locate(&queue, [])
    let givenThen = queue.give()
    #expect(lostThen.isEmpty && givenThen.isEmpty && queue.entries.count == 2)
    #expect(queue.places.map(\.track) == ["x/1 one.mp3", "2.mp3"] && queue.places.allSatisfy { $0.position == 0 })
  }

  @Test func `a track that its stick no longer has is dropped, but not while the stick is read`() {
    var queue = saved(("A", "1.mp3"), ("A", "2.mp3"), ("B", "1.mp3"))
    let partly = locate(&queue, [track("A", "2.mp3")])
    #expect(partly.isEmpty && queue.entries.count == 3)
    let whole = locate(&queue, [track("A", "2.mp3")], whole: ["A"])
    #expect(whole == ["1.mp3"])
    #expect(queue.entries.map(\.stick) == ["A", "B"])
  }

  @Test func `what the deck has passed or dropped leaves, and missing ones before it are told`() {
    var queue = saved(("gone", "1.mp3"), ("A", "2.mp3"), ("A", "3.mp3"), ("A", "4.mp3"))
    _ = locate(&queue, ["2.mp3", "3.mp3", "4.mp3"].map { track("A", $0) })
    // An entry that the deck has not received yet stays.
    let early = queue.prune(([], 0))
    #expect(early.isEmpty && queue.entries.count == 4)
    let given = queue.give()
    // The deck dropped the third entry as a damaged file.
    let dropped = queue.prune((given.filter { $0.number != 3 }, 0))
    #expect(dropped.isEmpty && queue.entries.count == 3)
    let missed = queue.prune((given.filter { $0.number > 2 }, 2))
    #expect(missed.map(\.relative) == ["1.mp3"] && queue.entries.map(\.relative) == ["4.mp3"])
  }

  @Test func `a missing track at the front is reported once`() {
    var queue = saved(("gone", "1.mp3"), ("gone", "2.mp3"))
    let first = queue.reportMissing()
    let again = queue.reportMissing()
    queue.remove(1)
    let second = queue.reportMissing()
    #expect(first?.relative == "1.mp3" && again == nil && second?.relative == "2.mp3")
  }

  @Test func `two hundred tracks are the most, and numbers rise for ever`() {
    var queue = TrackQueue()
    let taken = (0...200).map { queue.append(stick: "A", relative: "\($0)") }
    #expect(taken.filter { $0 }.count == 200 && taken.last == false && queue.entries.count == 200)
    queue.removeAll()
    queue.append(stick: "A", relative: "y")
    #expect(queue.entries.map(\.number) == [201])
  }

  /// The state file may contain anything.
  @Test func `a hostile state file is cut to the limits`() {
    let places = (0..<300).map { SavedState.Place(stick: "A", track: String(repeating: "\u{1B}x", count: $0), position: .infinity) }
    let queue = TrackQueue(places)
    #expect(queue.entries.count == 200 && queue.entries.allSatisfy { !$0.title.contains("\u{1B}") && $0.title.count <= 100 })
  }
}

import Sound
import Testing

/// Tests of the map from places on a tape to tracks and their places.
@Suite struct TakeTests {
  private func mark(_ frame: Int64, _ track: Int, offset: Int64 = 0) -> Take.Mark {
    Take.Mark(frame: frame, track: track, item: .file("\(track).wav"), offset: offset, title: "", length: nil)
  }

  @Test func `until the engine has this tape the goal counts`() {
    var take = Take(serial: 7, tape: 1)
    take.start = 4096
    var state = PlayerState()
    state.position = 1_000_000
    state.take = 6
    #expect(take.heard(state) == 4096, "another tape's place means nothing here")
    state.take = 7
    #expect(take.heard(state) == 1_000_000)
    state.position = -5
    #expect(take.heard(state) == 0)
  }

  @Test func `a track is heard from its mark on`() {
    var take = Take(serial: 1, tape: 0)
    #expect(take.mark(at: 0) == nil)
    for (frame, track) in [(0, 3), (1000, 4), (5000, 0)] { take.add(mark(Int64(frame), track), heard: 0) }
    #expect([0, 999, 1000, 4999, 5000, 9_999_999].map { take.mark(at: $0)?.track } == [3, 3, 4, 4, 0, 0])
  }

  @Test func `only frames that were heard are dropped`() {
    var take = Take(serial: 1, tape: 0)
    for i in 0..<1000 { take.add(mark(Int64(i) * 100, i), heard: 0) }
    #expect(take.marks.count == 1000, "nothing has been heard yet: nothing may go")
    take.add(mark(100_000, 1000), heard: 50_050)
    #expect(take.marks.first?.track == 500 && take.marks.count == 501)
    #expect(take.mark(at: 50_050)?.track == 500)
  }

  @Test func `another list gives other numbers`() {
    var take = Take(serial: 1, tape: 0)
    take.add(mark(0, 0), heard: 0)
    take.add(mark(100, 1), heard: 0)
    take.renumber(from: Playlist()) { item, _ in item == .file("1.wav") ? 8 : -1 }
    #expect(take.marks.map(\.track) == [-1, 8])
  }
}

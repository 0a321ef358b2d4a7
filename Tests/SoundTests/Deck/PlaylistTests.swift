import Sound
import Testing

/// Tests of the order in which a list plays.
@Suite struct PlaylistTests {
  private func list(_ count: Int, seed: UInt64?) -> Playlist { Playlist((0..<count).map { .file("\($0)") }, seed: seed) }

  /// Returns the places that follow a place.
  private func round(_ list: Playlist, from place: Int) -> [Int] {
    var places = [place]
    for _ in 1..<list.items.count { places.append(list.step(1, from: places.last ?? 0)) }
    return places
  }

  @Test func `the own order goes round`() {
    let list = list(3, seed: nil)
    #expect([-7, -1, 0, 1, 2, 5].map { list.step(1, from: $0) } == [0, 0, 1, 2, 0, 0])
    #expect([0, 1, 2].map { list.step(-1, from: $0) } == [2, 0, 1])
    #expect([-1, 0, 2].map { list.remaining(after: $0) } == [3, 2, 0])
  }

  @Test(arguments: [UInt64(0), 1, 2, .max]) func `a shuffled round plays each track once, from any track`(seed: UInt64) {
    let list = list(40, seed: seed)
    for place in [0, 7, 39] {
      let round = round(list, from: place)
      #expect(Set(round) == Set(0..<40) && list.step(1, from: round[39]) == place)
      #expect(zip(round, round.dropFirst()).allSatisfy { list.step(-1, from: $1) == $0 }, "back is the same way")
    }
    #expect(round(list, from: 0) != Array(0..<40))
  }

  @Test func `another seed is another order and the same seed the same`() {
    let orders = (0..<50).map { round(list(20, seed: $0), from: 0) }
    #expect(Set(orders).count == 50)
    #expect(round(list(20, seed: 3), from: 0) == orders[3])
  }

  /// A stick is read in the background, so the list grows while it plays.
  @Test func `tracks that come or go leave the others in their order`() {
    let small = round(list(20, seed: 9), from: 0)
    let large = round(list(50, seed: 9), from: 0)
    #expect(large.filter { $0 < 20 } == small)
  }

  @Test func `a track that is there twice has two places`() {
    let list = Playlist(files: ["a", "b", "a", "b", "a"])
    let shuffled = Playlist(list.items, seed: 4)
    #expect(Set(round(shuffled, from: 0)) == Set(0..<5))
  }

  @Test func `a stick under another mount point keeps its random order`() {
    let names = (0..<20).map { "PARTY/\($0)" }
    let orders = ["sda1", "sdb1"].map { root in
      round(Playlist((0..<20).map { .file("/run/media/\(root)/\($0)") }, seed: 4, names: names), from: 0)
    }
    #expect(orders[0] == orders[1])
  }

  @Test func `a round ends before the track with which it began`() {
    var list = list(10, seed: 5)
    list.origin = 3
    #expect(list.remaining(after: 3) == 9 && list.remaining(after: list.step(-1, from: 3)) == 0)
    // Its first track was removed.
    list.origin = nil
    #expect(Set((0..<10).map { list.remaining(after: $0) }) == Set(0..<10) && list.remaining(after: -1) == 10)
  }

  @Test func `from outside the list a step leads to its first or its last track`() {
    for seed in [nil, UInt64(1)] {
      let list = list(5, seed: seed)
      // The shuffled list has an order of its own.
      let first = list.step(1, from: -1)
      let last = list.step(-1, from: first)
      for place in [Int.min, -5, -1, 5, Int.max] {
        #expect(list.step(1, from: place) == first && list.step(-1, from: place) == last, "\(place)")
        #expect(list.step(2, from: place) == list.step(1, from: first) && list.step(-2, from: place) == list.step(-1, from: last))
      }
      for by in [Int.min, Int.max] { #expect((0..<5).contains(list.step(by, from: 2))) }
      #expect(Playlist([], seed: seed).step(1, from: 0) == 0 && Playlist([], seed: seed).step(-1, from: -1) == 0)
    }
  }
}

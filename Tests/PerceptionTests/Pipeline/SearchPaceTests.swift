import Perception
import Testing

/// Tests of the number of palm searches per second with `auto`.
@Suite struct SearchPaceTests {
  private func findings(_ pace: inout SearchPace, _ cpu: [Double]) -> [SearchPace.Finding] { cpu.compactMap { pace.judge(cpu: $0) } }

  @Test func `a machine that keeps up searches as often as is wanted`() {
    var pace = SearchPace()
    #expect(findings(&pace, Array(repeating: 0.01, count: 200)).isEmpty && pace.most == nil)
  }

  @Test func `on a slow machine searches take half of a core`() {
    var pace = SearchPace()
    let found = findings(&pace, Array(repeating: 0.1, count: 200))
    #expect(found == [SearchPace.Finding(most: 5, work: 0.1)] && pace.most == 5)
    #expect(found.map(\.description) == ["a palm search needs 100.0 ms of CPU time: at most 5.0 a second without hands"])
    // Even such a slow machine still searches for hands.
    #expect(findings(&pace, Array(repeating: 3, count: 200)).last?.most == 2)
  }

  @Test func `frames without a search say nothing and one long search little`() {
    var pace = SearchPace()
    #expect(findings(&pace, (0..<300).map { $0 % 5 == 0 ? 0.5 : $0 % 5 < 3 ? 0 : 0.01 }).isEmpty)
  }

  /// The board's limit holds from the first search on. A slower machine searches less often, and a faster one
  /// does not search more often.
  @Test func `a boards limit is never exceeded`() {
    var pace = SearchPace(limit: 4)
    #expect(pace.most == 4)
    #expect(findings(&pace, Array(repeating: 0.01, count: 100)).isEmpty && pace.most == 4)
    #expect(findings(&pace, Array(repeating: 0.2, count: 100)) == [SearchPace.Finding(most: 2.5, work: 0.2)])
    let back = findings(&pace, Array(repeating: 0.01, count: 100))
    #expect(back == [SearchPace.Finding(most: 4, work: 0.01, isOfBoard: true)] && pace.most == 4)
    // A search of 10 ms is not a reason to stay at four a second.
    #expect(back.first?.description == "a palm search needs 10.0 ms of CPU time: at most 4.0 a second without hands, as the board is set")
  }

  @Test func `the limit is lifted and does not waver`() {
    var pace = SearchPace()
    _ = findings(&pace, Array(repeating: 0.1, count: 20))
    #expect(findings(&pace, (0..<200).map { $0 % 2 == 0 ? 0.095 : 0.105 }).isEmpty && pace.most == 5)
    let last = findings(&pace, Array(repeating: 0.01, count: 40)).last
    #expect(last == SearchPace.Finding(most: nil, work: 0.01) && pace.most == nil)
    #expect(last?.description.hasSuffix("without a limit without hands") == true)
  }
}

import Sound
import Testing

/// Tests of the choice of the channels that are streamed.
@Suite struct StreamBudgetTests {
  private static let most = StemLoader.most
  private static let minute = Int64(60 * 48_000)

  private static func budget(_ minutes: [Int64], _ canStream: [Bool] = [true, true, true, true], most: Int = most) -> StreamBudget? {
    StreamBudget(minutes.map { $0 * minute }, canStream: canStream, most: most)
  }

  @Test func `a set that fits is not streamed`() throws {
    let budget = try #require(Self.budget([1, 1, 1, 2]))
    #expect(budget.isStreamed == [false, false, false, false] && budget.pages == 0)
  }

  @Test func `the longest are streamed and no more than need be`() throws {
    let budget = try #require(Self.budget([1, 30, 1, 1]))
    #expect(budget.isStreamed == [false, true, false, false])
    #expect(budget.pages * StreamPage.bytes + 3 * 60 * 48_000 * 4 <= Self.most)
    #expect(budget.pages * StreamPage.bytes > Self.most / 3)
  }

  @Test func `four of half an hour share the memory`() throws {
    let budget = try #require(Self.budget([30, 30, 30, 30]))
    #expect(budget.isStreamed == [true, true, true, true] && 4 * budget.pages * StreamPage.bytes == Self.most)
  }

  @Test func `onsets take their share`() throws {
    let budget = try #require(Self.budget([30, 30, 30, 30]))
    #expect(budget.room(besides: 0) == budget.pages && budget.room(besides: 1) == budget.pages - 1)
    #expect(budget.room(besides: Self.most) == StreamBudget.least)
  }

  @Test func `a channel without a file must fit`() throws {
    #expect(Self.budget([10, 10, 1, 1], [false, false, true, true]) == nil)
    #expect(try #require(Self.budget([2, 30, 2, 1], [false, true, true, true])).isStreamed == [false, true, false, false])
  }

  @Test func `a channel with too few pages is refused`() {
    #expect(Self.budget([1, 1, 1, 1], most: StreamBudget.least * StreamPage.bytes * 4 - 1) == nil)
    #expect(Self.budget([1, 1, 1, 1], most: StreamBudget.least * StreamPage.bytes * 4)?.pages == StreamBudget.least)
  }
}

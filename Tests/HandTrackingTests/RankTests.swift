import HandTracking
import TestSupport
import Testing

/// Tests of the element of a rank: it is the one at that index after sorting.
@Suite struct RankTests {
  /// Random rows: all different, few distinct values, ascending and descending. Also equal values, two values and a
  /// single one.
  private static let rows: [[Float]] = {
    var random = SplitMix(11)
    let chance = (0..<97).map { _ in Float(random.unit()) }
    let few = chance.map { ($0 * 4).rounded() }
    return [chance, few, chance.sorted(), chance.sorted(by: >), Array(repeating: 2, count: 16), [3, -1], [7]]
  }()

  @Test(arguments: rows) func `it is what sorting puts there`(row: [Float]) {
    let sorted = row.sorted()
    for rank in row.indices {
      var mixed = row
      #expect(mixed.ofRank(rank) == sorted[rank])
      // No element is lost.
      #expect(mixed.sorted() == sorted)
    }
    var mixed = row
    #expect(mixed.median() == sorted[row.count / 2])
  }

  @Test func `the median of nothing is nought`() {
    var nothing: [Float] = []
    #expect(nothing.median() == 0)
  }
}

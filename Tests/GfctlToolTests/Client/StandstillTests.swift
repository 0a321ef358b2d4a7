import GfctlTool
import Testing

/// Tests of the detection of a stalled upload.
@Suite struct StandstillTests {
  /// Checks once a second for progress; returns the seconds that count as stalled.
  /// - Parameter steps: the taken and the waiting bytes of each second.
  private func look(_ steps: [(taken: Int64, waiting: Int64)], patience: Double = 3) -> [Int] {
    var standstill = Standstill(patience: patience)
    return steps.indices.filter { standstill.isOver(taken: steps[$0].taken, waiting: steps[$0].waiting, at: 100 + Double($0)) }
  }

  @Test func `a byte now and then is not a standstill`() {
    #expect(look((0..<100).map { (Int64($0 / 2), 5) }).isEmpty)
  }

  @Test func `without a byte it is one after the patience`() {
    #expect(look([(0, 9), (4, 5), (4, 5), (4, 5), (4, 5)]) == [4])
    #expect(look([(0, 9), (0, 9), (0, 9), (0, 9), (0, 9)]) == [3, 4], "from the first look on")
  }

  /// The file's own disk may be slow: then no bytes wait.
  @Test func `time without anything to take does not count`() {
    #expect(look([(4, 5), (9, 0), (9, 0), (9, 0), (9, 0), (9, 0), (9, 2), (9, 2), (9, 2)]).isEmpty)
    #expect(look([(9, 0), (9, 0), (9, 2), (9, 2), (9, 2), (9, 2)]) == [5])
  }
}

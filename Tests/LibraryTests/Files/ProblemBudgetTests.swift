import Library
import Testing

@Suite struct ProblemBudgetTests {
  @Test func `junk does not hide the rest`() {
    var budget = ProblemBudget()
    let junk = (0..<5000).count { _ in budget.take(isJunk: true) }
    let others = (0..<5000).count { _ in budget.take() }
    #expect(junk == ProblemBudget.mostJunk && junk + others == ProblemBudget.most)
    #expect(budget.more == 10_000 - ProblemBudget.most)
    #expect(!budget.take(isJunk: true) && !budget.take())
  }
}

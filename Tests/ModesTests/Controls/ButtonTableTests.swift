import GestureFlowAPI
import Modes
import Panel
import Testing

/// Tests each entry of the product's button table.
@Suite struct ButtonTableTests {
  private func command(_ action: ButtonAction, autoPause: Bool = true, doubleClick: String = "none") -> Command? {
    ButtonTable.command(for: action, autoPause: autoPause) { _ in doubleClick }
  }

  @Test func clicks() {
    #expect(command(.click(.mode)) == .nextMode && command(.click(.tier)) == .toggleTier && command(.click(.prev)) == .prev)
    #expect(command(.click(.next)) == .next && command(.click(.play)) == .toggle)
  }

  @Test func holds() {
    #expect(command(.hold(.mode), autoPause: true) == .autopause(false) && command(.hold(.mode), autoPause: false) == .autopause(true))
    #expect(command(.hold(.prev)) == .prevFolder)
    #expect(command(.hold(.next)) == .nextFolder && command(.hold(.play)) == .shutdown)
  }

  @Test func `the output goes round`() {
    let next = Output.allCases.map { ButtonTable.command(for: .hold(.tier), autoPause: true, output: $0) { _ in "none" } }
    #expect(next == [.output(.midi), .output(.both), .output(.audio)])
  }

  @Test func `tier held on swaps the hands`() {
    #expect(command(.longHold(.tier)) == .swapHands && command(.doubleClick(.tier), doubleClick: "swapHands") == .swapHands)
    for button in Button.allCases where button != .tier { #expect(command(.longHold(button)) == nil) }
  }

  @Test func `double clicks are as configured`() {
    #expect(command(.doubleClick(.next), doubleClick: "rescan") == .rescan)
    #expect(command(.doubleClick(.next), doubleClick: "none") == nil)
    #expect(command(.doubleClick(.mode), doubleClick: "toggleHands") == .toggleHands)
    #expect(command(.doubleClick(.play), doubleClick: "home") == .home)
    // A command that needs a value cannot be used without one.
    #expect(command(.doubleClick(.next), doubleClick: "volume") == nil)
  }

  @Test func `a hold that is not complete is not a command`() { #expect(command(.countIn(.play, 0.5)) == nil) }

  @Test func `two buttons together are not a command of either`() {
    #expect(command(.prevAndNext) == nil && command(.prevAndNext, doubleClick: "rescan") == nil)
  }
}

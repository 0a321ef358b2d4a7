import GestureFlowAPI
import Modes
import Panel
import Testing

/// Tests of the state before a first click, which a second click restores.
@Suite struct FirstClickTests {
  private static let pro = Policy(mode: .player, tier: .pro, hasLicence: true)
  private static func paused(_ isPaused: Bool) -> Controls.Values {
    var values = Controls.Values()
    values.isPaused = isPaused
    return values
  }

  @Test func `only the two words take a click back, and no other track`() {
    for word in ["toggleHands", "home"] {
      #expect([Button.mode, .tier, .play].allSatisfy { FirstClick.isTakenBack(word, of: $0) })
      #expect([Button.prev, .next].allSatisfy { !FirstClick.isTakenBack(word, of: $0) })
    }
    #expect(Button.allCases.allSatisfy { !FirstClick.isTakenBack("rescan", of: $0) && !FirstClick.isTakenBack("none", of: $0) })
  }

  @Test func `the state before the first click comes back once`() {
    var click = FirstClick()
    var after = Self.pro
    after.nextMode()
    click.begins(Self.paused(true), Self.pro)
    click.ends(after)
    let (first, second) = (click.takeBack(after), click.takeBack(after))
    #expect(first?.policy == Self.pro && first?.values.isPaused == true)
    #expect(second == nil)
  }

  @Test func `a rejected value or one changed since by another source stays`() {
    var click = FirstClick()
    click.begins(Self.paused(false), Self.pro)
    click.ends(nil)
    let refused = click.takeBack(Self.pro)
    #expect(refused == nil)
    var other = Self.pro
    other.nextMode()
    click.begins(Self.paused(false), Self.pro)
    click.ends(Self.pro)
    let changed = click.takeBack(other)
    #expect(changed == nil)
  }
}

import GestureFlowAPI
import Panel
import Supervisor
import Testing

/// What the LEDs say of a box.
@Suite struct BoxPanelViewTests {
  private func view(
    _ state: Status.State = .healthy, isOutOfMedia: Bool = false, policy: Policy = Policy(),
    _ change: (inout Controls.Values) -> Void = { _ in }
  ) -> PanelView {
    var values = Controls.Values()
    change(&values)
    return PanelView(state, values, isOutOfMedia: isOutOfMedia, hands: .seen, policy: policy)
  }

  @Test func theStatusLEDFollowsTheHealth() {
    #expect(view(.starting).health == .starting && view(.healthy).health == .ready)
    #expect(view(.degraded).health == .needsHelp && view(.failed).health == .needsHelp)
    #expect(view(.stopping).health == .halted)
  }

  /// A box that needs help says so first.
  @Test func aStickThatIsGoneIsShownOnABoxThatIsWellOtherwise() {
    #expect(view(isOutOfMedia: true).health == .noMedia && view(isOutOfMedia: true).track == .none)
    #expect(view(.degraded, isOutOfMedia: true).health == .needsHelp)
  }

  @Test func bothPausesLookTheSame() {
    #expect(view().track == .playing)
    #expect(view { $0.isPaused = true }.track == .paused)
    #expect(view { $0.isAway = true }.track == .paused)
  }

  @Test func modeAndTierAreShown() {
    #expect(view().mode == "player" && !view().isPro)
    #expect(view(policy: Policy(tier: .pro, hasLicence: true)).isPro)
  }

  @Test func handsAreShownWhileSomebodyLooks() {
    var snapshot = Performance.Snapshot()
    #expect(PanelView.Hands(nil) == .none && PanelView.Hands(snapshot) == .searching)
    snapshot.hands = [HandStatus(id: 1, handedness: "left", fingers: 5, confidence: 1)]
    #expect(PanelView.Hands(snapshot) == .seen)
    snapshot.holdProgress = 0.5
    #expect(PanelView.Hands(snapshot) == .holding(0.5))
    #expect(view().hands == .seen)
  }
}

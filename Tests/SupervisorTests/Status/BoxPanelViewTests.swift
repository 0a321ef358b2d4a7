import GestureFlowAPI
import Modes
import Panel
import Perception
import Supervisor
import Testing

/// The LED states that a box shows.
@Suite struct BoxPanelViewTests {
  private func view(
    _ state: Status.State = .healthy, isOutOfMedia: Bool = false, policy: Policy = Policy(), hands: PanelView.Hands = .seen,
    stems: StemsStatus? = nil, choosing: Double? = nil, _ change: (inout Controls.Values) -> Void = { _ in }
  ) -> PanelView {
    var values = Controls.Values()
    change(&values)
    return PanelView(
      state, values, isOutOfMedia: isOutOfMedia, hands: hands, policy: policy, mode: ModeStatus(stems: stems), choosing: choosing)
  }

  @Test func `the status LED follows the health`() {
    #expect(view(.starting).health == .starting && view(.healthy).health == .ready)
    #expect(view(.degraded).health == .needsHelp && view(.failed).health == .needsHelp)
    #expect(view(.stopping).health == .halted)
  }

  /// A box that needs help shows that first.
  @Test func `a stick that is gone is shown on a box that is well otherwise`() {
    #expect(view(isOutOfMedia: true).health == .noMedia && view(isOutOfMedia: true).track == .none)
    #expect(view(.degraded, isOutOfMedia: true).health == .needsHelp)
  }

  @Test func `both pauses look the same`() {
    #expect(view().track == .playing)
    #expect(view { $0.isPaused = true }.track == .paused)
    #expect(view { $0.isAway = true }.track == .paused)
  }

  @Test func `mode and tier are shown`() {
    #expect(view().modeLED == .player && view().isPro)
    #expect(!view(policy: Policy(tier: .free, hasLicence: true)).isPro)
  }

  @Test func `a loop that waits and a selection that counts are shown`() {
    let channel = StemChannelStatus(number: 1, name: "drums", bars: 2, volume: 1, pitchCents: 0, peakDB: -6, positionQuarters: 0)
    var stems = StemsStatus(set: "Night", setIndex: 0, setCount: 1, tempoBPM: 110, key: nil, bar: 1, beat: 1, channels: [channel, channel])
    #expect(view(stems: stems).track == .playing && view(stems: stems).hands == .seen)
    stems.channels[1].pendingLoop = .whole
    #expect(view(stems: stems).track == .loopPending, "the end of a loop waits, too")
    #expect(view(stems: stems) { $0.isPaused = true }.track == .paused, "nothing happens before it plays")
    #expect(view(isOutOfMedia: true, stems: stems).track == .none)
    let none = StemsStatus(set: "", setIndex: 0, setCount: 1, tempoBPM: 0, key: nil, bar: 1, beat: 1, channels: [])
    #expect(view(stems: none).track == .none, "the first set is being loaded")
    stems.selectProgress = 0.25
    #expect(view(stems: stems).hands == .holding(0.25))
    // Other holds, and a missing camera, are shown unchanged.
    #expect(view(hands: .holding(0.75), stems: stems).hands == .holding(0.75) && view(hands: .none, stems: stems).hands == .none)
  }

  @Test func `a scene that waits for fingers is shown over hands that have no effect`() {
    #expect(view(choosing: 0) { $0.areHandsOff = true }.hands == .choosing)
    #expect(view(hands: .none, choosing: 0.25) { $0.areHandsOff = true }.hands == .holding(0.25))
  }

  @Test func `hands are shown while a client looks`() {
    var snapshot = HandsPipeline.Snapshot()
    #expect(PanelView.Hands(nil) == .none && PanelView.Hands(snapshot) == .searching)
    snapshot.hands = [HandStatus(id: 1, handedness: "left", fingers: 5, confidence: 1)]
    #expect(PanelView.Hands(snapshot) == .seen)
    snapshot.holdProgress = 0.5
    #expect(PanelView.Hands(snapshot) == .holding(0.5))
    #expect(view().hands == .seen)
    // The state of the hands does not matter here.
    for hands in [PanelView.Hands.none, .searching, .seen, .holding(0.5)] {
      #expect(view(hands: hands) { $0.areHandsOff = true }.hands == .off)
    }
  }

  @Test(arguments: Mode.allCases) func `a mode lights one LED, and no two modes look the same`(mode: Mode) {
    let light = mode.facts.signal.row.light
    #expect(Mode.allCases.count { $0.facts.signal.row.light == light } == 1)
    let view = PanelView(.healthy, Controls.Values(), isOutOfMedia: false, hands: .none, policy: Policy(mode: mode))
    let lit = [LED.player, .stems, .instrument, .stream].filter { view.patterns[$0] != .off }
    #expect(lit == [light?.led] && light.map { view.patterns[$0.led] == $0.pattern } == true)
  }
}

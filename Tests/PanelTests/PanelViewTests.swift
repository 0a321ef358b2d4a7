import Panel
import Testing

@Suite struct PanelViewTests {
  @Test func theViewFollowsTheTable() {
    var view = PanelView()
    #expect(view.patterns[.status] == .slowBlink && view.patterns[.hands] == .off && view.patterns[.player] == .on)
    view.health = .ready
    view.track = .paused
    view.hands = .holding(0.5)
    view.mode = "stems"
    view.isPro = true
    #expect(view.patterns[.status] == .on && view.patterns[.track] == .blink && view.patterns[.hands] == .progress(0.5))
    #expect(view.patterns[.player] == .off && view.patterns[.stems] == .on && view.patterns[.tier] == .on)
    view.health = .needsHelp
    #expect(view.patterns[.status] == .fastBlink)
    view.health = .noMedia
    #expect(view.patterns[.status] == .slowBlink)
    view.countIn = 0.5
    #expect(view.patterns.values.filter { $0 == .on }.count == 4 && view.patterns.values.filter { $0 == .off }.count == 4)
  }
}

import Panel
import Testing

@Suite struct PanelViewTests {
  @Test func `beats are seen on a track LED that is lit and not where it blinks`() {
    var view = PanelView()
    for (track, isSeen) in [(PanelView.Track.none, false), (.playing, true), (.paused, false), (.loopPending, false)] {
      view.track = track
      #expect(view.showsBeats == isSeen, "\(track)")
    }
    view.track = .playing
    view.countIn = 0.5
    #expect(!view.showsBeats, "the LEDs count in")
  }

  @Test func `an update is shown by the status LED of a box that runs`() {
    var view = PanelView()
    for (health, isShown) in [(PanelView.Health.ready, true), (.noMedia, true), (.needsHelp, true), (.starting, false), (.halted, false)] {
      view.health = health
      view.update = .none
      let usual = view.patterns[.status]
      view.update = .waits
      #expect(view.patterns[.status] == (isShown ? .updateWaits : usual), "\(health)")
      view.update = .installing(0.5)
      #expect(view.patterns[.status] == (isShown ? .progress(0.5) : usual), "\(health)")
    }
    view.health = .ready
    view.update = .installing(0)
    #expect(view.patterns[.status] == .progress(0.1), "an LED that stays dark would look halted")
    view.countIn = 0
    #expect(view.patterns[.status] == .off, "the LEDs count in")
  }

  @Test func `the view follows the table`() {
    var view = PanelView()
    #expect(view.patterns[.status] == .slowBlink && view.patterns[.hands] == .off && view.patterns[.player] == .on)
    view.health = .ready
    view.track = .paused
    view.hands = .holding(0.5)
    view.modeLED = .stems
    view.isPro = true
    #expect(view.patterns[.status] == .on && view.patterns[.track] == .blink && view.patterns[.hands] == .progress(0.5))
    #expect(view.patterns[.player] == .off && view.patterns[.stems] == .on && view.patterns[.tier] == .on)
    view.hands = .off
    #expect(view.patterns[.hands] == .slowBlink)
    view.hands = .unusable
    #expect(view.patterns[.hands] == .cannotSee)
    view.hands = .misplaced
    #expect(view.patterns[.hands] == .misplaced)
    view.hands = .choosing
    #expect(view.patterns[.hands] == .fastBlink)
    view.health = .needsHelp
    #expect(view.patterns[.status] == .fastBlink)
    view.health = .noMedia
    #expect(view.patterns[.status] == .slowBlink)
    view.track = .loopPending
    #expect(view.patterns[.track] == .fastBlink && !view.showsBeats)
    view.countIn = 0.5
    #expect(view.patterns.values.filter { $0 == .on }.count == 4 && view.patterns.values.filter { $0 == .off }.count == 4)
  }
}

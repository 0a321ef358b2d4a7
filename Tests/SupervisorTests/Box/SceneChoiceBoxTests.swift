import GestureFlowAPI
import Gestures
import ModesDoubles
import Panel
import Perception
import Settings
import Supervisor
import SyntheticHands
import TestSupport
import Testing

/// Tests of scenes that fingers choose in a box.
@Suite(.serialized, .keptStems) struct SceneChoiceBoxTests {
  private func with(_ stored: Scene? = nil, _ body: (Studio, EventHub.Subscription) throws -> Void) throws {
    try Places.withFolder { folder in
      if let stored { try SceneStore(folder.path) { _ in }.set(stored, at: 1) }
      let studio = try Studio(.player, state: folder.path)
      try body(studio, studio.box.hub.subscribe(types: ["refused", "command"]))
    }
  }

  private func values(_ events: EventHub.Subscription) -> [String] {
    events.take().compactMap { if case .event(let event) = $0 { event.value } else { nil } }
  }

  /// Chooses a scene at second 0 of the box's clock, and lowers the fingers.
  private func choose(_ count: Int, _ box: Supervisor.Box) {
    box.controls.change { controls in
      _ = controls.toggleSceneChoice(at: 0)
      for i in 0..<40 { controls.sceneChoice?.see(RaisedFingers(hand: 1, count: count), at: Double(i) / 30) }
    }
    box.lookAtSceneChoice(at: 1.4)
    box.controls.change { controls in
      for i in 40..<50 { controls.sceneChoice?.see(nil, at: Double(i) / 30) }
    }
    box.lookAtSceneChoice(at: 1.7)
  }

  @Test func `a chosen scene is loaded, and hands act again`() throws {
    try with { studio, events in
      let box = studio.box
      try box.carryOut(.volume(0.25))
      try box.carryOut(.sceneSave(3))
      try box.carryOut(.volume(0.75))
      _ = events.take()
      choose(3, box)
      #expect(box.controls.values.volume == 0.25 && !box.controls.values.areHandsOff)
      #expect(values(events).last == "sceneLoad")
    }
  }

  /// No round of the supervision runs here: it may wait for a card.
  @Test func `frames alone load a chosen scene and give the hands back`() throws {
    try with { studio, events in
      let box = studio.box
      try box.carryOut(.volume(0.25))
      try box.carryOut(.sceneSave(2))
      try box.carryOut(.volume(0.75))
      _ = events.take()
      let film = try HandFilm(box.controls)
      film.show(.open, seconds: 1)
      // The time cannot end, however slow the machine is.
      box.controls.change { _ = $0.toggleSceneChoice(at: .infinity) }
      film.show(.two, seconds: 3)
      #expect(box.controls.values.volume == 0.25 && values(events).last == "sceneLoad")
      #expect(box.controls.values.areHandsOff)
      film.show(.open, seconds: 1)
      #expect(box.controls.view.sceneChoice == nil && !box.controls.values.areHandsOff)
    }
  }

  @Test func `a frame, and a pause without one, end a choice whose time is over`() throws {
    try with { studio, events in
      let box = studio.box
      let film = try HandFilm(box.controls)
      for isFrame in [true, false] {
        box.controls.change { _ = $0.toggleSceneChoice(at: -.infinity) }
        if isFrame { film.show(.open, seconds: 0.1) } else { film.pipeline.noFrame(at: film.now + 1, waited: 1) }
        #expect(values(events).first?.hasPrefix("no scene was chosen: ") == true, "\(isFrame)")
        #expect(box.controls.view.sceneChoice == nil && !box.controls.values.areHandsOff, "\(isFrame)")
      }
    }
  }

  @Test func `an empty scene, one with a missing stick and a choice without fingers are refused aloud`() throws {
    try with { studio, events in
      let box = studio.box
      choose(4, box)
      #expect(values(events) == ["scene 4 is empty: run gfctl scene save 4 first"])
      box.controls.change { _ = $0.toggleSceneChoice(at: 0) }
      box.lookAtSceneChoice(at: 5.9)
      #expect(values(events).isEmpty && box.controls.values.areHandsOff)
      box.lookAtSceneChoice(at: 6)
      #expect(values(events).first?.hasPrefix("no scene was chosen: ") == true && !box.controls.values.areHandsOff)
    }
    var state = SavedState()
    (state.stick, state.track, state.volume) = ("1234-ABCD", "a.flac", 0.5)
    try with(Scene(number: 1, title: nil, state: state)) { studio, events in
      choose(1, studio.box)
      #expect(values(events).last == "scene 1 is loaded; not restored: the track 'a.flac', whose stick is not there")
      #expect(studio.box.controls.values.volume == 0.5)
    }
  }

  // MARK: - Stem sets that load first

  /// Lets a waiting set be heard. A box that is paused takes it at once.
  private func settle(_ studio: Studio) {
    for _ in 0..<3 {
      studio.render()
      studio.box.lookAtStems()
    }
  }

  @Test func `a chosen scene is reported when its stem set is heard and has its tempo`() throws {
    try with { studio, events in
      let box = studio.box
      for command in [Command.mode(.stems), .pause] { try box.carryOut(command) }
      settle(studio)
      try box.carryOut(.tempo(bpm: 100))
      settle(studio)
      try box.carryOut(.sceneSave(2))
      box.stems.selector.skip(1)
      settle(studio)
      _ = events.take()
      choose(2, box)
      box.lookAtStems()
      #expect(!values(events).contains("sceneLoad"))
      settle(studio)
      #expect(values(events).last == "sceneLoad" && box.status.stems?.tempoBPM == 100)
    }
  }

  @Test func `a chosen scene whose stem set cannot be played is refused aloud`() throws {
    var state = SavedState()
    (state.mode, state.stems.set) = (.stems, StemSetKey(stick: "S", folder: "Night"))
    try with(Scene(number: 1, title: "Night", state: state)) { studio, events in
      let box = studio.box
      // Its files are not there.
      box.stems.selector.update { [.test("Night")] }
      choose(1, box)
      box.lookAtStems()
      let reports = values(events)
      #expect(reports.last == "the stem set of scene 1 cannot be played: check its files, or save the scene again")
      #expect(!reports.contains("sceneLoad"))
      box.lookAtStems()
      #expect(values(events).isEmpty, "once")
    }
  }

  @Test func `a tempo that the stem set of a scene cannot have is refused aloud`() throws {
    var state = SavedState()
    state.mode = .stems
    var scene = Scene(number: 1, title: nil, state: state)
    scene.tempoBPM = 400
    try with(scene) { studio, events in
      try studio.box.carryOut(.pause)
      try studio.box.carryOut(.sceneLoad(1))
      settle(studio)
      #expect(values(events).last?.hasPrefix("scene 1 is loaded; not restored: the set's own tempo is ") == true)
    }
  }

  @Test func `without frames of a camera both buttons are refused`() throws {
    try with { studio, events in
      let box = studio.box
      box.handle(ButtonEvent(.prevAndNext, down: 0))
      #expect(values(events).first?.hasPrefix("no camera shows fingers") == true)
      #expect(box.controls.view.sceneChoice == nil && !box.controls.values.areHandsOff)
    }
  }
}

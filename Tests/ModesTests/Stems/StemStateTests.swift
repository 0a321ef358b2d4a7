import Foundation
import GestureFlowAPI
import Modes
import ModesDoubles
import Settings
import SettingsDoubles
import Sound
import TestSupport
import Testing

/// State of the stems that survives a power cut, across versions of the program.
@Suite struct StemStateTests {
  private func controller(_ saved: SavedState.Stems = SavedState.Stems()) -> (controller: StemController, controls: ControlLoop) {
    let port = StemPort()
    let controls = ControlLoop(Controls(SoundEngine(), stems: StemControls(port, StemControls.Values(saved))))
    return (StemController(port, controls, awaiting: saved.set, load: { _, _ in }, notice: { _ in }), controls)
  }

  @Test func `a file of before there were stems is read on`() throws {
    let state = try StateText.loaded(#"{"mode":"player","volume":0.45,"serial":9}"#)
    #expect(state.volume == 0.45 && state.stems == SavedState.Stems())
    #expect(controller(state.stems).controller.values == StemControls.Values())
  }

  @Test func `how they were played is there again`() throws {
    let (controller, controls) = self.controller()
    controls.change { controls in
      controls.stems.set(1, volume: 0.25, pitchCents: -70)
      controls.stems.toggleMute(3)
    }
    controller.selector.update { [.test("Night")] }
    var state = SavedState()
    state.mode = .stems
    controller.record(in: &state.stems)
    let again: SavedState = try Places.withFolder { folder in
      try StateStore(folder.path).save(state)
      return try #require(StateStore(folder.path).load().state)
    }
    #expect(again == state && again.stems.set == StemSetKey(stick: "S", folder: "Night"))
    let next = self.controller(again.stems).controller
    let channels = next.values.channels
    #expect(channels[1].volume == 0.25 && channels[1].pitchCents == -70 && channels[3].isMuted && channels[0] == StemControls.Channel())
    // Its stick is not there yet. The state saved in the meantime is the same.
    var saved = SavedState()
    next.record(in: &saved.stems)
    #expect(saved.stems == state.stems)
  }

  @Test func `a value out of range or missing does not count as damage`() throws {
    let wild = #"{"channels":[{"volume":7,"pitchCents":-900,"isMuted":true},{"volume":0.5,"pitchCents":1,"isMuted":false}]}"#
    let channels = try StateText.loaded(#"{"mode":"stems","stems":\#(wild)}"#).stems.channels
    #expect(channels.map(\.volume) == [1, 0.5] && channels.map(\.pitchCents) == [-200, 1] && channels[0].isMuted)
    #expect(controller(try StateText.loaded(#"{"stems":\#(wild)}"#).stems).controller.values.channels[2] == StemControls.Channel())
    let set = try StateText.loaded(#"{"volume":0.45,"stems":{"set":{"stick":"S","folder":"Night"},"channels":"none","more":1}}"#)
    #expect(set.stems.set?.folder == "Night" && set.stems.channels.isEmpty && set.volume == 0.45)
    #expect(try StateText.loaded(#"{"volume":0.45,"stems":7}"#).volume == 0.45)
    let many = Array(repeating: #"{"volume":0.5,"pitchCents":0,"isMuted":false}"#, count: 9).joined(separator: ",")
    #expect(try StateText.loaded(#"{"stems":{"channels":[\#(many)]}}"#).stems.channels.count == 4)
  }
}

import Foundation
import GestureFlowAPI
import Licensing
import Modes
import Notes
import Settings
import SettingsDoubles
import Sound
import TestSupport
import Testing

/// Tests of the instrument's state, which survives a power cut. The configuration supplies values that were
/// never set.
@Suite struct InstrumentStateTests {
  private func values(_ saved: SavedState, _ change: (inout Configuration) -> Void = { _ in }) -> InstrumentControls.Values {
    var configuration = Configuration()
    change(&configuration)
    return InstrumentControls.Values(saved, configuration)
  }

  /// Makes a controller with the sounds of a test folder. An empty folder leaves only the built-in sound.
  private func controller(_ saved: SavedState, own folder: URL) -> InstrumentController {
    let port = InstrumentPort()
    let controls = ControlLoop(Controls(SoundEngine(), instrument: InstrumentControls(port, values(saved))))
    return InstrumentController(
      port, controls, sound: saved.instrument.sound,
      sounds: SoundCatalogUpdater(factory: folder.path + "/none", own: folder.path), notice: { _ in })
  }

  @Test func `without a state the configuration says it`() {
    #expect(values(SavedState()) == InstrumentControls.Values())
    let set = values(SavedState()) { configuration in
      (configuration.instrumentScale, configuration.instrumentKey, configuration.instrumentRange) = ("blues", "F#", "C2 60")
      (configuration.instrumentArticulation, configuration.instrumentBend, configuration.instrumentOutput) = ("retrigger", true, "both")
    }
    #expect(set.scale == .blues && set.key == .gFlat && set.range == NoteRange(36, 60))
    #expect(set.articulation == .retrigger && set.bends && set.output == .both)
    var saved = SavedState()
    saved.instrument.scale = "dorian"
    #expect(values(saved) { $0.instrumentScale = "blues" }.scale == .dorian, "what was set on the box goes before")
  }

  @Test func `how it was played is there again`() throws {
    try Places.withFolder { (folder: URL) throws in
      let controller = self.controller(SavedState(), own: folder)
      controller.controls.change { controls in
        controls.instrument.set { values in
          (values.scale, values.key, values.range) = (.lydian, .bFlat, NoteRange(40, 64) ?? .usual)
          (values.articulation, values.bends, values.output, values.waveform) = (.retrigger, true, .both, .triangle)
          (values.effects[.delay], values.tempo) = (0.25, 96)
        }
      }
      var state = SavedState()
      controller.record(in: &state)
      let store = StateStore(folder.path)
      try store.save(state)
      let again = try #require(store.load().state)
      #expect(again == state)
      let next = self.controller(again, own: folder)
      #expect(next.values == controller.values)
    }
  }

  /// A limited tier does not make the box forget the settings.
  @Test func `settings beyond the tier are kept`() throws {
    try Places.withFolder { (folder: URL) throws in
      let controller = self.controller(SavedState(), own: folder)
      controller.controls.change { $0.instrument.set { ($0.scale, $0.limits) = (.blues, Policy(tier: .free).instrument) } }
      var state = SavedState()
      controller.record(in: &state)
      #expect(state.instrument.scale == "blues")
    }
  }

  @Test func `an unplayable file does not count as damage`() throws {
    let wild = #"""
      {"scale":"disco","key":7,"low":60,"high":61,"articulation":"legato","bend":"yes","sound":"","waveform":"noise","effects":{"fuzz":7,"tone":0.5,"chorus":1},"tempo":9000,"more":1}
      """#
    let state = try StateText.loaded(#"{"volume":0.45,"instrument":\#(wild)}"#)
    #expect(state.volume == 0.45)
    var expected = InstrumentControls.Values()
    expected.effects = [.tone: 0.5]
    #expect(values(state) == expected && state.instrument.sound == nil)
    #expect(try StateText.loaded(#"{"volume":0.45,"instrument":7}"#).volume == 0.45)
    #expect(try StateText.loaded(#"{"volume":0.45}"#).instrument == SavedState.Instrument())
  }

  /// The box waits for a sound of a missing stick until another sound is selected.
  @Test func `a sound that is not there yet is waited for`() throws {
    try Places.withFolder { (folder: URL) throws in
      var saved = SavedState()
      saved.instrument.sound = "Wood"
      let controller = self.controller(saved, own: folder)
      #expect(controller.values.sound.name == InstrumentSound.builtin.name)
      var state = SavedState()
      controller.record(in: &state)
      #expect(state.instrument.sound == "Wood", "what is written down meanwhile is the same")
      try "name = \"Wood\"\nwaveform = \"triangle\"\n".write(
        to: folder.appendingPathComponent("wood.toml"), atomically: true, encoding: .utf8)
      controller.update([])
      #expect(controller.values.sound.name == "Wood" && controller.values.patch.waveform == .triangle)
      // The file disappears; the selected sound plays on.
      try FileManager.default.removeItem(at: folder.appendingPathComponent("wood.toml"))
      controller.update([])
      #expect(controller.values.sound.name == "Wood")
    }
  }
}

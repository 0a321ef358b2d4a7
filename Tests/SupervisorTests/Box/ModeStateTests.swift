import Foundation
import GestureFlowAPI
import Modes
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// A box that was switched off in a mode starts in it.
@Suite(.keptStems) struct ModeStateTests {
  @Test func `a box in mode instrument comes up as it was left`() throws {
    try Places.withFolder { (folder: URL) throws in
      var state = SavedState()
      (state.mode, state.tier) = (.instrument, .free)
      (state.instrument.scale, state.instrument.key) = ("blues", "F")
      try StateStore(folder.path).save(state)
      let box = try Box.alone(in: folder, state: folder)
      try box.runningBeside {
        #expect(waitUntil { box.status.instrument != nil })
        let status = try #require(box.status.instrument)
        #expect(status.scale == "pentatonicMajor" && status.key == "F" && box.status.tier == .free)
        #expect(waitUntil { box.engine.instrument.wanted.isScene })
      }
      #expect(StateStore(folder.path).load().state?.instrument.scale == "blues")
    }
  }

  @Test func `a box in mode stems comes up as it was left`() throws {
    try Places.withFolder { folder in
      let port = StemPort()
      let controls = ControlLoop(Controls(SoundEngine(), stems: StemControls(port)))
      controls.change { $0.stems.set(0, volume: 0.25) }
      var state = SavedState()
      state.mode = .stems
      StemController(port, controls, load: { _, _ in }, notice: { _ in }).record(in: &state.stems)
      try StateStore(folder.path).save(state)
      let box = try Box.alone(in: folder, state: folder)
      try box.runningBeside {
        #expect(waitUntil { box.status.stems?.channels.isEmpty == false }, "\(box.status.stems as Any)")
        let status = try #require(box.status.stems)
        #expect(box.status.mode == .stems && status.set == StemSet(.evening).name && status.channels[0].volume == 0.25)
        #expect(box.status.noMedia == false && box.engine.stems.wanted.isScene)
      }
      #expect(StateStore(folder.path).load().state?.stems.channels.first?.volume == 0.25)
    }
  }
}

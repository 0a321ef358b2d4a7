import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// Tests of a box with its control store and without camera frames.
@Suite(.serialized) struct ControlStoreTests {
  private func box(state: URL) throws -> Box {
    var settings = RunSettings()
    // The appliance waits for its camera, so it has neither frames nor hands.
    settings.camera = .v4l2("/dev/video-that-is-not-there")
    settings.isAppliance = true
    settings.sink = .null
    settings.stateFolder = state.path
    return try Box(settings, log: BootLog(quiet: true))
  }

  /// Three values set in turn must not overwrite each other. The values are volume 0.3, pitch 300 and speed
  /// 1.5.
  @Test func `three values in turn end as they were set and are saved`() throws {
    try Places.withFolder { (folder: URL) throws in
      let box = try box(state: folder)
      try box.runningBeside {
        // The store is the same with and without a tracker.
        #expect(waitUntil { box.pipeline != nil || box.parts.contains { $0.name == "tracker" && $0.state == .failed } })
        try box.carryOut(.volume(0.3))
        try box.carryOut(.pitch(cents: 300))
        try box.carryOut(.speed(1.5))
        let control = box.status.control
        #expect(control.volume == 0.3 && control.pitchCents == 300 && control.speed == 1.5)
        // The engine plays with these values.
        #expect(
          waitUntil {
            let heard = box.deck.state
            return heard.volume == Float(VolumeCurve.gain(0.3)) && abs(heard.cents - 300) < 1 && abs(heard.speed - 1.5) < 0.01
          })
      }
      let saved = try #require(StateStore(folder.path).load().state)
      #expect(saved.volume == 0.3 && saved.pitchCents == 300 && saved.speed == 1.5)
      // The next start begins with these values.
      let again = try self.box(state: folder)
      #expect(again.status.control.volume == 0.3 && again.status.control.pitchCents == 300 && again.status.control.speed == 1.5)
    }
  }

  @Test func `a pause is seen at once and saved`() throws {
    try Places.withFolder { (folder: URL) throws in
      let box = try box(state: folder)
      try box.runningBeside {
        #expect(try box.carryOut(.pause) == "paused")
        #expect(box.status.control.paused)
        #expect(try box.carryOut(.toggle) == "playing")
        #expect(!box.status.control.paused)
        try box.carryOut(.pause)
        try box.carryOut(.autopause(false))
      }
      let saved = try #require(StateStore(folder.path).load().state)
      #expect(saved.paused && saved.autoPause == false)
    }
  }
}

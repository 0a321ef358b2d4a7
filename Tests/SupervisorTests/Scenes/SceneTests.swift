import Foundation
import GestureFlowAPI
import Notes
import Settings
import Supervisor
import TestSupport
import Testing

/// Scenes of a box without a clock, saved in one state and loaded in another.
@Suite(.serialized, .keptStems) struct SceneTests {
  private func with(_ mode: Mode, _ body: (Studio) throws -> Void) throws {
    try Places.withFolder { folder in
      let studio = try Studio(mode, state: folder.path)
      try studio.box.carryOut(.tier(.pro))
      try body(studio)
    }
  }

  @Test func `the player's values and mode come back`() throws {
    try with(.player) { studio in
      let box = studio.box
      for command in [Command.speed(0.5), .pitch(cents: -300), .filter(-0.5), .volume(0.4)] { try box.carryOut(command) }
      #expect(try box.carryOut(.sceneSave(2)) == "scene 2 is mode player")
      for command in [Command.speed(1.5), .pitch(cents: 700), .filter(0.25), .volume(0.9), .mode(.instrument)] { try box.carryOut(command) }
      let done = try box.carryOut(.sceneLoad(2))
      #expect(done == "scene 2: mode player")
      let values = box.controls.values
      #expect(values.mode == .player && values.speed == 0.5 && values.pitchCents == -300 && values.volume == 0.4)
      #expect(values.filter == -0.5)
      #expect(box.sceneEntries == [SceneEntry(number: 2, mode: .player)])
    }
  }

  @Test func `a scene of before scenes had a filter plays the song untouched`() throws {
    try Places.withFolder { folder in
      let store = SceneStore(folder.path) { _ in }
      try store.set(Scene(number: 1, title: nil, state: SavedState()), at: 1)
      let studio = try Studio(.player, state: folder.path)
      try studio.box.carryOut(.filter(0.5))
      try studio.box.carryOut(.sceneLoad(1))
      #expect(studio.box.controls.values.filter == 0)
    }
  }

  @Test func `the instrument comes back`() throws {
    try with(.instrument) { studio in
      let box = studio.box
      let range = try #require(NoteSpan(low: 40, high: 70))
      let before: [Command] = [
        .scale("blues"), .key("F"), .range(range), .bend(true), .legato(false), .waveform(.square), .effect(.delay, 0.4),
        .tempo(bpm: 90), .volume(0.3),
      ]
      for command in before { try box.carryOut(command) }
      let saved = box.instrument.values
      try box.carryOut(.sceneSave(1))
      let last = try #require(box.status.instrument?.sounds.last)
      let other = try #require(NoteSpan(low: 60, high: 84))
      let after: [Command] = [
        .sound(last), .scale("major"), .key("C"), .range(other), .bend(false), .legato(true), .effect(.delay, 0), .tempo(bpm: 140),
        .volume(0.8), .mode(.player),
      ]
      for command in after { try box.carryOut(command) }
      #expect(try box.carryOut(.sceneLoad(1)).hasPrefix("scene 1: mode instrument, '"))
      let now = box.instrument.values
      #expect(now.scale == saved.scale && now.key == saved.key && now.range == saved.range && now.bends && now.tempo == 90)
      #expect(now.articulation == saved.articulation && now.waveform == .square && now.effects[.delay] == 0.4)
      #expect(now.sound.name == saved.sound.name && box.controls.values.volume == 0.3)
    }
  }

  @Test func `stems come back with levels, mutes, tempo and loops`() throws {
    try with(.stems) { studio in
      let box = studio.box
      let loop = try #require(LoopRequest(channel: 2, region: StemLoop(start: 1, end: 3)))
      let before: [Command] = [
        .stemVolume(channel: 1, 0.25), .stemPitch(channel: 2, cents: 100), .mute(channel: 3), .tempo(bpm: 100), .loop(loop),
      ]
      for command in before { try box.carryOut(command) }
      studio.render()
      try box.carryOut(.sceneSave(4))
      let whole = try #require(LoopRequest(channel: 2, region: .whole))
      let after: [Command] = [
        .stemVolume(channel: 1, 0.9), .stemPitch(channel: 2, cents: 0), .mute(channel: 3), .mute(channel: 1),
        .tempo(bpm: 120), .loop(whole),
      ]
      for command in after { try box.carryOut(command) }
      studio.render()
      #expect(!(try box.carryOut(.sceneLoad(4))).contains("not restored"))
      studio.render()
      let stems = try #require(box.status.stems)
      #expect(stems.tempoBPM == 100 && stems.channels.map(\.muted) == [false, false, true, false])
      #expect(stems.channels[0].volume == 0.25 && stems.channels[1].pitchCents == 100)
      #expect((stems.channels[1].pendingLoop ?? stems.channels[1].loop) == StemLoop(start: 1, end: 3))
    }
  }

  @Test func `a scene of a stick that is gone loads the rest and says so`() throws {
    try Places.withFolder { folder in
      var state = SavedState()
      (state.stick, state.track, state.speed) = ("1234-ABCD", "a/moon river.flac", 0.75)
      let store = SceneStore(folder.path) { _ in }
      try store.set(Scene(number: 1, title: "Moon river", state: state), at: 1)
      (state.mode, state.volume) = (.stems, 0.2)
      state.stems.set = StemSetKey(stick: "1234-ABCD", folder: "song")
      try store.set(Scene(number: 2, title: "Song", state: state), at: 2)
      let studio = try Studio(.instrument, state: folder.path)
      let track = try studio.box.carryOut(.sceneLoad(1))
      #expect(track == "scene 1: mode player, 'Moon river'; not restored: the track 'a/moon river.flac', whose stick is not there")
      #expect(studio.box.controls.values.speed == 0.75 && studio.box.controls.values.mode == .player)
      let set = try studio.box.carryOut(.sceneLoad(2))
      #expect(set == "scene 2: mode stems, 'Song'; not restored: the stem set, whose stick is not there")
      #expect(studio.box.controls.values.volume == 0.2 && studio.box.controls.values.mode == .stems)
    }
  }

  @Test func `a scene ends the solo of before`() throws {
    try with(.stems) { studio in
      try studio.box.carryOut(.sceneSave(1))
      try studio.box.carryOut(.solo(channel: 2))
      #expect(studio.box.controls.view.stems.solo != nil)
      try studio.box.carryOut(.sceneLoad(1))
      #expect(studio.box.controls.view.stems.solo == nil)
    }
  }

  @Test func `an empty scene is refused`() throws {
    try with(.player) { studio in
      #expect(studio.refusal(.sceneLoad(3))?.status == 404)
      let done = try studio.box.carryOut(.sceneClear(3))
      #expect(done == "scene 3 is empty")
      for number in [-1.0, 0, 5, 1.5, .nan, 1e300] {
        #expect(throws: Problem.self) { try Command(.sceneLoad, number: number) }
      }
    }
  }

  /// Tier free does not contain mode stream.
  @Test func `a scene beyond the tier is refused as its mode is`() throws {
    try with(.stream) { studio in
      try studio.box.carryOut(.sceneSave(1))
      try studio.box.carryOut(.mode(.player))
      try studio.box.carryOut(.tier(.free))
      #expect(studio.refusal(.sceneLoad(1))?.type == Problem.tierLimitType)
      #expect(studio.box.controls.values.mode == .player)
    }
  }
}

import Foundation
import GestureFlowAPI
import Library
import Modes
import Realtime
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// Tests of library and deck together. A stick comes, goes and returns in a box with a real clock; folders
/// stand for sticks.
@Suite(.serialized) struct JukeboxTests {
  private func box(_ root: URL, state: URL? = nil) throws -> Box {
    try Box.alone(in: root.deletingLastPathComponent(), sticks: [root], state: state)
  }

  private func music(_ folder: URL, _ names: [String], seconds: Double = 20) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names {
      let path = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      Signals.write(Signals.sine(330, seconds: seconds, level: 0.2), to: path.path, format: 0x17_0000 | 2)
    }
  }

  /// A worn card can change any number in the library's index.
  @Test func `a part of a file may begin and end at any number`() throws {
    func item(_ start: Int, _ end: Int?) throws -> FilePart {
      let part = TrackPart(file: "/a.wav", title: "a", start: start, end: end)
      let item = Jukebox.item(MediaTrack(stick: "S", relative: "a.wav/track001", path: "/a.wav/track001", part: part))
      guard case .part(let found) = item else { throw Failure("it is not a part") }
      return found
    }
    let (usual, last, first) = (try item(75, 150), try item(.max, .max), try item(.min, .min))
    #expect(usual.start == 48_000 && usual.end == 96_000)
    let most = Int64(TrackPart.farthest) * 640
    #expect(last.start == most && last.end == most && first.start == 0 && first.end == 0)
  }

  @Test func `a stick takes the place of the built in piece and folders are lists`() throws {
    try Places.withFolder { folder in
      let root = folder.appendingPathComponent("stick")
      try music(root, ["a/1.flac", "a/2.flac", "b/1.flac", "b/2.flac"])
      let box = try box(root)
      try box.runningBeside {
        #expect(waitUntil { box.status.track?.path?.hasSuffix("a/1.flac") == true })
        #expect(waitUntil { box.status.track?.count == 4 })
        func goes(_ command: Command, _ place: String) throws {
          try box.carryOut(command)
          #expect(waitUntil { box.status.track?.path?.hasSuffix(place) == true }, "\(command.name) to \(place)")
        }
        try goes(.next, "a/2.flac")
        try goes(.nextFolder, "b/1.flac")
        try goes(.prev, "a/2.flac")
        try goes(.prevFolder, "b/1.flac")
        try goes(.select(track: root.path + "/b/2.flac"), "b/2.flac")
        try goes(.next, "a/1.flac")
        #expect(box.status.track?.list == "a")
        #expect(throws: Problem.self) { try box.carryOut(.select(track: "/none")) }
        #expect(box.status.library?.tracks == 4)
      }
    }
  }

  /// The library may drop the stick before the deck misses it. The place must not be lost.
  @Test func `a stick that returns goes on where it stopped`() throws {
    try Places.withFolder { folder in
      let root = folder.appendingPathComponent("stick")
      let away = folder.appendingPathComponent("away")
      try music(root, ["1.flac", "2.flac", "3.flac"], seconds: 3)
      let box = try box(root)
      try box.runningBeside {
        #expect(waitUntil { box.status.track?.path != nil })
        try FileManager.default.moveItem(at: root, to: away)
        #expect(waitUntil { box.status.library?.sticks.isEmpty == true })
        // The deck plays its buffer to the end.
        #expect(waitUntil { box.deck.lost != nil })
        #expect(!box.status.noMedia)
        #expect(waitUntil { box.status.noMedia })
        let lost = try #require(box.deck.lost)
        #expect(box.status.notices.contains { $0.text.hasPrefix("no media") })
        #expect(!box.status.notices.contains { $0.text.hasPrefix("skipped") })
        try FileManager.default.moveItem(at: away, to: root)
        #expect(waitUntil { !box.status.noMedia })
        if case .file(let path) = lost.item {
          #expect(waitUntil { box.status.track?.path == path })
        } else {
          Issue.record("a file was lost, not \(lost.item)")
        }
        // NEXT, by button or by hand, drops a missing stick for good.
        try FileManager.default.moveItem(at: root, to: away)
        #expect(waitUntil { box.status.noMedia })
        try box.carryOut(.next)
        #expect(waitUntil { box.status.track?.title == "Built-in piece" && !box.status.noMedia })
      }
    }
  }

  @Test func `the played track goes on after a start`() throws {
    try Places.withFolder { folder in
      let root = folder.appendingPathComponent("stick")
      let state = folder.appendingPathComponent("state")
      try music(root, ["1.flac", "2.flac", "3.flac"])
      let first = try box(root, state: state)
      try first.runningBeside {
        #expect(waitUntil { first.status.track?.path != nil })
        try first.carryOut(.select(track: root.path + "/2.flac"))
        #expect(waitUntil { first.status.track?.path?.hasSuffix("2.flac") == true })
        try first.carryOut(.seek(seconds: 12))
        #expect(waitUntil { (first.status.track?.positionSeconds ?? 0) > 12.2 })
      }
      let second = try box(root, state: state)
      try second.runningBeside {
        #expect(waitUntil { second.status.track?.path?.hasSuffix("2.flac") == true })
        #expect(waitUntil { (second.status.track?.positionSeconds ?? 0) > 12 })
      }
    }
  }

  /// Without a sound card the engine has not played yet. Its volume must not be saved.
  @Test(.disabled(if: FileManager.default.fileExists(atPath: "/dev/snd/controlC0"), "this machine has a sound card"))
  func `a start without a card keeps the state`() throws {
    try Places.withFolder { folder in
      let state = folder.appendingPathComponent("state")
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      var before = SavedState()
      before.volume = 0.35
      before.speed = 1.5
      before.paused = true
      before.position = 12
      try StateStore(state.path).save(before)
      var settings = RunSettings()
      settings.camera = .performer("empty")
      settings.isAppliance = true
      settings.stateFolder = state.path
      let box = try Box(settings, log: BootLog(quiet: true))
      let rounds = RoundCount()
      try box.runningBeside(counting: rounds) {
        #expect(waitUntil { box.health.state == .failed })
        #expect(box.health.problems.contains { $0.name == "sound" && $0.reason?.contains("no sound card") == true })
        #expect(rounds.wait(for: 5))
      }
      let after = try #require(StateStore(state.path).load().state)
      #expect(after.volume == 0.35 && after.speed == 1.5 && after.paused && after.position == 12)
    }
  }

  @Test func `an imported film can be played`() throws {
    try Places.withFolder { folder in
      let root = folder.appendingPathComponent("stick")
      let state = folder.appendingPathComponent("state")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      let film = root.appendingPathComponent("song.m4a")
      let made = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=500:duration=3", "-y", film.path])
      #expect(made.status == 0)
      let box = try box(root, state: state)
      try box.runningBeside {
        #expect(waitUntil { box.status.library?.problems == 1 })
        try box.carryOut(.import(path: film.path))
        #expect(waitUntil { box.status.library?.tracks == 1 }, "\(box.status.notices)")
        #expect(waitUntil { box.status.track?.path?.contains("/imports/song") == true })
        try Data("no film".utf8).write(to: root.appendingPathComponent("bad.m4a"))
        try box.carryOut(.import(path: root.path + "/bad.m4a"))
        #expect(waitUntil { box.status.notices.contains { $0.text.contains("bad.m4a failed") } })
        #expect(throws: Problem.self) { try box.carryOut(.import(path: "/none.m4a")) }
      }
    }
  }
}

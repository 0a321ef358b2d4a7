import Foundation
import GestureFlowAPI
import Library
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of two sticks, one with the saved place. They check what waits for it, and a person's choice
/// meanwhile. Folders stand for sticks.
@Suite(.serialized) struct TwoSticksTests {
  private struct Sticks {
    let folder: URL
    var a: URL { folder.appendingPathComponent("A") }
    var b: URL { folder.appendingPathComponent("B") }
    var away: URL { folder.appendingPathComponent("away") }
    var state: URL { folder.appendingPathComponent("state") }

    init(_ folder: URL) throws {
      self.folder = folder
      // Ten minutes are longer than the test. At 8 kHz the files are small.
      let tune = folder.appendingPathComponent("tune.flac")
      Signals.write(Signals.sine(330, seconds: 600, level: 0.2, rate: 8000), to: tune.path, rate: 8000, format: 0x17_0000 | 2)
      for stick in [a, b] {
        try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: true)
        for name in ["1.flac", "2.flac", "3.flac"] { try FileManager.default.copyItem(at: tune, to: stick.appendingPathComponent(name)) }
      }
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    }

    func take(_ stick: URL) throws { try FileManager.default.moveItem(at: stick, to: away) }
    func putBack(_ stick: URL) throws { try FileManager.default.moveItem(at: away, to: stick) }

    func box() throws -> Box { try Box.alone(in: folder, sticks: [a, b], state: state) }

    var saved: SavedState? { StateStore(state.path).load().state }

    /// Saves a place in the middle of A's second track.
    func saveAPlaceOnA() throws {
      var before = SavedState()
      (before.stick, before.track, before.position) = (a.path, "2.flac", 9)
      try StateStore(state.path).save(before)
    }
  }

  @Test func `playing b leaves as place and a back does not seize what a person chose`() throws {
    try Places.withFolder { folder in
      let sticks = try Sticks(folder)
      try sticks.saveAPlaceOnA()
      try sticks.take(sticks.a)
      let box = try sticks.box()
      let chosen = sticks.b.path + "/2.flac"
      try box.runningBeside {
        #expect(waitUntil { box.status.track?.path?.hasPrefix(sticks.b.path) == true && box.status.library?.tracks == 3 })
        try box.carryOut(.select(track: chosen))
        #expect(waitUntil { box.status.track?.path == chosen })
        try sticks.putBack(sticks.a)
        #expect(waitUntil { box.status.library?.tracks == 6 && box.status.track?.count == 6 })
        // The person's choice continues and does not restart.
        let position = box.status.track?.positionSeconds ?? 0
        #expect(waitUntil { (box.status.track?.positionSeconds ?? 0) > position + 0.3 })
        #expect(box.status.track?.path == chosen)
      }
      let saved = try #require(sticks.saved)
      #expect(saved.stick == sticks.b.path && saved.track == "2.flac", "\(saved)")
      #expect(saved.elsewhere.contains(.init(stick: sticks.a.path, track: "2.flac", position: 9)), "A's place is kept: \(saved)")

      // With only A present, the music continues at A's place.
      try sticks.take(sticks.b)
      let next = try sticks.box()
      try next.runningBeside {
        #expect(waitUntil { next.status.track?.path == sticks.a.path + "/2.flac" })
        #expect(waitUntil { (next.status.track?.positionSeconds ?? 0) > 8.9 })
      }
    }
  }

  @Test func `automatic playing does not overwrite the place waited for`() throws {
    try Places.withFolder { folder in
      let sticks = try Sticks(folder)
      try sticks.saveAPlaceOnA()
      try sticks.take(sticks.a)
      let box = try sticks.box()
      try box.runningBeside {
        #expect(waitUntil { box.status.track?.path?.hasPrefix(sticks.b.path) == true })
      }
      let saved = try #require(sticks.saved)
      #expect(saved.stick == sticks.a.path && saved.track == "2.flac" && saved.position == 9, "\(saved)")
      // Without a choice, A continues when it comes.
      let next = try sticks.box()
      try next.runningBeside {
        #expect(waitUntil { next.status.track?.path?.hasPrefix(sticks.b.path) == true })
        try sticks.putBack(sticks.a)
        #expect(waitUntil { next.status.track?.path == sticks.a.path + "/2.flac" })
        #expect(waitUntil { (next.status.track?.positionSeconds ?? 0) > 8.9 })
      }
    }
  }
}

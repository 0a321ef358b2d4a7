import Foundation
import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

/// Title, artist and album pass from tags through the library into the status.
@Suite(.serialized) struct TrackTagsTests {
  @Test func `the status has artist and album of a library track`() throws {
    try Places.withFolder { folder in
      let root = folder.appendingPathComponent("stick")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      TaggedSound.write(root.path + "/1.wav", seconds: 120, title: "A tune", artist: "Musician", album: "Something")
      TaggedSound.write(root.path + "/2.wav", seconds: 120, title: "Another")
      let box = try Box.alone(in: folder, sticks: [root])
      try box.runningBeside {
        #expect(waitUntil { box.status.track?.path?.hasSuffix("/1.wav") == true })
        let track = try #require(box.status.track)
        #expect(track.title == "A tune" && track.artist == "Musician" && track.album == "Something", "\(track)")
        // Clients read them by these names.
        let json = String(decoding: try JSONEncoder().encode(track), as: UTF8.self)
        #expect(json.contains("\"artist\":\"Musician\"") && json.contains("\"album\":\"Something\""), "\(json)")
        // A track without tags reports none; earlier tags are dropped.
        try box.carryOut(.next)
        #expect(waitUntil { box.status.track?.path?.hasSuffix("/2.wav") == true })
        let next = try #require(box.status.track)
        #expect(next.title == "Another" && next.artist == nil && next.album == nil, "\(next)")
      }
    }
  }
}

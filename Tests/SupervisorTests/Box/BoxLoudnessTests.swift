import Foundation
import Supervisor
import TestSupport
import Testing

/// A track's tags, gain and status, tested with a whole box.
@Suite(.serialized) struct BoxLoudnessTests {
  /// Writes a tone with loudness tags in its own chunk. Format: https://id3.org/id3v2.4.0-structure.
  private func write(_ url: URL, _ texts: [(name: String, value: String)]) throws {
    Signals.write(Signals.sine(330, seconds: 60, level: 0.25), to: url.path)
    func size(_ count: Int) -> [UInt8] { [0, 0, UInt8(count >> 7), UInt8(count & 0x7F)] }
    var frames: [UInt8] = []
    for text in texts {
      let body = Array("\u{3}\(text.name)\0\(text.value)".utf8)
      for piece in [Array("TXXX".utf8), size(body.count), [0, 0], body] { frames += piece }
    }
    let tag = [Array("ID3".utf8), [4, 0, 0], size(frames.count), frames].flatMap { $0 }
    var file = try Data(contentsOf: url)
    file.append(contentsOf: Array("id3 ".utf8))
    file.append(contentsOf: [UInt8(tag.count & 0xFF), UInt8(tag.count >> 8), 0, 0])
    file.append(contentsOf: tag)
    try file.write(to: url)
  }

  @Test(arguments: [("track", -12.0, -4.0), ("album", -20, 0), ("off", nil, nil)] as [(String, Double?, Double?)])
  func `the status says with which gain a track plays`(mode: String, level: Double?, gain: Double?) throws {
    try Places.withFolder { (folder: URL) throws in
      let stick = folder.appendingPathComponent("stick")
      try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: false)
      // Without a peak tag the gain does not raise the album.
      try write(stick.appendingPathComponent("a.wav"), [("REPLAYGAIN_TRACK_GAIN", "-6 dB"), ("REPLAYGAIN_ALBUM_GAIN", "+2 dB")])
      let box = try Box.alone(in: folder, sticks: [stick], more: "[player]\nloudness = \"\(mode)\"\n")
      try box.runningBeside {
        #expect(waitUntil { box.status.track?.path?.hasSuffix("a.wav") == true })
        let track = try #require(box.status.track)
        #expect(track.loudnessLUFS == level && track.gainDB == gain, "\(track)")
      }
    }
  }
}

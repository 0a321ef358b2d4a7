import CSndFile
import Foundation
import Sound
import TestSupport
import Testing

/// Tests of joined Ogg files, which play whole. If the pieces do not make one sound, the first piece plays, and the
/// box reports it.
@Suite struct ChainedOggTests {
  private func end(_ path: String) throws -> SoundFile {
    let file = try SoundFile(path)
    var chunk = [Float](repeating: 0, count: 8192)
    while chunk.withUnsafeMutableBufferPointer({ file.read($0.baseAddress!, count: 4096) }) == 4096 {}
    return file
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS]) func `nothing is said of pieces that all play`(coding: Int) throws {
    try Places.withFolder { folder in
      let paths = ["a", "b", "both"].map { folder.path + "/\($0).ogg" }
      for path in paths[..<2] { Signals.write(Signals.sine(440, seconds: 1), to: path, format: SF_FORMAT_OGG | coding) }
      let pieces = try paths[..<2].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      // Each piece has its own random serial number, drawn by the writer.
      #expect(pieces[0][14..<18] != pieces[1][14..<18])
      try (pieces[0] + pieces[1]).write(to: URL(fileURLWithPath: paths[2]))
      #expect(try end(paths[0]).loss == nil)
      let both = try end(paths[2])
      #expect(both.length == 96_000 && both.loss == nil && both.earlyEnd == nil)
    }
  }

  @Test func `the deck says once that only the first piece plays`() throws {
    try Places.withFolder { folder in
      let paths = ["a", "b"].map { folder.path + "/\($0).ogg" }
      for (path, rate) in zip(paths, [48_000, 44_100]) {
        Signals.write(Signals.sine(440, seconds: 1), to: path, rate: rate, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS)
      }
      let pieces = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      try (pieces[0] + pieces[1]).write(to: URL(fileURLWithPath: paths[0]))
      let offline = OfflineRenderer(Playlist(files: [paths[0]]))
      offline.render(until: 5) { _ in }
      let reason = "it is several pieces in one file, of which the first plays: convert it to FLAC"
      #expect(offline.deck.problems.map(\.reason) == [reason])
    }
  }
}

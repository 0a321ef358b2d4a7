import Foundation
import Library
import TestSupport
import Testing

/// Tests of the order of a folder's tracks.
@Suite struct FolderOrderTests {
  private struct Song {
    var name: String
    var number: String?
    var disc: String?
    var album = "Album"
  }

  /// Writes a FLAC file with comments. libsndfile writes none, so they are inserted.
  private func write(_ song: Song, to folder: URL) throws {
    let url = folder.appendingPathComponent(song.name)
    let plain = folder.appendingPathComponent("plain.flac")
    try Music.write(plain, seconds: 0.02)
    let sound = try Data(contentsOf: plain)
    try FileManager.default.removeItem(at: plain)
    var lines = ["ALBUM=" + song.album]
    if let number = song.number { lines.append("TRACKNUMBER=" + number) }
    if let disc = song.disc { lines.append("DISCNUMBER=" + disc) }
    func little(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(value >> $0 & 0xFF) } }
    let body = little(0) + little(lines.count) + lines.flatMap { little($0.utf8.count) + Array($0.utf8) }
    let block = [4, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    // After the marker and the stream's block.
    try (sound.prefix(42) + Data(block) + sound.dropFirst(42)).write(to: url)
  }

  private func order(_ songs: [Song]) throws -> [String] {
    try Places.withFolder { folder in
      for song in songs { try write(song, to: folder) }
      let index = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: folder.path, index: index).run()
      let lists = MusicList.lists(of: "S", root: folder.path, tracks: try index.tracks(of: "S"), playlists: [])
      return try #require(lists.first).tracks.map(\.relative)
    }
  }

  @Test func `numbers of discs and tracks order names that have none`() throws {
    let songs = [
      Song(name: "a.flac", number: "2/3"), Song(name: "b.flac", number: "10"), Song(name: "99 balloons.flac", number: "1"),
      Song(name: "c.flac", number: "1", disc: "2"),
    ]
    #expect(try order(songs) == ["99 balloons.flac", "a.flac", "b.flac", "c.flac"])
  }

  @Test func `names that all have a number keep their order`() throws {
    #expect(try order([Song(name: "1 a.flac", number: "2"), Song(name: "2 b.flac", number: "1")]) == ["1 a.flac", "2 b.flac"])
  }

  @Test func `numbers that tell no order change nothing`() throws {
    let missing = [Song(name: "a.flac", number: "2"), Song(name: "b.flac")]
    #expect(try order(missing) == ["a.flac", "b.flac"])
    let equal = [Song(name: "a.flac", number: "2"), Song(name: "b.flac", number: "1"), Song(name: "c.flac", number: "1", disc: "1")]
    #expect(try order(equal) == ["a.flac", "b.flac", "c.flac"])
    let singles = [Song(name: "a.flac", number: "2", album: "X"), Song(name: "b.flac", number: "1", album: "Y")]
    #expect(try order(singles) == ["a.flac", "b.flac"])
  }
}

import Foundation
import Library
import TestSupport
import Testing

/// Tests that a known stick costs little at each start.
@Suite struct KnownStickTests {
  /// Returns the index entry of a skipped file.
  private func line(_ relative: String) -> IndexedTrack {
    var pass = ScanPass(stick: "S", root: "/nowhere", access: StickAccess(), known: KnownFiles()) { _ in false }
    pass.keep(LibraryIssue(relative: relative, reason: "x"))
    return pass.takeBatch()[0]
  }

  @Test func `a stick that has not changed is read without a write`() throws {
    try Places.withFolder { root in
      let index = try LibraryIndex(nil)
      let album = root.appendingPathComponent("album")
      try FileManager.default.createDirectory(at: album, withIntermediateDirectories: true)
      for number in 0..<5 { try Music.write(album.appendingPathComponent("\(number).wav"), seconds: 0.02) }
      try Data("no music".utf8).write(to: root.appendingPathComponent("text.wav"))
      let list = root.appendingPathComponent("x.m3u8")
      try Data("album/1.wav\nalbum/0.wav\ngone.wav\n".utf8).write(to: list)
      func scan() throws { #expect(try StickScanner(stick: "S", root: root.path, index: index).run().isComplete) }
      try scan()
      let first = try index.changes()
      #expect(first > 0)
      try scan()
      #expect(try index.changes() == first)
      // The same tracks in another order are another list.
      try Data("album/0.wav\nalbum/1.wav\n".utf8).write(to: list)
      try scan()
      #expect(try index.changes() > first)
      #expect(try index.playlists(of: "S").map(\.tracks) == [["album/0.wav", "album/1.wav"]])
    }
  }

  @Test func `every field of a track comes back from the index`() throws {
    let index = try LibraryIndex(nil)
    let bare = line("a/b.wav")
    var track = bare
    (track.problem, track.size, track.modified, track.artist, track.album) = (nil, 1 << 40, -5, "artist", "album")
    (track.length, track.rate, track.channels, track.number, track.disc) = (0.1, 44_100, 6, 7, 2)
    (track.partOf, track.partStart, track.partEnd) = ("a/b.flac", 588, 1176)
    try index.save([track])
    #expect(try index.tracks(of: "S") == [track])
    // A new field must be in the row, too.
    track.problem = "p"
    for field in Mirror(reflecting: track).children {
      let mirror = Mirror(reflecting: field.value)
      #expect(mirror.displayStyle != .optional || !mirror.children.isEmpty, "\(field.label ?? "") is not tried here")
    }
    try index.save([track])
    #expect(try index.file("a/b.wav", of: "S") == track, "a row of the same path is replaced")
    try index.save([bare])
    #expect(try index.file("a/b.wav", of: "S") == bare, "nothing is left of a field that is not there")
  }

  @Test func `a title is the name without its ending`() {
    for (name, title) in [
      ("a/b/01 Song.wav", "01 Song"), ("Song", "Song"), ("x/Mr. A.B.flac", "Mr. A.B"), ("x/.wav", ".wav"), ("x/a.", "a."),
      ("Ü/é\u{301}.mp3", "é\u{301}"),
    ] {
      let line = line(name)
      #expect(line.title == title && line.relative == name, "\(line)")
      #expect(name.hasPrefix(line.folder))
    }
  }

  @Test func `kinds go by what stands behind the last point`() {
    #expect(FileKind(name: "a.b.MP3") == .sound && FileKind(name: "mp3") == .unknown && FileKind(name: "a.") == .unknown)
    #expect(FileKind(name: "é.flac") == .sound && FileKind(name: "a.txt.") == .unknown && FileKind(name: "a. mp3") == .unknown)
  }

  @Test func `keys have the count of a number's digits in front`() {
    #expect(NaturalOrder.key("Track 10b") == "track 0#10b" && NaturalOrder.key("007") == "0\"7")
    #expect(NaturalOrder.key("0") == "0!" && NaturalOrder.key("a0b00") == "a0!b0!" && NaturalOrder.key("") == "")
    // A combining mark does not end a number. A suffix in another alphabet does not change the order before it.
    #expect(NaturalOrder.key("1\u{301}2") == NaturalOrder.key("12"))
    for text in ["1 a 22", "x007y", "9", "A-B_c (3)"] { #expect(NaturalOrder.key(text + "я") == NaturalOrder.key(text) + "я") }
  }
}

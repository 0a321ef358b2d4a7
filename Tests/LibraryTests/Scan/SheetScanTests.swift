import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Tests of a stick with cue sheets, whose tracks replace the files.
@Suite struct SheetScanTests {
  private struct Stick {
    let root: URL
    let index: LibraryIndex

    init(_ root: URL) throws {
      self.root = root
      index = try LibraryIndex(nil)
    }

    func music(_ name: String, seconds: Double = 3) throws {
      let url = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Music.write(url, seconds: seconds, rate: 8000, channels: 1)
    }

    /// Writes a sheet whose tracks begin at these places.
    func sheet(_ name: String, of file: String, _ places: [String], titles: String = "T") throws {
      var text = "PERFORMER \"The Band\"\nTITLE \"The Album\"\nFILE \"\(file)\" WAVE\n"
      for (at, place) in places.enumerated() { text += "TRACK \(at + 1) AUDIO\nTITLE \"\(titles)\(at + 1)\"\nINDEX 01 \(place)\n" }
      try Data(text.utf8).write(to: root.appendingPathComponent(name))
    }

    @discardableResult func scan(_ access: StickAccess = StickAccess(), onProgress: () -> Void = {}) throws -> StickScanner.Outcome {
      try StickScanner(stick: "S", root: root.path, index: index, access: access).run(onProgress: onProgress)
    }

    func lists() throws -> [MusicList] {
      MusicList.lists(
        of: "S", root: root.path, tracks: try index.tracks(of: "S"), playlists: try index.playlists(of: "S"),
        stems: try index.stemFiles(of: "S"))
    }

    /// Returns the names of the tracks of the first list.
    func tracks() throws -> [String] { try lists().first?.tracks.map(\.relative) ?? [] }
    func problems() throws -> [String] { try index.problems(of: "S").map { "\($0.relative): \($0.reason)" } }
  }

  @Test func `the tracks of a disc take the place of its file`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      for name in ["al/a intro.wav", "al/disc.flac", "al/z outro.wav", "b/other.wav"] { try stick.music(name) }
      try stick.sheet("al/disc.cue", of: "disc.wav", ["00:00:30", "00:01:00", "00:02:37"])
      try stick.sheet("b/other.cue", of: "OTHER.WAV", ["00:00:00", "00:01:01"], titles: "Other ")
      let outcome = try stick.scan()
      #expect(outcome.isComplete && outcome.tracks == 7 && outcome.problems == 0)
      let lists = try stick.lists()
      #expect(lists.map(\.name) == ["al", "b"])
      #expect(
        lists[0].tracks.map(\.relative) == [
          "al/a intro.wav", "al/disc.flac/track001", "al/disc.flac/track002", "al/disc.flac/track003", "al/z outro.wav",
        ])
      let (first, last) = (lists[0].tracks[1], lists[0].tracks[3])
      #expect(first.path == root.path + "/al/disc.flac/track001" && first.artist == "The Band" && first.album == "The Album")
      #expect(first.part == TrackPart(file: root.path + "/al/disc.flac", title: "T1", start: 30, end: 75))
      #expect(last.part == TrackPart(file: root.path + "/al/disc.flac", title: "T3", start: 187, end: nil))
      #expect(lists[1].tracks.map { $0.part?.title } == ["Other 1", "Other 2"])
      let known = try stick.index.search(["album"], sticks: ["S"], limit: 10)
      #expect(known.map(\.title) == ["T1", "T2", "T3", "Other 1", "Other 2"] && known.map(\.number) == [1, 2, 3, 1, 2])
      let seconds = known.prefix(3).map { (($0.length ?? 0) * 75).rounded() }
      #expect(seconds == [45, 112, 38])
      #expect(try stick.index.search(["disc.flac"], sticks: ["S"], limit: 10).count == 3, "the file itself is not listed")
      #expect(try stick.index.count(of: "S").tracks == 7)
    }
  }

  @Test func `a file is never listed whole before its tracks are`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      for number in 1...20 {
        try stick.music("\(number)/disc.wav", seconds: 2)
        try stick.sheet("\(number)/disc.cue", of: "disc.wav", ["00:00:00", "00:01:00"])
      }
      var seen = 0
      try stick.scan {
        let all = (try? stick.lists().flatMap(\.tracks)) ?? []
        #expect(all.allSatisfy { $0.part != nil })
        seen = max(seen, all.count)
      }
      #expect(seen == 40)
      let albums = try stick.lists().map { $0.tracks.count }
      #expect(albums == Array(repeating: 2, count: 20))
    }
  }

  @Test func `a second scan reads nothing, and follows what has changed`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      try stick.music("disc.flac")
      try stick.sheet("disc.cue", of: "disc.flac", ["00:00:00", "00:01:00", "00:02:00"])
      let places = ["disc.flac/track001", "disc.flac/track002", "disc.flac/track003"]
      #expect(try stick.scan().tracks == 3)
      let lists = try stick.lists()
      let writes = try stick.index.changes()
      let again = try stick.scan()
      #expect(again.read == 0 && again.tracks == 3)
      #expect(try stick.index.changes() == writes, "nor does it write")
      #expect(try stick.lists() == lists && stick.tracks() == places)
      try stick.sheet("disc.cue", of: "disc.flac", ["00:00:00", "00:01:00"], titles: "New ")
      try stick.scan()
      #expect(try stick.lists().first?.tracks.map { $0.part?.title } == ["New 1", "New 2"])
      // Another file has the old name, so the last track ends elsewhere.
      try stick.music("disc.flac", seconds: 9)
      #expect(try stick.scan().read == 1)
      let length = try stick.index.search(["New 2"], sticks: ["S"], limit: 1).first?.length ?? 0
      #expect(abs(length - 8) < 0.01)
      try FileManager.default.removeItem(at: root.appendingPathComponent("disc.cue"))
      #expect(try stick.scan().tracks == 1)
      #expect(try stick.tracks() == ["disc.flac"])
    }
  }

  @Test func `a fault of a sheet is reported, and its sound plays`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      for name in ["1/disc.wav", "2/disc.wav", "3/disc.wav", "4/disc.wav", "5/disc.wav"] { try stick.music(name) }
      try stick.sheet("1/disc.cue", of: "disc.wav", ["00:00:00", "00:01:00", "00:03:00", "99:00:00"])
      try stick.sheet("2/disc.cue", of: "disc.wav", ["00:03:00", "00:04:00"])
      try stick.sheet("3/lost.cue", of: "gone.wav", ["00:00:00", "00:01:00"])
      try stick.sheet("4/a.cue", of: "disc.wav", ["00:00:00", "00:01:00"])
      try stick.sheet("4/b.cue", of: "disc.wav", ["00:00:00", "00:02:00"])
      try stick.sheet("5/disc.cue", of: "disc.wav", ["00:00:00", "00:01:00", "00:00:50"])
      #expect(try stick.scan().tracks == 8)
      let lists = try stick.lists()
      #expect(lists.map(\.tracks.count) == [2, 1, 1, 2, 2])
      #expect(lists[0].tracks.last?.part?.end == nil && lists[4].tracks.last?.part?.end == nil)
      let told = [
        "1/disc.cue: line 12 lies after the end of its file: correct its time; line 15 lies after the end of its file: correct its time",
        "2/disc.cue: line 6 lies after the end of its file: correct its time; line 9 lies after the end of its file: correct its time; its file plays as a whole",
        "4/b.cue: its file plays as the tracks of '4/a.cue' already: remove one of the two",
        "5/disc.cue: line 12 does not start after the track before it: correct its time",
      ]
      #expect(try stick.problems() == [told[0], told[1], "3/lost.cue: line 3 names a track that is not on the stick", told[2], told[3]])
      // The next scan reports the same.
      #expect(try stick.scan().problems == 5)
      #expect(try stick.lists() == lists && stick.problems().count == 5)
    }
  }

  @Test func `a sheet may name a file in another folder`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      try stick.music("z/disc.wav")
      try stick.music("plain.wav")
      try stick.sheet("a.cue", of: "Z\\Disc.wav", ["00:00:00", "00:01:00"])
      #expect(try stick.scan().tracks == 3)
      #expect(try stick.lists().map { $0.tracks.map(\.relative) } == [["plain.wav"], ["z/disc.wav/track001", "z/disc.wav/track002"]])
    }
  }

  @Test func `a sheet with a file for each track is a list, of files that play`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      for name in ["01 a.wav", "02 b.wav"] { try stick.music(name) }
      try Data("no music".utf8).write(to: root.appendingPathComponent("03 c.wav"))
      let text = ["01 A.wav", "02 b.flac", "03 C.wav"].enumerated().map {
        "FILE \"\($1)\" WAVE\n TRACK \($0 + 1) AUDIO\n INDEX 01 00:00:00\n"
      }
      try Data(text.joined().utf8).write(to: root.appendingPathComponent("x.CUE"))
      #expect(try stick.scan().tracks == 2)
      #expect(try stick.lists().map { $0.tracks.map(\.relative) } == [["01 a.wav", "02 b.wav"], ["01 a.wav", "02 b.wav"]])
      #expect(try stick.problems().contains("x.CUE: line 7 names a track that is not on the stick"))
    }
  }

  @Test func `a playlist that names the file or a track plays it`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      try stick.music("disc.wav")
      try stick.sheet("disc.cue", of: "disc.wav", ["00:00:00", "00:01:00"])
      try Data("disc.wav\ndisc.wav/track002\n".utf8).write(to: root.appendingPathComponent("x.m3u8"))
      try stick.scan()
      let lists = try stick.lists()
      #expect(lists.map(\.name) == ["", "x.m3u8"] && lists[0].tracks.count == 2)
      #expect(lists[1].tracks.map { $0.part?.title } == [nil, "T2"])
    }
  }

  @Test func `a sheet that cannot be read for the moment keeps its tracks`() throws {
    try Places.withFolder { root in
      let stick = try Stick(root)
      try stick.music("disc.wav")
      try stick.sheet("disc.cue", of: "disc.wav", ["00:00:00", "00:01:00"])
      try stick.scan()
      let lists = try stick.lists()
      let access = StickAccess(openFile: { $0.hasSuffix(".cue") ? (-1, EIO) : StickAccess.systemFile($0) })
      #expect(try stick.scan(access).isComplete)
      #expect(try stick.lists() == lists && stick.problems().count == 1)
      try stick.scan()
      #expect(try stick.lists() == lists && stick.problems().isEmpty)
    }
  }
}

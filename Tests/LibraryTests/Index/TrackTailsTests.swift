import Foundation
import GestureFlowAPI
import Library
import Synchronization
import TestSupport
import Testing

extension TrackTails {
  /// Makes tails of the test's tracks.
  convenience init(_ tracks: [String]) {
    self.init(
      { body throws(Failure) in
        for (row, path) in tracks.enumerated() where !body(Int64(row), path) { return }
      }, paths: { rows throws(Failure) in rows.map { tracks[Int($0)] } })
  }
}

/// Tests of absolute paths of other systems: the track of each, and the cost of the search.
@Suite struct TrackTailsTests {
  private func tracks(_ text: String, _ relative: String, _ tracks: [String]) -> [String] {
    let tails = TrackTails(tracks)
    let isTrack = { Set(tracks).contains($0) }
    return PlaylistReader.read(Array(text.utf8), relative: relative, isTrack: isTrack, tail: { tails.find($0, in: $1, isTrack: isTrack) })
      .tracks
  }

  @Test func `a name that several albums have means no track without its folder`() {
    let album = ["A/01 Intro.mp3", "A/02 Song.mp3", "B/01 Intro.mp3"]
    #expect(tracks("C:\\Rips\\C\\01 Intro.mp3", "A/list.m3u", album).isEmpty, "the list's own folder is another album")
    #expect(tracks("/home/jo/01 Intro.mp3", "list.m3u", album + ["01 Intro.mp3"]).isEmpty)
    #expect(tracks("C:\\Rips\\B\\01 Intro.mp3", "A/list.m3u", album) == ["B/01 Intro.mp3"])
    #expect(tracks("C:\\Rips\\C\\02 Song.mp3", "list.m3u", album) == ["A/02 Song.mp3"], "one track alone has this name")
    #expect(tracks("02 Song.mp3", "B/list.m3u", album).isEmpty, "a relative path means what it says")
  }

  @Test func `the very path comes before any tail`() {
    let found = tracks("/A/x.wav\nfile:///A/x.wav\n", "B/list.m3u", ["A/x.wav", "B/A/x.wav", "C/A/x.wav"])
    #expect(found == ["A/x.wav", "A/x.wav"])
  }

  @Test func `of equal tails the one beside the list comes first and then the one in the root`() {
    let all = ["A/x.wav", "B/A/x.wav", "C/A/x.wav", "C/D/A/x.wav"]
    #expect(tracks("E:\\Z\\A\\x.wav", "B/list.m3u", all) == ["B/A/x.wav"])
    #expect(tracks("E:\\Z\\A\\x.wav", "list.m3u", all) == ["A/x.wav"])
    #expect(tracks("E:\\Z\\D\\A\\x.wav", "B/list.m3u", all) == ["C/D/A/x.wav"], "a longer tail comes before one beside the list")
    #expect(tracks("E:\\Z\\A\\x.wav", "list.m3u", ["B/A/x.wav", "C/A/x.wav"]).isEmpty, "it is not clear which is meant")
    #expect(tracks("E:\\Z\\A\\x.wav", "list.m3u", ["Q/R/A/x.wav", "A/y.wav"]) == ["Q/R/A/x.wav"], "it may lie anywhere")
  }

  @Test func `other letters count where only one fits`() {
    #expect(tracks("E:\\Z\\MUSIC\\X.WAV", "list.m3u", ["A/Music/x.wav"]) == ["A/Music/x.wav"])
    #expect(tracks("E:\\Z\\Music\\x.wav", "list.m3u", ["A/music/x.wav", "B/Music/x.wav"]) == ["B/Music/x.wav"])
    #expect(tracks("E:\\Z\\MUSIC\\x.wav", "list.m3u", ["A/music/x.wav", "B/Music/x.wav"]).isEmpty)
    #expect(tracks("E:\\Z\\M\u{F6}\\x.wav", "list.m3u", ["A/Mo\u{308}/x.wav"]).map { Array($0.utf8) } == [Array("A/Mo\u{308}/x.wav".utf8)])
  }

  @Test func `a sheet of another system finds the music in its new format`() {
    let sheet = "FILE \"C:\\Rips\\A\\01.wav\" WAVE\n TRACK 01 AUDIO\nFILE \"C:\\Rips\\A\\02.wav\" WAVE\n TRACK 02 AUDIO\n"
    #expect(tracks(sheet, "x.cue", ["M/A/01.flac", "M/A/02.flac", "M/B/01.flac"]) == ["M/A/01.flac", "M/A/02.flac"])
  }

  /// A list of another machine has thousands of files in deep folders. Hardly one is on the stick.
  @Test func `foreign entries cost a few lookups each whatever their depth`() {
    let folders = [String](repeating: "f", count: 30).joined(separator: "/")
    let albums = (0..<2000).flatMap { ["\($0)/CD1/01.mp3", "\($0)/CD1/02.mp3"] }
    for (name, most) in [("none.mp3", 3), ("01.mp3", 4), ("CD1/01.mp3", 8)] {
      let tails = TrackTails(albums)
      var calls = 0
      let text = (0..<PlaylistReader.maxEntries + 2000).map { "/\(folders)/\($0)/\(name)\n" }.joined()
      let list = PlaylistReader.read(
        Array(text.utf8), relative: "x.m3u8",
        isTrack: { _ in
          calls += 1
          return false
        },
        alike: { _ in
          calls += 1
          return nil
        }, tail: { tails.find($0, in: $1) { _ in true } })
      // If a tail fits, the double replaces the track with its first place beside the list.
      #expect(list.tracks.isEmpty || name == "CD1/01.mp3")
      #expect(calls + tails.lookups <= PlaylistReader.maxEntries * most, "\(name): \(calls) and \(tails.lookups)")
      #expect(tails.comparisons == 0)
      #expect(list.issues.first?.reason == "the playlist has more than 10000 entries; the rest is left out")
    }
  }

  @Test func `few tracks with one tail are compared and many are not`() {
    func cost(_ count: Int) -> Int {
      let all = (0..<count).map { "\($0)/CD1/01.mp3" }
      let tails = TrackTails(all)
      #expect(tails.find("home/CD1/01.mp3", in: "", isTrack: { $0.hasSuffix("CD1/01.mp3") && $0 != "CD1/01.mp3" }) == nil)
      return tails.comparisons
    }
    #expect(cost(TrackTails.mostAlike) == TrackTails.mostAlike && cost(TrackTails.mostAlike + 1) == 0)
  }

  @Test func `a list ends where its scan is cancelled`() {
    var asked = 0
    let list = PlaylistReader.read(
      Array(String(repeating: "/a/b.mp3\n", count: 500).utf8), relative: "x.m3u8", isTrack: { _ in false },
      isCancelled: {
        asked += 1
        return asked > 20
      })
    #expect(list.wasCancelled && asked == 21)
    #expect(list.issues.count == 20)
    // The search stops reading the stick's tracks, too.
    var read = 0
    let tails = TrackTails(
      { body throws(Failure) in
        for row in 0..<1000 {
          read += 1
          if !body(Int64(row), "\(row).mp3") { return }
        }
      }, paths: { _ throws(Failure) in [] }, isCancelled: { read >= 10 })
    #expect(tails.find("x/500.mp3", in: "", isTrack: { _ in true }) == nil && read == 10)
  }

  /// A partly read list must not replace the index's entry. It is not a problem of the stick.
  @Test func `a scan that is cancelled in a list keeps the list of before`() throws {
    try Places.withFolder { root in
      let index = try LibraryIndex(nil)
      try Music.write(root.appendingPathComponent("a.wav"), seconds: 0.02)
      let list = root.appendingPathComponent("x.m3u8")
      try Data("a.wav\n".utf8).write(to: list)
      #expect(try StickScanner(stick: "S", root: root.path, index: index).run().isComplete)
      try Data(("a.wav\n" + String(repeating: "/x/gone.wav\n", count: 100)).utf8).write(to: list)
      let scan = Mutex<StickScanner?>(nil)
      let access = StickAccess(openFile: { path in
        if path.hasSuffix("x.m3u8") { scan.withLock { $0 }?.cancel() }
        return StickAccess.systemFile(path)
      })
      let scanner = StickScanner(stick: "S", root: root.path, index: index, access: access)
      scan.withLock { $0 = scanner }
      #expect(try scanner.run().isComplete == false)
      #expect(try index.playlists(of: "S").map(\.tracks) == [["a.wav"]])
      #expect(try index.problems(of: "S").isEmpty)
    }
  }
}

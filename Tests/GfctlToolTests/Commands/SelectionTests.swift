import Foundation
import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of the choice of tracks and sets by title, number or part of the path.
@Suite struct SelectionTests {
  private static let tracks = [
    Candidate(number: 1, title: "Moon River", artist: "Ann", path: "/stick/a/01 moon.flac"),
    Candidate(number: 2, title: "Moon River Two", artist: "Bob", path: "/stick/a/02.flac"),
    Candidate(number: 3, title: "99", artist: nil, path: "/stick/b/03.flac"),
    Candidate(number: 4, title: "Sun", artist: "Ann", path: "/stick/b/04.flac"),
  ]

  @Test(arguments: [
    ("4", 4), ("moon river", 1), ("SUN", 4), ("river two", 2), ("99", 3), ("/stick/a/02.flac", 2), ("b/04", 4), ("bob moon", 2),
    ("ann sun", 4),
  ])
  func `one track is found`(text: String, number: Int) {
    #expect(Selection.choose(text, of: Self.tracks) == .one(Self.tracks[number - 1]))
  }

  @Test func `several are candidates with their numbers`() {
    #expect(Selection.choose("moon", of: Self.tracks) == .several([Self.tracks[0], Self.tracks[1]]))
    #expect(Selection.choose("/stick/b", of: Self.tracks) == .several([Self.tracks[2], Self.tracks[3]]))
    #expect(Self.tracks[0].line == "   1  Moon River - Ann  /stick/a/01 moon.flac")
  }

  @Test(arguments: ["", " ", "5", "0", "-1", "99999999999999999999", "jazz", "\u{1B}"])
  func `nothing is found`(text: String) { #expect(Selection.choose(text, of: Self.tracks) == Selection.none) }

  @Test func `lists are numbered and clean`() {
    let track = LibraryTrack(path: "/s/a\u{1B}.wav", folder: "", title: "A", artist: "B", album: nil, lengthSeconds: 65)
    #expect(LibraryTable.line(of: track, number: 7) == "   7   1:05  A - B  /s/a .wav")
    #expect(LibraryTable.line(of: track, number: nil).hasPrefix("   -   "))
    let set = LibraryStemSet(
      path: "/s/set", folder: "set", name: "First", tempoBPM: 90, metre: .common, key: nil,
      channels: [.init(path: "/s/set/d.wav", name: "drums", bars: 1, gain: 1, lengthSeconds: nil)])
    #expect(LibraryTable.line(of: set, number: 12) == "  12  stems  First (90 BPM): drums 1 bar  /s/set")
  }
}

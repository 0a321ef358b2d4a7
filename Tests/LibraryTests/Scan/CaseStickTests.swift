import Foundation
import Library
import TestSupport
import Testing

/// Tests of a scan of all small files that other players truncate, reject, misname or call damaged.
@Suite(.enabled(if: Places.hasCases, "../shared/cases is not there: the cases are skipped")) struct CaseStickTests {
  private let root = Places.cases.appendingPathComponent("files/stick")
  private let outcome: StickScanner.Outcome
  private let tracks: [String: IndexedTrack]
  private let problems: [String: String]
  private let playlists: [String: [String]]

  init() throws {
    let index = try LibraryIndex(nil)
    outcome = try StickScanner(stick: "S", root: root.path, index: index).run()
    tracks = Dictionary(uniqueKeysWithValues: try index.tracks(of: "S").map { ($0.relative, $0) })
    problems = Dictionary(uniqueKeysWithValues: try index.problems(of: "S").map { ($0.relative, $0.reason) })
    playlists = Dictionary(uniqueKeysWithValues: try index.playlists(of: "S").map { ($0.relative, $0.tracks) })
  }

  @Test func `every file that the decoders read is a track of its whole length`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.prefix(1) < "H" || $0.hasPrefix("H4 ") }
    #expect(names.count == 22 && outcome.isComplete)
    for name in names {
      let length = try #require(tracks[name]?.length, "\(name): \(problems[name] ?? "it is not in the index")")
      if name.hasSuffix(".mp3") { #expect((5.9...8).contains(length), "\(name) has \(length) s") }
      #expect(length > 0 && problems[name] == nil)
    }
    let joined = try #require(tracks["E1 two links.ogg"]?.length)
    #expect(abs(joined - 4) < 0.05, "both links count")
  }

  @Test func `a file without a decoder is offered for import by the name of its kind`() {
    let kinds = [
      ("H1 32 bit.flac", "FLAC of 32 bit"), ("H2 ogg flac.oga", "Ogg FLAC"),
      ("H3 theora and vorbis.ogg", "Ogg with a film or an unusual coding"),
    ]
    for (name, kind) in kinds {
      // Another version of libsndfile may play it.
      if tracks[name] != nil {
        #expect(problems[name] == nil)
        continue
      }
      #expect(outcome.importable.contains { $0.relative == name }, "\(name)")
      #expect(problems[name]?.hasPrefix("it is \(kind), which cannot be played as it is: it must be imported") == true, "\(name)")
    }
  }

  @Test func `tags are read in each place and encoding`() throws {
    let places = ["G1 info latin1.wav", "G2 id3v1 latin1.mp3", "G3 id3 chunk.aiff", "G4 id3 chunk.wav", "G5 ape only.mp3"]
    for name in places {
      let track = try #require(tracks[name], "\(name)")
      #expect(track.title == "Für Élise" && track.artist == "Mötley Crüe", "\(name): \(track)")
    }
    #expect(tracks["G2 id3v1 latin1.mp3"]?.album == "Façade" && tracks["G2 id3v1 latin1.mp3"]?.number == 7)
  }

  @Test func `a list of any program gives its tracks`() throws {
    let plain = "Music/01 Plain.wav"
    let right = [
      "vlc percent.m3u8": [plain, "Music/Für Elise.wav"], "file uri.m3u8": [plain, plain], "cp1252.m3u": ["Music/It’s time – now.wav"],
      "utf16.m3u": [plain], "nfc.m3u8": ["Music/Moto\u{308}rhead.wav"], "drive letter.m3u8": [plain], "absolute.m3u8": [plain, plain],
      "winamp.pls": [plain],
    ]
    // Swift treats canonically equivalent texts as equal, so the bytes are compared.
    func bytes(_ paths: [String]) -> [[UInt8]] { paths.map { Array($0.utf8) } }
    for (name, paths) in right {
      let found = try #require(playlists["Lists/" + name], "\(name)")
      #expect(bytes(found) == bytes(paths) && problems["Lists/" + name] == nil, "\(name): \(found)")
    }
    let nested = "Lists/nested.m3u8"
    #expect(playlists[nested] == nil && problems[nested] == "line 1 names another playlist: write the tracks themselves")
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path + "/Lists").map { "Lists/" + $0 }
    #expect(Set(names) == Set(right.keys.map { "Lists/" + $0 } + [nested]), "every list is checked")
  }
}

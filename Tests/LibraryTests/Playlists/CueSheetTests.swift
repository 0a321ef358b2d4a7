import Foundation
import Library
import TestSupport
import Testing

/// Tests of cue sheets whose tracks are parts of files, valid and wrong ones.
@Suite struct CueSheetTests {
  private let files: Set<String> = ["Music/disc.flac", "Music/Side A.wav", "Music/Side B.wav", "Music/01.wav", "Music/02.wav"]

  private func read(_ bytes: some Collection<UInt8>, _ relative: String = "Music/x.cue") -> PlaylistContents {
    let tails = TrackTails(files.sorted())
    return PlaylistReader.read(
      bytes, relative: relative, isTrack: { files.contains($0) },
      alike: { path in files.first { $0.lowercased() == path.lowercased() } },
      tail: { tails.find($0, in: $1) { files.contains($0) } })
  }

  private func read(_ lines: [String], _ relative: String = "Music/x.cue") -> PlaylistContents {
    read(Array(lines.joined(separator: "\r\n").utf8), relative)
  }

  /// Reads a sheet of one file with these lines after it.
  private func disc(_ lines: String...) -> PlaylistContents { read(["FILE \"disc.flac\" WAVE"] + lines) }

  /// Returns titles and starts, in 1/75 s.
  private func heads(_ list: PlaylistContents) -> [String] {
    list.cuts.flatMap { cut in cut.tracks.map { "\($0.title ?? "-") \($0.start)" } }
  }

  @Test func `titles, performers, numbers and places are read`() throws {
    let list = read([
      "REM GENRE Rock", "REM DATE 1973", "CATALOG 0724352973927", "PERFORMER \"The Band\"", "TITLE \"The \"Best\" Of\"",
      "file disc.flac wave", "  TRACK 01 AUDIO", "    TITLE \"One\"", "    FLAGS DCP", "    ISRC GBAYE7300001", "    INDEX 01 00:00:33",
      "  TRACK 02 AUDIO", "\tTITLE\t\"Two\u{202E}\"", "    PERFORMER \"A Guest\"", "    PREGAP 00:02:00", "    INDEX 00 03:58:70",
      "    INDEX 01 04:00:74", "    INDEX 02 05:00:00", "  TRACK 03 AUDIO", "    INDEX 1 99999:59:00", "    TITLE Three",
    ])
    let cut = try #require(list.cuts.first)
    #expect(list.cuts.count == 1 && list.tracks.isEmpty && list.issues.isEmpty)
    #expect(cut.relative == "Music/disc.flac" && cut.album == "The \"Best\" Of")
    #expect(cut.tracks.map(\.title) == ["One", "Two", "Three"])
    #expect(cut.tracks.map(\.performer) == ["The Band", "A Guest", "The Band"])
    #expect(cut.tracks.map(\.number) == [1, 2, 3])
    #expect(cut.tracks.map(\.start) == [33, 240 * 75 + 74, (99_999 * 60 + 59) * 75])
    #expect(cut.tracks.map(\.place) == ["line 11", "line 17", "line 20"])
  }

  @Test func `a sheet is read in the encodings of other systems`() throws {
    let text =
      "FILE \"disc.flac\" WAVE\r\nTRACK 01 AUDIO\r\nTITLE \"Für É\"\r\nINDEX 01 00:00:00\r\nTRACK 02 AUDIO\r\nINDEX 01 00:01:00\r\n"
    let windows = try Array(#require(text.data(using: .windowsCP1252)))
    let little: [UInt8] = try [0xFF, 0xFE] + #require(text.data(using: .utf16LittleEndian))
    let big: [UInt8] = try [0xFE, 0xFF] + #require(text.data(using: .utf16BigEndian))
    for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + text.utf8, windows, little, big] {
      #expect(heads(read(bytes)) == ["Für É 0", "- 75"])
    }
  }

  @Test func `a track that is wrong is reported and left out`() {
    let one = "TRACK 01 AUDIO\nINDEX 01 00:00:00"
    let last = "TRACK 09 AUDIO\nINDEX 01 01:00:00"
    func told(_ lines: String) -> (heads: [String], issue: String?) {
      let list = read(Array("FILE disc.flac WAVE\n\(one)\nTRACK 02 AUDIO\n\(lines)\n\(last)".utf8))
      return (heads(list), list.issues.count == 1 ? list.issues[0].reason : "\(list.issues.map(\.reason))")
    }
    let unreadable = "line 5 has a time that cannot be read: write minutes:seconds:frames"
    let cases: [(lines: String, issue: String)] = [
      ("INDEX 00 00:10:00", "the track of line 4 has no INDEX 01: add the place at which it begins"),
      ("TITLE x", "the track of line 4 has no INDEX 01: add the place at which it begins"),
      ("INDEX", "the track of line 4 has no INDEX 01: add the place at which it begins"),
      ("INDEX 01", "the track of line 4 has no INDEX 01: add the place at which it begins"),
      ("INDEX 99999999999999999999 00:10:00", "the track of line 4 has no INDEX 01: add the place at which it begins"),
      ("INDEX 01 00:00:00", "line 5 does not start after the track before it: correct its time"),
      ("INDEX 01 10", unreadable), ("INDEX 01 00:10", unreadable), ("INDEX 01 00:10:00:00", unreadable),
      ("INDEX 01 00:60:00", unreadable), ("INDEX 01 00:00:75", unreadable), ("INDEX 01 -1:00:00", unreadable),
      ("INDEX 01 +1:00:00", unreadable), ("INDEX 01 ::", unreadable), ("INDEX 01 00:٣:00", unreadable),
      ("INDEX 01 99999999999999999999:00:00", unreadable), ("INDEX 01 00:00:9223372036854775807", unreadable),
    ]
    for (lines, issue) in cases {
      let (heads, reason) = told(lines)
      #expect(heads == ["- 0", "- 4500"], "\(lines)")
      #expect(reason == issue, "\(lines)")
    }
    let falling = disc(one, "TRACK 02 AUDIO", "INDEX 01 00:50:00", "TRACK 03 AUDIO", "INDEX 01 00:20:00", last)
    #expect(heads(falling) == ["- 0", "- 3750", "- 4500"])
    #expect(falling.issues.map(\.reason) == ["line 7 does not start after the track before it: correct its time"])
  }

  @Test func `a sheet without two good tracks leaves its file whole`() {
    let list = disc("TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "TRACK 03 AUDIO")
    #expect(list.cuts.isEmpty && list.tracks.isEmpty && list.issues.count == 3 && list.moreIssues == 0)
    #expect(list.issues.last?.reason == "its file plays as a whole")
    let lonely = disc("TRACK 01 AUDIO", "INDEX 01 00:02:00")
    #expect(lonely.tracks == ["Music/disc.flac"] && lonely.cuts.isEmpty && lonely.issues.isEmpty)
    let outside = read([
      "TRACK 01 AUDIO", "INDEX 01 00:00:00", "INDEX 01 00:00:00", "TITLE x", "FILE", "FILE \"", "TRACK", "INDEX 01 00:00:01",
    ])
    #expect(outside.cuts.isEmpty && outside.tracks.isEmpty)
  }

  @Test func `data tracks are passed over, and absurd numbers are dropped`() {
    let list = disc(
      "TRACK 01 MODE1/2352", "TITLE game", "INDEX 01 00:00:00", "TRACK 99999999999999999999 AUDIO", "INDEX 01 01:00:00",
      "TRACK -3 AUDIO", "INDEX 01 02:00:00", "TRACK", "INDEX 01 03:00:00")
    #expect(heads(list) == ["- 4500", "- 9000"] && list.cuts.first?.tracks.allSatisfy { $0.number == nil } == true)
  }

  @Test func `many tracks are read up to a limit`() {
    func sheet(_ count: Int) -> PlaylistContents {
      read(["FILE disc.flac WAVE"] + (0..<count).flatMap { ["TRACK \($0 + 1) AUDIO", "INDEX 01 \($0):00:00"] })
    }
    let hundred = sheet(150)
    #expect(hundred.cuts.first?.tracks.count == 150 && hundred.issues.isEmpty)
    let most = sheet(1200)
    #expect(most.cuts.first?.tracks.count == 999)
    #expect(most.issues.map(\.reason) == ["line 2001 comes after track 999: the rest plays as the end of that one"])
    let bad = read(["FILE disc.flac WAVE"] + (0..<50_000).map { "TRACK \($0) AUDIO" })
    #expect(bad.issues.count == PlaylistReader.maxIssues && bad.moreIssues == 50_000 - PlaylistReader.maxIssues + 1)
  }

  @Test func `several files are cut where they hold several tracks`() {
    let sides = read([
      "FILE \"Side A.wav\" WAVE", "TRACK 01 AUDIO", "TITLE a", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "TITLE b", "INDEX 01 01:00:00",
      "FILE \"Side B.wav\" WAVE", "TRACK 03 AUDIO", "TITLE c", "INDEX 01 00:00:00", "TRACK 04 AUDIO", "TITLE d", "INDEX 01 02:00:00",
    ])
    #expect(sides.cuts.map(\.relative) == ["Music/Side A.wav", "Music/Side B.wav"] && sides.issues.isEmpty)
    #expect(heads(sides) == ["a 0", "b 4500", "c 0", "d 9000"] && sides.tracks.isEmpty)
    // A track's gap may be at the end of the previous file.
    let gaps = read([
      "FILE 01.wav WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 00 03:00:00", "FILE 02.wav WAVE",
      "INDEX 01 00:00:00",
    ])
    #expect(gaps.tracks == ["Music/01.wav", "Music/02.wav"] && gaps.cuts.isEmpty && gaps.issues.isEmpty)
    // Some programs name the file before each track.
    let again = disc("TRACK 01 AUDIO", "INDEX 01 00:00:00", "FILE \"disc.flac\" WAVE", "TRACK 02 AUDIO", "INDEX 01 01:00:00")
    #expect(heads(again) == ["- 0", "- 4500"] && again.issues.isEmpty)
  }

  @Test(arguments: ["disc.wav", "DISC.FLAC", "Disc.WAV", "..\\music\\disc.ape", "/mnt/rips/Music/disc.flac"])
  func `a file that was encoded, renamed or moved is found`(_ name: String) {
    let list = read(["FILE \"\(name)\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 01 01:00:00"])
    #expect(list.cuts.map(\.relative) == ["Music/disc.flac"] && list.issues.isEmpty)
  }

  @Test func `a sheet that was renamed with its file is read, and a missing file is reported`() {
    let tracks = ["TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 01 01:00:00"]
    for name in ["Music/disc.cue", "Music/disc.flac.cue"] {
      #expect(read(["FILE \"CDImage.wav\" WAVE"] + tracks, name).cuts.map(\.relative) == ["Music/disc.flac"])
    }
    let missing = read(["FILE \"CDImage.wav\" WAVE"] + tracks)
    #expect(missing.cuts.isEmpty && missing.issues.map(\.reason) == ["line 1 names a track that is not on the stick"])
  }

  @Test func `mutated sheets are read within their limits`() {
    let seed =
      "PERFORMER \"x\"\r\nTITLE \"y\"\r\nFILE \"disc.flac\" WAVE\r\n"
      + (1...9).map { "TRACK 0\($0) AUDIO\r\nTITLE \"t\"\r\nINDEX 00 0\($0):00:00\r\nINDEX 01 0\($0):02:00\r\n" }.joined()
    var random = SplitMix(75)
    for _ in 0..<(Ring.isLong ? 10_000 : 300) {
      var data = Data(seed.utf8)
      if random.next() % 4 == 0 { data = Data([0xFF, 0xFE]) + (seed.data(using: .utf16LittleEndian) ?? data) }
      let list = read(Music.mutate(data, &random))
      for cut in list.cuts {
        let starts = cut.tracks.map(\.start)
        #expect(starts.count > 1 && starts.count < 10 && starts[0] >= 0 && zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
      }
      #expect(list.cuts.isEmpty || list.tracks.isEmpty)
    }
  }

  @Test func `sound before the first track is a track, a pause is not`() throws {
    var pass = ScanPass(stick: "S", root: "/nowhere", access: StickAccess(), known: KnownFiles()) { _ in false }
    pass.keep(LibraryIssue(relative: "Music/disc.flac", reason: "x"))
    let file = try #require(pass.takeBatch().first)
    let sheet = FoundFile(relative: "Music/x.cue", name: "x.cue", size: 1, modified: 1)
    for (first, starts) in [(0, [0, 9000]), (750, [750, 9000]), (751, [0, 751, 9000])] {
      let time = String(format: "00:%02d:%02d", first / 75, first % 75)
      let list = disc("TRACK 01 AUDIO", "INDEX 01 \(time)", "TRACK 02 AUDIO", "INDEX 01 02:00:00")
      let cut = try #require(list.cuts.first)
      let lines = cut.lines(of: file, sheet) { Issue.record("\($0)") }
      let ends: [Int?] = starts.dropFirst().map { $0 } + [nil]
      #expect(lines.map(\.partStart) == starts && lines.map(\.partEnd) == ends)
      #expect(lines.map(\.relative) == starts.indices.map { "Music/disc.flac/track00\($0 + 1)" })
    }
  }
}

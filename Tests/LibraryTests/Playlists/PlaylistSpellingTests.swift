import Foundation
import Library
import TestSupport
import Testing

/// Tests of playlists as other programs and systems write them.
@Suite struct PlaylistSpellingTests {
  private let tracks: Set<String> = [
    "Music/01 Plain.wav", "Music/Für Elise.wav", "Music/It’s time – now.wav", "Music/100%25.wav", "top.wav",
  ]

  private func read(_ bytes: some Collection<UInt8>, _ relative: String = "Lists/x.m3u8") -> PlaylistContents {
    let tails = TrackTails(tracks.sorted())
    return PlaylistReader.read(
      bytes, relative: relative, isTrack: { tracks.contains($0) }, tail: { tails.find($0, in: $1) { tracks.contains($0) } })
  }

  private func read(_ text: String, _ relative: String = "Lists/x.m3u8") -> PlaylistContents { read(Array(text.utf8), relative) }

  @Test func `percent signs are decoded, and a name that has them comes first`() {
    let list = read("../Music/01%20Plain.wav\n../Music/F%C3%BCr%20Elise.wav\n../Music/F%FCr%20Elise.wav\n../Music/100%25.wav\n%00\n%\n%2")
    #expect(list.tracks == ["Music/01 Plain.wav", "Music/Für Elise.wav", "Music/Für Elise.wav", "Music/100%25.wav"])
    #expect(list.issues.count == 3)
  }

  @Test(arguments: [
    "file:///media/jo/STICK/Music/01%20Plain.wav", "file:///Music/01%20Plain.wav", "FILE://localhost/Music/01 Plain.wav",
    "file:///E:/Music/01%20Plain.wav", "file://E:/Music/01%20Plain.wav", "file:/Music/01%20Plain.wav", "E:\\Music\\01 Plain.wav",
    "e:/Music/01 Plain.wav", "\\\\server\\share\\Music\\01 Plain.wav", "/media/jo/STICK/Music/01 Plain.wav",
    "/Volumes/STICK/./Music/../Music/01 Plain.wav", "..\\Music\\01 Plain.wav",
  ])
  func `paths of other systems find the longest tail that is a track`(_ entry: String) {
    let list = read("#EXTM3U\r\n\(entry)\r\n")
    #expect(list.tracks == ["Music/01 Plain.wav"] && list.issues.isEmpty)
  }

  @Test func `addresses on the network and paths out of the stick are refused`() {
    let list = read("http://x/top.wav\nsmb://server/top.wav\n../../top.wav\nfile:///../top.wav\n/../top.wav\nother.m3u8\n")
    #expect(list.tracks.isEmpty)
    #expect(list.issues.map { $0.reason.contains("network address") } == [true, true, false, false, false, false])
    #expect(list.issues[2...4].allSatisfy { $0.reason.contains("out of the stick") })
    #expect(list.issues[5].reason == "line 6 names another playlist: write the tracks themselves")
  }

  @Test func `bytes that are not UTF-8 are CP1252`() {
    var bytes = Array("../Music/It".utf8) + [0x92]
    bytes += Array("s time ".utf8) + [0x96]
    bytes += Array(" now.wav\r\n".utf8)
    #expect(read(bytes, "Lists/cp1252.m3u").tracks == ["Music/It’s time – now.wav"])
  }

  @Test func `UTF-16 is read by its mark`() throws {
    let text = "#EXTM3U\r\n../Music/01 Plain.wav\r\n../Music/Für Elise.wav\r\n"
    for order in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let mark: [UInt8] = order == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
      let bytes = try mark + #require(text.data(using: order))
      #expect(read(bytes).tracks == ["Music/01 Plain.wav", "Music/Für Elise.wav"])
      #expect(read(bytes + [0x41]).tracks.count == 2, "half a letter at the end is nothing")
    }
    #expect(read([0xFF, 0xFE] as [UInt8]) == PlaylistContents())
    #expect(read([0xFF, 0xFE, 0x00, 0xD8, 0x0A, 0x00] as [UInt8]).issues.count == 1, "half a pair is one strange letter")
  }

  @Test func `PLS is read by the numbers of its entries`() {
    let text =
      "[playlist]\r\nfile2=..\\top.wav\r\nTitle1=x\r\nFile1=..\\Music\\01 Plain.wav\r\nFileX=a\r\nFile9=\r\nNumberOfEntries=2\r\nVersion=2\r\n"
    let list = read(text, "Lists/winamp.pls")
    #expect(list.tracks == ["Music/01 Plain.wav", "top.wav"] && list.issues.isEmpty)
    #expect(read(text, "Lists/winamp.m3u").tracks == list.tracks, "its first line tells the form, too")
    let many = (0...PlaylistReader.maxEntries).map { "File\($0)=../top.wav\n" }.joined()
    #expect(read(many, "Lists/many.pls").issues.map(\.reason) == ["the playlist has more than 10000 entries; the rest is left out"])
  }

  @Test func `XSPF is read with entities, remarks and raw data`() {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><location>http://of.the/list</location>
      <!-- <track><location>no.wav</location></track> -->
      <trackList><track><title>a &lt; b</title><location>../Music/01%20Plain.wav</location><location>http://other/place</location></track>
      <x:track><x:location> ../Music/F&#xFC;r&#32;Elise.wav
      </x:location></x:track><track><location><![CDATA[../top.wav]]></location></track>
      <track><location/></track><track><title>none</title></track><track><location>a&amp;b &quot;&apos;&bad;&#0;.wav</location></track></trackList></playlist>
      """
    let list = read(text, "Lists/x.xspf")
    #expect(list.tracks == ["Music/01 Plain.wav", "Music/Für Elise.wav", "top.wav"])
    #expect(list.issues.map(\.reason) == ["entry 6 names a track that is not on the stick"])
    let long = "<track><location>\(String(repeating: "x", count: 5000))</location></track>"
    #expect(read(long, "x.xspf").issues.map(\.reason) == ["entry 1 is longer than 4096 bytes"])
  }

  @Test func `a cue sheet with a file for each track is a list`() {
    let text =
      "REM x\nFILE \"../Music/01 Plain.wav\" WAVE\n  TRACK 01 AUDIO\nFILE \"..\\top.aiff\" WAVE\n  TRACK 02 AUDIO\nFILE ../top.wav WAVE\n"
    let list = read(text, "Lists/album.cue")
    #expect(list.tracks == ["Music/01 Plain.wav", "top.wav", "top.wav"], "the music may have become another format since")
    let one = read("FILE \"../top.wav\" WAVE\n TRACK 01 AUDIO\n INDEX 01 00:00:00\n TRACK 02 AUDIO\n", "Lists/album.cue")
    #expect(one.tracks.isEmpty && one.issues.map(\.reason).last?.contains("plays as a whole") == true)
  }

  @Test func `a name in other bytes or capitals is found where only one fits`() throws {
    try Places.withFolder { root in
      let names = [
        "Music/Moto\u{308}rhead.wav", "Music/Song.WAV", "Music/Two.wav", "Music/TWO.wav", "Music/\u{E9}.wav", "Music/E\u{301}.wav",
      ]
      for name in names {
        let url = root.appendingPathComponent("stick/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let path = root.path + "/stick/" + name
        Signals.write([Float](repeating: 0.1, count: 200), to: path)
      }
      let text = "MUSIC/Mot\u{F6}rhead.wav\nmusic/song.wav\nmusic/two.wav\nMusic/Two.wav\nmusic/e\u{301}.wav\nC:\\MUSIC\\song.wav\n"
      try Data(text.utf8).write(to: root.appendingPathComponent("stick/x.m3u8"))
      let index = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: root.path + "/stick", index: index).run()
      let list = try #require(index.playlists(of: "S").first)
      // Swift treats canonically equivalent texts as equal, so the bytes are compared.
      #expect(
        list.tracks.map { Array($0.utf8) } == [names[0], names[1], names[2], names[1]].map { Array($0.utf8) },
        "two that differ from the entry in capitals alone are not one")
      let reason = try index.problems(of: "S").first?.reason
      #expect(reason == "line 3 names a track that is not on the stick; line 5 names a track that is not on the stick")
    }
  }

  /// Lists of strangers, damaged in every place. Each is read within its limits.
  @Test func `mutated lists are read within their limits`() {
    let seeds: [(name: String, text: String)] = [
      ("a.m3u8", "#EXTM3U\r\nfile:///E:/Music/01%20Plain.wav\n..\\Music\\F%FCr.wav\n/media/jo/x.wav\n"),
      ("a.pls", "[playlist]\nFile1=a.wav\nFile2=..\\b.wav\nNumberOfEntries=2\n"),
      ("a.xspf", "<a><!-- x --><track><location>a&amp;b<![CDATA[c]]>&#x41;</location></track></a>"),
      ("a.cue", "FILE \"a b.wav\" WAVE\n TRACK 01 AUDIO\nFILE b.wav WAVE\n"),
    ]
    var random = SplitMix(32)
    for _ in 0..<(Ring.isLong ? 10_000 : 300) {
      let seed = seeds[Int(random.next() % UInt64(seeds.count))]
      var data = Data(seed.text.utf8)
      if random.next() % 4 == 0 { data = Data([0xFF, 0xFE]) + (seed.text.data(using: .utf16LittleEndian) ?? data) }
      let list = PlaylistReader.read(Music.mutate(data, &random), relative: "Lists/" + seed.name)
      #expect(list.tracks.allSatisfy { !$0.isEmpty && !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") })
      #expect(list.tracks.count <= 60 && list.issues.count <= PlaylistReader.maxIssues)
    }
  }
}

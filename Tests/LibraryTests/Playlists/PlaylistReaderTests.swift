import Foundation
import Library
import TestSupport
import Testing

@Suite struct PlaylistReaderTests {
  @Test func `playlists stay on the stick`() {
    let text =
      "\u{FEFF}#EXTM3U\r\n#EXTINF:1,A\r\nsongs/a.wav\r\n../b.flac\r\n..\\..\\..\\etc\\passwd\r\nhttp://x/y.mp3\r\n/abs/c.ogg\r\n./d.opus\r\n"
    let list = PlaylistReader.read(Data(text.utf8), relative: "lists/best.m3u8")
    #expect(list.tracks == ["lists/songs/a.wav", "b.flac", "abs/c.ogg", "lists/d.opus"])
    #expect(list.issues.count == 2)
    #expect(list.issues[0].reason.contains("line 5") && list.issues[1].reason.contains("network"))
    #expect(PlaylistReader.read(Data(count: 5 << 20), relative: "x.m3u8").issues.count == 1)
  }

  @Test func `old playlists are latin 1 and lines may end as they like`() {
    let list = PlaylistReader.read([0x46, 0xFC, 0x72, 0x2E, 0x77, 0x0D, 0x62, 0x0A, 0x0A, 0x63] as [UInt8], relative: "x.m3u")
    #expect(list.tracks == ["Für.w", "b", "c"] && list.issues.isEmpty)
  }

  /// A sparse file can have any length: 20 GB of zeros are made at once. The reader must reject it as fast.
  @Test func `a sparse file is refused before it is read`() throws {
    try Places.withFolder { root in
      let path = root.path + "/huge.m3u8"
      let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      #expect(ftruncate(descriptor, 20 << 30) == 0)
      close(descriptor)
      let list = PlaylistReader.read(file: path, relative: "huge.m3u8") { _ in true }
      #expect(list.tracks.isEmpty && list.issues.map(\.reason) == ["the playlist is larger than 4 MB"])
    }
  }

  /// Kernel files report length 0 and deliver without end. The reader counts received bytes, not the reported
  /// length.
  @Test func `a file that is longer than it says is cut off`() {
    let list = PlaylistReader.read(file: "/dev/zero", relative: "zero.m3u8") { _ in true }
    #expect(list.tracks.isEmpty && list.issues.map(\.reason) == ["the playlist is larger than 4 MB"])
  }

  @Test func `reasons are limited and counted`() {
    let outside = PlaylistReader.read(Data(String(repeating: "../../x\n", count: 50_000).utf8), relative: "a/x.m3u8")
    #expect(outside.issues.count == PlaylistReader.maxIssues && outside.moreIssues == 9901, "entries that are not tracks count, too")
    #expect(
      outside.summary
        == "the playlist has more than 10000 entries; the rest is left out; line 1 points out of the stick; line 2 points out of the stick (and 9998 more)"
    )
    let entries = PlaylistReader.read(Data(String(repeating: "x\n", count: 20_000).utf8), relative: "x.m3u8")
    #expect(entries.tracks.count == PlaylistReader.maxEntries && entries.issues.count == 1)
    let line = PlaylistReader.read(Data((String(repeating: "x", count: 5000) + "\ny\n").utf8), relative: "x.m3u8")
    #expect(line.tracks == ["y"] && line.issues.first?.reason.contains("line 1 is longer") == true)
    #expect(PlaylistReader.read(Data(String(repeating: "\n", count: 200_000).utf8), relative: "x.m3u8") == PlaylistContents())
  }

  @Test func `entries that are not tracks are reported`() throws {
    try Places.withFolder { root in
      try Data("a.wav\nnone.wav\nA film.mp4\n".utf8).write(to: root.appendingPathComponent("x.m3u8"))
      let list = PlaylistReader.read(file: root.path + "/x.m3u8", relative: "x.m3u8") { $0 == "a.wav" }
      #expect(list.tracks == ["a.wav"])
      #expect(list.issues.map(\.reason) == [2, 3].map { "line \($0) names a track that is not on the stick" })
    }
  }

  @Test func `a file that cannot be read says whether anything is known`() {
    let none = PlaylistReader.read(file: "/nowhere/x.m3u8", relative: "x.m3u8") { _ in true }
    #expect(none.trouble == nil && none.issues.count == 1)
    let access = StickAccess(openFile: { _ in (descriptor: -1, code: EMFILE) })
    let unknown = PlaylistReader.read(file: "/nowhere/x.m3u8", relative: "x.m3u8", access) { _ in true }
    #expect(unknown.trouble == EMFILE)
    // The kernel returns EIO for reads of a process's first page of memory.
    #expect(PlaylistReader.read(file: "/proc/self/mem", relative: "x.m3u8") { _ in true }.trouble == EIO)
  }
}

import Library
import Testing

@Suite struct FileKindTests {
  @Test func `kinds of files by name`() {
    #expect(FileKind(name: "A.WAV") == .sound && FileKind(name: "b.Opus") == .sound)
    #expect(FileKind(name: "b.mp2") == .sound && FileKind(name: "b.MPA") == .sound)
    #expect(FileKind(name: "c.m4a") == .importable && FileKind(name: "film.mkv") == .importable)
    #expect(FileKind(name: "d.txt") == .other && FileKind(name: ".hidden.mp3") == .other)
    if case .junk = FileKind(name: "._song.mp3") {} else { Issue.record("macOS's resource files are junk") }
  }
}

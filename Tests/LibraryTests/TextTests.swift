import Foundation
import GestureFlowAPI
import Library
import TestSupport
import Testing

@Suite struct TextTests {
  @Test func numbersSortAsNumbers() {
    let names = ["10 z", "2 b", "1 a", "Track 100", "track 20", "Track 3", "a", "B", "01 x", "é"]
    #expect(names.sorted(by: NaturalOrder.precedes) == ["1 a", "01 x", "2 b", "10 z", "a", "B", "Track 3", "track 20", "Track 100", "é"])
    let digits = String(repeating: "9", count: 300)
    #expect(NaturalOrder.precedes("2", digits))
  }

  @Test func mountsAreFoundBelowTheirRoot() {
    let table = """
      22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
      90 22 8:17 / /media/gestureflow/MY\\040STICK ro,nosuid - vfat /dev/sdb1 ro
      91 22 8:33 / /media/gestureflow/x ro - exfat /dev/sdc ro
      92 22 8:33 / /media/other ro - exfat /dev/sdd ro
      nonsense
      """
    let mounts = MountTable.mounts(below: "/media/gestureflow", table: table)
    #expect(
      mounts == [
        Mount(path: "/media/gestureflow/MY STICK", device: "/dev/sdb1", kind: "vfat"),
        Mount(path: "/media/gestureflow/x", device: "/dev/sdc", kind: "exfat"),
      ])
  }

  /// Found in the lab: a mount table of more than a page was cut after the first piece.
  @Test func aFileThatComesInPiecesIsReadToItsEnd() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("fifo").path
      #expect(mkfifo(path, 0o600) == 0)
      let thread = Thread {
        let descriptor = open(path, O_WRONLY)
        for piece in ["one ", "two ", "three"] {
          _ = piece.withCString { write(descriptor, $0, strlen($0)) }
          usleep(30_000)
        }
        close(descriptor)
      }
      thread.start()
      #expect(KernelFile.text(path) == "one two three")
      #expect(KernelFile.text(path + "-none") == nil)
      #expect(KernelFile.text("/proc/self/status")?.contains("VmRSS:") == true)
    }
  }

  @Test func playlistsStayOnTheStick() {
    let text =
      "\u{FEFF}#EXTM3U\r\n#EXTINF:1,A\r\nsongs/a.wav\r\n../b.flac\r\n..\\..\\..\\etc\\passwd\r\nhttp://x/y.mp3\r\n/abs/c.ogg\r\n./d.opus\r\n"
    let list = PlaylistReader.read(Data(text.utf8), relative: "lists/best.m3u8")
    #expect(list.tracks == ["lists/songs/a.wav", "b.flac", "abs/c.ogg", "lists/d.opus"])
    #expect(list.issues.count == 2)
    #expect(list.issues[0].reason.contains("line 5") && list.issues[1].reason.contains("network"))
    #expect(PlaylistReader.read(Data(count: 5 << 20), relative: "x.m3u8").issues.count == 1)
  }

  @Test func kindsOfFilesByName() {
    #expect(FileKind(name: "A.WAV") == .sound && FileKind(name: "b.Opus") == .sound)
    #expect(FileKind(name: "c.m4a") == .importable && FileKind(name: "film.mkv") == .importable)
    #expect(FileKind(name: "d.txt") == .other && FileKind(name: ".hidden.mp3") == .other)
    if case .junk = FileKind(name: "._song.mp3") {} else { Issue.record("macOS's resource files are junk") }
  }
}

import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of the text output of `gfctl capture`.
@Suite struct CaptureTableTests {
  private let captures = [
    Capture(name: "2026-11-21 1.flac", bytes: 5_000_000, modifiedSeconds: 100, open: false),
    Capture(name: "2026-11-22 1.flac", bytes: 7_250_000, modifiedSeconds: 300, open: false),
    Capture(name: "2026-11-22 2.flac", bytes: 1000, modifiedSeconds: 400, open: true),
  ]

  @Test func `a line names a capture and its length`() {
    #expect(CaptureTable.line(captures[1]) == "2026-11-22 1.flac       7.2 MB" || CaptureTable.line(captures[1]).hasSuffix("7.3 MB"))
    #expect(CaptureTable.line(captures[2]).hasSuffix("is being written"))
  }

  @Test func `the newest that is whole is meant without a name`() throws {
    let newest = try CaptureTable.choose(nil, captures)
    #expect(newest == captures[1])
    let named = try CaptureTable.choose("2026-11-21 1", captures)
    #expect(named == captures[0])
    for name in ["2026-11-22 2", "none"] {
      #expect(throws: (any Error).self) { _ = try CaptureTable.choose(name, captures) }
    }
    #expect(throws: (any Error).self) { _ = try CaptureTable.choose(nil, []) }
  }

  @Test func `the status says what is kept and why not`() {
    let nothing = CaptureTable.line(CaptureStatus(state: .off, freeMB: 900))
    #expect(nothing?.text == nil)
    let on = CaptureTable.line(CaptureStatus(state: .on, name: "2026-11-22 1.flac", seconds: 65, bytes: 5_000_000, freeMB: 900))
    #expect(on?.text == "2026-11-22 1.flac   1:05   5.0 MB   900 MB free" && on?.isTrouble == false)
    let slow = CaptureTable.line(CaptureStatus(state: .on, name: "a", dropped: 3))
    #expect(slow?.text.contains("3 blocks are silence") == true && slow?.isTrouble == true)
    let ended = CaptureTable.line(CaptureStatus(state: .off, problem: "the disk\u{1B} is full"))
    #expect(ended?.text.contains("is full") == true && ended?.text.contains("\u{1B}") == false && ended?.isTrouble == true)
  }

  /// The server at the socket must not choose the path of a written file.
  @Test func `a name that leads elsewhere is not a file`() throws {
    let name = try CaptureTable.file(captures[0])
    #expect(name == "2026-11-21 1.flac")
    for name in ["../x.flac", "/etc/x.flac", ".x.flac", "x.sh", "a\u{1B}[2J.flac"] {
      let capture = Capture(name: name, bytes: 1, modifiedSeconds: 0, open: false)
      #expect(throws: (any Error).self, "\(name)") { _ = try CaptureTable.file(capture) }
    }
  }
}

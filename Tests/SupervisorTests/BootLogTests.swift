import Supervisor
import Testing

@Suite struct BootLogTests {
  /// Notices hold names of files: none of them writes a line of its own into the journal or a command into a terminal.
  @Test func aNoticeIsOneCleanLine() {
    let log = BootLog(quiet: true)
    log.notice("skipped /media/a\n[ OK ] camera\u{1B}[2J.wav")
    log.part("sound", .fail, "a\u{2028}b")
    log.part("camera", .ok, "works")
    log.notice(String(repeating: "long ", count: 1000))
    #expect(log.lastNotices.map(\.text).prefix(2) == ["skipped /media/a [ OK ] camera [2J.wav", "sound: a b"])
    #expect(log.lastNotices.count == 3 && log.lastNotices.allSatisfy { $0.text.count <= 1000 })
  }

  @Test func theLastTenAreKept() {
    let log = BootLog(quiet: true)
    for number in 1...12 { log.notice("\(number)") }
    #expect(log.lastNotices.map(\.text) == (3...12).map { "\($0)" })
  }
}

import GestureFlowAPI
import Realtime
import Testing

@Suite struct BootLogTests {
  /// Notices contain file names. A name must not write its own journal line or a terminal command.
  @Test func `a notice is one clean line`() {
    let log = BootLog(quiet: true)
    log.notice("skipped /media/a\n[ OK ] camera\u{1B}[2J.wav")
    log.part("sound", .fail, "a\u{2028}b")
    log.part("camera", .ok, "works")
    log.tell("this is not a notice")
    log.notice(String(repeating: "long ", count: 1000))
    #expect(log.lastNotices.map(\.text).prefix(2) == ["skipped /media/a [ OK ] camera [2J.wav", "sound: a b"])
    #expect(log.lastNotices.count == 3 && log.lastNotices.allSatisfy { $0.text.count <= 1000 })
  }

  @Test func `the last ten are kept`() {
    let log = BootLog(quiet: true)
    for number in 1...12 { log.notice("\(number)") }
    #expect(log.lastNotices.map(\.text) == (3...12).map { "\($0)" })
  }

  /// An OSC receiver that comes and goes must not push out other notices.
  @Test func `a notice that comes again is counted and pushes none out`() {
    let log = BootLog(quiet: true)
    log.notice("the state folder is full: make room")
    for _ in 0..<50 {
      log.part("osc", .warn, "no program listens at studio:9000: start the receiver")
      log.notice("OSC goes out to studio:9000 again")
    }
    #expect(log.lastNotices.map(\.count) == [1, 50, 50])
    #expect(log.lastNotices.map(\.text).first == "the state folder is full: make room")
    log.notice("the state folder is full: make room")
    #expect(log.lastNotices.last?.text == "the state folder is full: make room" && log.lastNotices.last?.count == 2)
  }

  @Test func `the last time and the last figures of a notice are reported`() {
    var list = NoticeList()
    for number in 1...3 { list.add("\(number) lines are missing in the session file", at: Double(number)) }
    #expect(list.all == [Notice(atSeconds: 3, text: "3 lines are missing in the session file", count: 3)])
  }

  @Test func `figures of names tell notices apart`() {
    var list = NoticeList()
    let texts = [
      "imported 01 song.m4a", "imported 02 song.m4a", "skipped /media/a/1 x", "skipped /media/a/2 x", "stick 'MUSIC 1' is there",
      "stick 'MUSIC 2' is there", "thread gf-1 is late", "thread gf-2 is late",
    ]
    for text in texts + texts { list.add(text, at: 0) }
    #expect(list.all.map(\.text) == texts && list.all.allSatisfy { $0.count == 2 })
  }
}

import GestureFlowAPI
import Supervisor
import Testing

/// The messages of the supervision loop to the service manager, and their times.
@Suite struct LoopNotifyTests {
  private let gone = Failure("gone", remedy: "put it back")

  @Test func `ready is reported once whatever comes after it`() {
    let library = PartDouble("library", .starting)
    let sound = PartDouble("sound")
    let stand = LoopStand([sound, library, PartDouble("camera", .lost(gone)), PartDouble("tracker", .starting)])
    stand.rounds(at: 100, 100.01)
    #expect(!stand.lines.contains("READY=1"), "neither camera nor library works")
    library.become(.running)
    stand.rounds(at: 100.02)
    #expect(stand.lines.count { $0 == "READY=1" } == 1)
    sound.become(.lost(gone))
    stand.rounds(at: 101)
    sound.become(.running)
    stand.rounds(at: 120, 121, 122)
    #expect(stand.lines.count { $0 == "READY=1" } == 1)
  }

  /// READY does not wait for the slowest component. That holds even when a start blocks the loop's own thread.
  @Test func `ready is reported in the middle of a start`() {
    let sent = Sent()
    let atStart = Sent()
    let tracker = PartDouble("tracker") { sent.messages.forEach(atStart.add) }
    let stand = LoopStand([PartDouble("sound"), PartDouble("library"), tracker], sent: sent)
    stand.rounds(at: 100)
    #expect(atStart.messages.contains { $0.hasPrefix("READY=1") })
    #expect(stand.lines.count { $0 == "READY=1" } == 1)
  }

  @Test func `the status says how the box is and what is heard`() {
    let camera = PartDouble("camera", .starting)
    let stand = LoopStand([PartDouble("sound"), camera])
    stand.box.see { $0.trackTitle = nil }
    stand.rounds(at: 100)
    #expect(stand.lines == ["STATUS=starting: playing nothing"])
    camera.become(.running)
    stand.box.see { ($0.trackTitle, $0.isPaused) = ("Song\nREADY=1", true) }
    stand.rounds(at: 100.1, 100.2)
    #expect(stand.lines.dropFirst() == ["READY=1", "STATUS=healthy: paused Song READY=1"])
    stand.box.see { $0.otherProblems = [PartStatus(name: "settings", state: .degraded, reason: "x", remedy: "y")] }
    stand.rounds(at: 100.3)
    #expect(stand.lines.last == "STATUS=degraded: paused Song READY=1")
  }

  @Test func `the watchdog starves when the audio thread stands still`() {
    let stand = LoopStand([PartDouble("sound"), PartDouble("camera")], watchdog: 4)
    func meals() -> Int { stand.lines.count { $0 == "WATCHDOG=1" } }
    for second in 0..<10 {
      stand.render()
      stand.rounds(at: 100 + 1.1 * Double(second))
    }
    #expect(meals() == 10)
    // The sound hangs with the card open. The loop's own rounds must not feed the watchdog.
    for second in 0..<10 { stand.rounds(at: 120 + 1.1 * Double(second)) }
    #expect(meals() == 10)
    stand.render()
    stand.rounds(at: 140)
    #expect(meals() == 11)
  }

  @Test func `looks for a card that is gone are food too`() {
    let stand = LoopStand([PartDouble("sound"), PartDouble("camera")], watchdog: 4)
    func meals() -> Int { stand.lines.count { $0 == "WATCHDOG=1" } }
    stand.rounds(at: 100, 102, 104)
    #expect(meals() == 1)
    stand.box.see { $0.sinkHealth.looks += 1 }
    stand.rounds(at: 106, 108)
    #expect(meals() == 2)
  }

  /// A sink that failed to start does not have a thread that looks for a card.
  @Test func `a box whose sound has failed is not killed for it`() {
    let sound = PartDouble("sound")
    sound.refuseToStart(gone)
    let stand = LoopStand([sound, PartDouble("camera")], watchdog: 4)
    stand.rounds(at: 100, 102, 104, 106)
    #expect(stand.lines.count { $0 == "WATCHDOG=1" } == 4)
  }

  @Test func `the end is reported before any part is stopped`() {
    let sound = PartDouble("sound")
    let stand = LoopStand([sound, PartDouble("camera")])
    stand.rounds(at: 100)
    stand.loop.beginStop(of: stand.box, at: 101)
    #expect(stand.messages.last == "STOPPING=1\nSTATUS=stopping" && sound.stopCount == 0)
    #expect(stand.loop.health(of: stand.box).state == .stopping)
    stand.loop.stop()
    #expect(sound.stopCount == 1)
  }

  /// Otherwise the manager would take the stop as begun, send no signal, and kill after five seconds.
  @Test func `the manager ends a box that switches the machine off`() {
    let stand = LoopStand([PartDouble("sound"), PartDouble("camera")])
    stand.rounds(at: 100)
    stand.loop.beginStop(of: stand.box, at: 101, powersOff: true)
    #expect(stand.messages.last == "STATUS=stopping" && !stand.lines.contains("STOPPING=1"))
  }
}

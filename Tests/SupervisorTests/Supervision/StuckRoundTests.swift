import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// A round waits for a device. The end does not wait for the round, and the stall is reported.
@Suite struct StuckRoundTests {
  /// A camera whose start blocks until it is released.
  private final class Stuck: Sendable {
    private let (entered, go, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func camera() -> PartDouble {
      PartDouble("camera") { [entered, go] in
        entered.signal()
        go.wait()
      }
    }

    /// Starts a round. It blocks in the camera's start when this returns.
    func begin(_ loop: SupervisionLoop, _ box: BoxDouble) {
      let thread = Thread { [over] in
        loop.round(box, at: 100)
        over.signal()
      }
      thread.start()
      #expect(entered.wait(timeout: .now() + 60) == .success)
    }

    /// Lets the round run to its end.
    func end() {
      go.signal()
      #expect(over.wait(timeout: .now() + 60) == .success)
    }
  }

  private final class Bench: Sendable {
    let box = BoxDouble()
    let sent = Sent()
    let log = BootLog(quiet: true)
    let loop: SupervisionLoop

    init(_ parts: [any Component], folder: String? = nil) {
      loop = SupervisionLoop(
        Supervision(parts), keeping: StateSaver(folder, Configuration(), log: log),
        systemd: Systemd(interval: Deadlines.watchdog) { [sent] in sent.add($0) }, log: log)
    }

    var problem: PartStatus? { loop.health(of: box).problems.first { $0.name == "supervision" } }

    /// Runs polls of the feeder, with rendered blocks in between.
    func look(_ count: Int) {
      for _ in 0..<count {
        box.see { $0.renderedBlocks += 1 }
        #expect(loop.feed(for: box, at: 100))
      }
    }
  }

  @Test func `an end goes its way while a round waits for a device`() throws {
    try Places.withFolder { (folder: URL) throws in
      let stuck = Stuck()
      let laterStarts = Atomic(0)
      let later = PartDouble("tracker") { laterStarts.add(1, ordering: .acquiringAndReleasing) }
      let bench = Bench([PartDouble("sound"), stuck.camera(), later], folder: folder.path)
      stuck.begin(bench.loop, bench.box)
      bench.box.see { $0.volume = 0.7 }
      let before = bench.sent.messages.count
      // The signal's thread does the same.
      bench.loop.beginStop(of: bench.box, at: 200)
      #expect(bench.sent.messages[before...].first == "STOPPING=1\nSTATUS=stopping")
      #expect(StateStore(folder.path).load().state?.volume == 0.7, "what a person set is not lost with the device")
      #expect(bench.loop.feed(for: bench.box, at: 201))
      #expect(bench.sent.messages.last == "WATCHDOG=1\nEXTEND_TIMEOUT_USEC=5000000")
      #expect(bench.loop.health(of: bench.box).state == .stopping)
      stuck.end()
      #expect(laterStarts.load(ordering: .acquiring) == 0, "no part is begun any more")
      // The supervision ends the same way, and its limit counts from the request.
      bench.loop.beginStop(of: bench.box, at: 210)
      bench.loop.stop()
      #expect(bench.sent.lines.count { $0 == "STOPPING=1" } == 1)
      #expect(bench.loop.feed(for: bench.box, at: 199 + Deadlines.whole) && !bench.loop.feed(for: bench.box, at: 201 + Deadlines.whole))
    }
  }

  @Test func `a shutdown is requested once and at once`() {
    let stuck = Stuck()
    let bench = Bench([PartDouble("sound"), stuck.camera()])
    stuck.begin(bench.loop, bench.box)
    var asked = 0
    bench.loop.beginStop(of: bench.box, at: 200, powersOff: true) { asked += 1 }
    #expect(asked == 1 && !bench.sent.lines.contains("STOPPING=1"), "the manager sends its signal later")
    stuck.end()
    bench.loop.beginStop(of: bench.box, at: 210, powersOff: true) { asked += 1 }
    #expect(asked == 1)
  }

  /// At the second signal of a shutdown the library and the deck are already empty.
  @Test func `parts that were stopped leave the state as it was`() throws {
    try Places.withFolder { (folder: URL) throws in
      let bench = Bench([PartDouble("sound")], folder: folder.path)
      bench.box.see { $0.volume = 0.7 }
      bench.loop.beginStop(of: bench.box, at: 200)
      bench.loop.stop()
      bench.box.see { $0.volume = 0.1 }
      var asked = 0
      bench.loop.beginStop(of: bench.box, at: 201, powersOff: true, saves: false) { asked += 1 }
      #expect(StateStore(folder.path).load().state?.volume == 0.7 && asked == 1)
    }
  }

  @Test func `a person may switch off what is ending already`() {
    let bench = Bench([PartDouble("sound")])
    var asked = 0
    bench.loop.beginStop(of: bench.box, at: 200) { asked += 1 }
    #expect(asked == 0)
    bench.loop.beginStop(of: bench.box, at: 201, powersOff: true) { asked += 1 }
    #expect(asked == 1)
  }

  @Test func `a part that is waited for too long is reported once and the watchdog is fed`() {
    let stuck = Stuck()
    let bench = Bench([PartDouble("sound"), stuck.camera()])
    stuck.begin(bench.loop, bench.box)
    let looks = Int((Deadlines.standstill / Deadlines.tick).rounded(.up))
    bench.look(looks - 1)
    #expect(bench.problem == nil)
    bench.look(looks)
    #expect(bench.problem?.reason?.contains("waits for 'camera'") == true && bench.problem?.state == .degraded)
    #expect(bench.log.lastNotices.count { $0.text.hasPrefix("supervision: ") } == 1)
    for second in 1...4 {
      bench.box.see { $0.renderedBlocks += 1 }
      #expect(bench.loop.feed(for: bench.box, at: 100 + 3 * Double(second)))
    }
    #expect(bench.sent.lines.count { $0 == "WATCHDOG=1" } >= 4, "the music plays on, so nothing ends the box")
    stuck.end()
    bench.loop.round(bench.box, at: 200)
    #expect(bench.problem == nil && bench.loop.health(of: bench.box).state == .healthy)
  }

  /// Possible causes: a deadlock in a round, or a supervision that has ended.
  @Test func `missing rounds are reported`() {
    let bench = Bench([PartDouble("sound"), PartDouble("camera")])
    bench.loop.round(bench.box, at: 100)
    bench.look(Int((Deadlines.standstill / Deadlines.tick).rounded(.up)))
    #expect(bench.problem?.reason?.contains("is blocked") == true && bench.problem?.remedy == "restart the box")
  }

  @Test func `regular rounds are never reported`() {
    let bench = Bench([PartDouble("sound"), PartDouble("camera")])
    for second in 0..<200 {
      bench.loop.round(bench.box, at: 100 + Double(second))
      bench.look(2)
    }
    #expect(bench.problem == nil && bench.log.lastNotices.isEmpty)
  }
}

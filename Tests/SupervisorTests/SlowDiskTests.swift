import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The disk blocks, and the box does not wait for it.
@Suite struct SlowDiskTests {
  /// A disk whose fsync blocks until it is released.
  private final class Disk: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let entered = DispatchSemaphore(value: 0)
    private let isOpen = Mutex(false)
    private let count = Mutex(0)

    var syncs: Int { count.withLock { $0 } }
    var calls: AtomicFile.Calls {
      var calls = AtomicFile.Calls()
      calls.sync = { [self] _ in
        count.withLock { $0 += 1 }
        entered.signal()
        if !isOpen.withLock({ $0 }) {
          gate.wait()
          gate.signal()
        }
        return 0
      }
      return calls
    }

    /// Waits until a thread waits for the disk. The limit only ends a hang.
    func isAsked() -> Bool { entered.wait(timeout: .now() + 60) == .success }
    func release() {
      isOpen.withLock { $0 = true }
      gate.signal()
    }
  }

  private func volume(_ volume: Double) -> (inout SavedState) -> Void { { $0.volume = volume } }

  @Test func `a save does not wait for the disk and the newest state wins`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (disk, files) = (Disk(), FileQueue())
      let renames = Mutex(0)
      var calls = disk.calls
      calls.rename = { from, to in
        if to.hasSuffix("/state.json") { renames.withLock { $0 += 1 } }
        return Glibc.rename(from, to)
      }
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), calls: calls) { files.run($0) }
      saver.save(at: 1, volume(0.1))
      #expect(disk.isAsked())
      // The writer blocks in its fsync. Each of these calls must return, or the test hangs.
      for step in 2...9 { saver.save(at: Double(step), volume(Double(step) / 10)) }
      #expect(saver.saved.serial == 0 && !files.wait(0), "nothing is on the disk yet")
      disk.release()
      #expect(files.wait(60))
      #expect(renames.withLock { $0 } == 2, "the first and the newest")
      #expect(saver.saved.volume == 0.9 && saver.saved.serial == 2)
      #expect(StateStore(folder.path).load().state == saver.saved)
    }
  }

  /// Additions to a state are not lost during its write.
  @Test func `a state goes on from the newest one and not from the one on the disk`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (disk, files) = (Disk(), FileQueue())
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), calls: disk.calls) { files.run($0) }
      for step in 1...3 {
        saver.save(at: Double(step)) { $0.elsewhere.append(SavedState.Place(stick: "\(step)", track: "t", position: 0)) }
      }
      disk.release()
      #expect(files.wait(60))
      #expect(saver.saved.elsewhere.map(\.stick) == ["1", "2", "3"])
    }
  }

  @Test func `a disk that fails behind the box is reported and tried again`() throws {
    try Places.withFolder { (folder: URL) throws in
      let fails = Mutex(true)
      var calls = AtomicFile.Calls()
      calls.sync = { descriptor in
        guard fails.withLock({ $0 }) else { return fsync(descriptor) }
        errno = EIO
        return -1
      }
      let files = FileQueue()
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), calls: calls) { files.run($0) }
      for step in 0..<3 {
        saver.save(at: Double(step), volume(0.25))
        #expect(files.wait(60))
      }
      #expect(saver.condition != .running && saver.saved.serial == 0)
      fails.withLock { $0 = false }
      saver.save(at: 9, volume(0.25))
      #expect(files.wait(60))
      #expect(StateStore(folder.path).load().state?.volume == 0.25 && saver.condition == .running)
    }
  }

  @Test func `the watchdog is fed while a round waits for a part`() {
    let (asked, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let camera = PartDouble("camera") {
      asked.signal()
      go.wait()
    }
    let (box, sent, log) = (BoxDouble(), Sent(), BootLog(quiet: true))
    let loop = SupervisionLoop(
      Supervision([PartDouble("sound"), camera]), keeping: StateSaver(nil, Configuration(), log: log),
      systemd: Systemd(interval: 10) { sent.add($0) }, log: log)
    let rounds = Thread { loop.round(box, at: 100) }
    rounds.start()
    #expect(asked.wait(timeout: .now() + 60) == .success)
    // The round blocks in the camera's start while blocks are rendered.
    for tick in 1...8 {
      box.see { $0.renderedBlocks += 1 }
      #expect(loop.feed(for: box, at: 100 + Deadlines.tick * Double(tick)))
    }
    // The last progress feeds the watchdog once more. Without progress the watchdog is not fed.
    for tick in 9...12 { _ = loop.feed(for: box, at: 100 + Deadlines.tick * Double(tick)) }
    let meals = sent.lines.count { $0 == "WATCHDOG=1" }
    for tick in 13...24 { _ = loop.feed(for: box, at: 100 + Deadlines.tick * Double(tick)) }
    #expect(meals >= 2 && sent.lines.count { $0 == "WATCHDOG=1" } == meals)
    go.signal()
  }

  @Test func `a shutdown is requested before the disk and before any part`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (disk, files, sent, log) = (Disk(), FileQueue(), Sent(), BootLog(quiet: true))
      let (sound, box) = (PartDouble("sound"), BoxDouble())
      let saver = StateSaver(folder.path, Configuration(), log: log, calls: disk.calls) { files.run($0) }
      let loop = SupervisionLoop(
        Supervision([sound, PartDouble("camera")]), keeping: saver, systemd: Systemd(interval: 10) { sent.add($0) }, log: log)
      loop.round(box, at: 100)
      #expect(disk.isAsked(), "a state is being written, and stands still")
      box.see { $0.volume = 0.9 }
      var before: (syncs: Int, stops: Int)?
      loop.beginStop(of: box, at: 200, powersOff: true) { before = (disk.syncs, sound.stopCount) }
      #expect(before?.syncs == 1 && before?.stops == 0)
      loop.stop()
      #expect(sound.stopCount == 1 && !files.wait(0), "the end does not wait for the disk where it has its limit")
      disk.release()
      #expect(files.wait(60))
      #expect(StateStore(folder.path).load().state?.volume == 0.9, "the state of the end is the last one")
    }
  }

  @Test func `an end that goes on asks the manager to wait until its limit`() {
    let (box, sent, log) = (BoxDouble(), Sent(), BootLog(quiet: true))
    let loop = SupervisionLoop(
      Supervision([PartDouble("sound")]), keeping: StateSaver(nil, Configuration(), log: log),
      systemd: Systemd(interval: 10) { sent.add($0) }, log: log)
    loop.beginStop(of: box, at: 100)
    let silent = sent.messages.count
    var time = 100.0
    while loop.feed(for: box, at: time) { time += Deadlines.tick }
    #expect(time >= 100 + Deadlines.whole && time <= 100 + Deadlines.whole + Deadlines.tick)
    #expect(sent.messages.dropFirst(silent).allSatisfy { $0 == "WATCHDOG=1\nEXTEND_TIMEOUT_USEC=5000000" })
    #expect(sent.messages.count > silent + 30)
  }
}

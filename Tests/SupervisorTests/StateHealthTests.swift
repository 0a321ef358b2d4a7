import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// A state folder that rejects writes affects the box's health until a write succeeds.
@Suite struct StateHealthTests {
  /// Fails writes with an error number, until it is 0.
  private final class Disk: Sendable {
    let code: Mutex<Int32>
    init(_ code: Int32) { self.code = Mutex(code) }

    var calls: AtomicFile.Calls {
      var calls = AtomicFile.Calls()
      calls.write = { [self] descriptor, bytes in
        let code = code.withLock { $0 }
        if code == 0 { return Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
        errno = code
        return -1
      }
      return calls
    }
  }

  @Test(arguments: [
    (ENOSPC, "the disk is full", "free some space"), (EDQUOT, "the disk is full", "free some space"),
    (EROFS, "is read-only", "mount it writable"), (EIO, "is failing", "replace the card"), (EUCLEAN, "is failing", "replace the card"),
    (EACCES, "access to it is denied", "access rights"), (EPERM, "access to it is denied", "access rights"),
  ])
  func `a folder that takes nothing degrades the box and heals it`(code: Int32, cause: String, remedy: String) throws {
    try Places.withFolder { (folder: URL) throws in
      let disk = Disk(code)
      let stand = LoopStand([PartDouble("sound"), PartDouble("camera")], folder: folder.path, calls: disk.calls)
      stand.box.see { $0.volume = 0.25 }
      stand.rounds(at: 100, 106)
      for name in Unicode.Scalar("a").value..<Unicode.Scalar("u").value { stand.log.notice("another notice of \(Unicode.Scalar(name)!)") }
      let health = stand.loop.health(of: stand.box)
      let problem = try #require(health.problems.first)
      #expect(health.state == .degraded && health.problems.count == 1 && problem.name == "state")
      #expect(problem.reason?.contains(cause) == true && problem.reason?.contains(String(cString: strerror(code))) == true)
      #expect(problem.reason?.contains("changes are not saved") == true && problem.remedy?.contains(remedy) == true, "\(problem)")
      // The box reports the failure once, regardless of the number of attempts.
      stand.rounds(at: 112, 118, 124)
      #expect(!stand.log.lastNotices.contains { $0.text.hasPrefix("state") })

      disk.code.withLock { $0 = 0 }
      stand.rounds(at: 130, 130.1)
      #expect(stand.loop.health(of: stand.box).state == .healthy)
      #expect(StateStore(folder.path).load().state?.volume == 0.25)
    }
  }

  @Test func `another cause is reported anew`() throws {
    try Places.withFolder { (folder: URL) throws in
      let disk = Disk(ENOSPC)
      let stand = LoopStand([PartDouble("sound"), PartDouble("camera")], folder: folder.path, calls: disk.calls)
      stand.box.see { $0.volume = 0.25 }
      stand.rounds(at: 100, 100.1)
      disk.code.withLock { $0 = EROFS }
      stand.rounds(at: 106, 106.1, 112)
      #expect(stand.log.lastNotices.count { $0.text.hasPrefix("state") } == 2)
      #expect(stand.loop.health(of: stand.box).problems.first?.remedy?.contains("writable") == true)
    }
  }

  /// A person may undo a change that was not saved. Then nothing has changed.
  @Test func `a disk that works again is found without a change`() throws {
    try Places.withFolder { (folder: URL) throws in
      let disk = Disk(0)
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), calls: disk.calls)
      saver.save(at: 1) { $0.volume = 0.5 }
      disk.code.withLock { $0 = EIO }
      saver.save(at: 10) { $0.volume = 0.6 }
      #expect(saver.condition != .running)
      disk.code.withLock { $0 = 0 }
      saver.save(at: 20) { $0.volume = 0.5 }
      #expect(saver.condition == .running && saver.saved.serial == 2)
      saver.save(at: 30) { $0.volume = 0.5 }
      #expect(saver.saved.serial == 2, "and then it rests")
    }
  }

  @Test func `a problem found at the start holds until a state is saved`() throws {
    try Places.withFolder { (folder: URL) throws in
      let trouble = Failure("nothing can be written", remedy: "check the disk")
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), trouble: trouble)
      #expect(saver.condition == .degraded(trouble))
      saver.save(at: 1) { _ in }
      #expect(saver.condition == .running && StateStore(folder.path).load().state != nil)
    }
  }

  @Test func `a box without a folder keeps nothing and is well`() {
    let saver = StateSaver(nil, Configuration(), log: BootLog(quiet: true))
    saver.save(at: 1) { $0.volume = 0.5 }
    guard case .off = saver.condition else {
      Issue.record("\(saver.condition)")
      return
    }
  }
}

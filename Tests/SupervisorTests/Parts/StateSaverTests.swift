import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Tests of the times at which the state is saved. It is not saved too often, soon after a pause, and only
/// after a change.
@Suite struct StateSaverTests {
  private func volume(_ volume: Double) -> (inout SavedState) -> Void { { $0.volume = volume } }

  @Test func `writes are five seconds apart and soon after a pause`() throws {
    try Places.withFolder { folder in
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true))
      func onDisk() -> Double? { StateStore(folder.path).load().state?.volume }
      saver.keep(at: 100, isPaused: false, volume(0.1))
      #expect(onDisk() == 0.1)
      saver.keep(at: 104.9, isPaused: false, volume(0.2))
      #expect(onDisk() == 0.1)
      saver.keep(at: 105, isPaused: false, volume(0.3))
      #expect(onDisk() == 0.3)
      // A pause is on disk half a second after the last write.
      saver.keep(at: 105.2, isPaused: true, volume(0.4))
      #expect(onDisk() == 0.3)
      saver.keep(at: 105.6, isPaused: true, volume(0.4))
      #expect(onDisk() == 0.4)
      // The same pause is not saved repeatedly.
      saver.keep(at: 107, isPaused: true, volume(0.5))
      #expect(onDisk() == 0.4)
    }
  }

  @Test func `an unchanged state is not written`() throws {
    try Places.withFolder { folder in
      let writes = Mutex(0)
      var calls = AtomicFile.Calls()
      calls.rename = { from, to in
        writes.withLock { $0 += 1 }
        return Glibc.rename(from, to)
      }
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), calls: calls)
      for i in 0..<10 { saver.save(at: Double(i), volume(0.25)) }
      #expect(writes.withLock { $0 } == 1 && saver.saved.serial == 1)
    }
  }

  @Test func `a disk that is full is reported and tried again`() throws {
    try Places.withFolder { folder in
      let isFull = Mutex(true)
      var calls = AtomicFile.Calls()
      calls.write = { descriptor, bytes in
        if isFull.withLock({ $0 }) {
          errno = ENOSPC
          return -1
        }
        return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), calls: calls)
      for i in 0..<5 { saver.save(at: Double(i), volume(0.25)) }
      guard case .degraded(let why) = saver.condition else { throw Failure("\(saver.condition)", remedy: "") }
      #expect(why.remedy.contains("free some space"))
      isFull.withLock { $0 = false }
      saver.save(at: 10, volume(0.25))
      #expect(StateStore(folder.path).load().state?.volume == 0.25 && saver.condition == .running)
    }
  }

  @Test func `without remember the box begins as configured`() throws {
    try Places.withFolder { folder in
      var before = SavedState()
      before.volume = 0.9
      (before.mode, before.position, before.autoPause, before.tier) = (.stems, 12, false, .pro)
      before.stream.source = "mpd"
      try StateStore(folder.path).save(before)
      var configuration = Configuration()
      configuration.startVolume = 0.35
      #expect(StateSaver(folder.path, configuration, log: BootLog(quiet: true)).saved.volume == 0.9)
      configuration.remember = false
      #expect(StateSaver(folder.path, configuration, log: BootLog(quiet: true)).saved.volume == 0.35)
      let fresh = StateSaver(folder.path, configuration, log: BootLog(quiet: true)).saved
      #expect(fresh.mode == .player && fresh.position == 0)
      #expect(fresh.autoPause == false && fresh.tier == .pro && fresh.stream.source == "mpd", "what was set up is kept: \(fresh)")
      #expect(StateSaver(nil, configuration, log: BootLog(quiet: true)).saved.volume == 0.35)
    }
  }

  @Test func `a state without trust is put aside unread`() throws {
    try Places.withFolder { (folder: URL) throws in
      var before = SavedState()
      before.volume = 0.3
      let store = StateStore(folder.path)
      try store.save(before)
      before.volume = 0.4
      try store.save(before)
      let bytes = FileManager.default.contents(atPath: store.path)
      var configuration = Configuration()
      configuration.startVolume = 0.6
      let saver = StateSaver(folder.path, configuration, log: BootLog(quiet: true), isTrusted: false)
      #expect(saver.saved.volume == 0.6 && saver.saved.serial == 0)
      #expect(FileManager.default.contents(atPath: store.aside) == bytes, "it is there for a look at the fault")
      let loaded = store.load()
      #expect(loaded.state == nil && loaded.notice == nil, "the next start does not find it either")
      saver.save(at: 100) { $0.volume = 0.7 }
      #expect(store.load().state?.volume == 0.7 && FileManager.default.contents(atPath: store.aside) == bytes)
    }
  }
}

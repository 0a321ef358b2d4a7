import Foundation
import GestureFlowAPI
import Settings
import Synchronization
import TestSupport
import Testing

@Suite struct StateTests {
  private func state(_ number: Int) -> SavedState {
    var state = SavedState()
    state.serial = number
    state.position = Double(number)
    state.track = "folder/\(number).wav"
    return state
  }

  @Test func `a saved state is loaded`() throws {
    try Places.withFolder { folder in
      let store = StateStore(folder.path)
      #expect(store.load().state == nil && store.load().notice == nil)
      try store.save(state(1))
      try store.save(state(2))
      #expect(store.load().state == state(2))
      #expect(StateStore(folder.path).load().notice == nil)
    }
  }

  @Test func `a damaged file is a notice and the copy before is used`() throws {
    try Places.withFolder { folder in
      let store = StateStore(folder.path)
      try store.save(state(1))
      try store.save(state(2))
      let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
      var random = SplitMix(3)
      for _ in 0..<200 {
        var damaged = whole
        switch random.next() % 3 {
        case 0: damaged = damaged.prefix(Int(random.next() % UInt64(whole.count)))
        case 1:
          let at = Int(random.next() % UInt64(whole.count))
          damaged[at] ^= UInt8(1 << (random.next() % 7))
        default: damaged = Data(count: Int(random.next() % 5000))
        }
        try damaged.write(to: URL(fileURLWithPath: store.path))
        let (loaded, notice) = store.load()
        // A flipped bit may hit a space or the case of a key. Then it is reported, or it changed nothing.
        #expect(loaded == state(1) && notice != nil || loaded == state(2), "\(String(describing: loaded))")
      }
      try Data("x".utf8).write(to: URL(fileURLWithPath: store.path))
      try Data("y".utf8).write(to: URL(fileURLWithPath: store.previous))
      #expect(store.load().state == nil && store.load().notice?.contains("defaults") == true)
    }
  }

  @Test func `values out of range are brought into it`() throws {
    try Places.withFolder { folder in
      var wild = SavedState()
      wild.volume = 7
      wild.speed = -1
      wild.position = -5
      let store = StateStore(folder.path)
      try store.save(wild)
      let loaded = try #require(store.load().state)
      #expect(loaded.volume == 1 && loaded.speed == 0.1 && loaded.mode == .player && loaded.position == 0)
    }
  }

  /// Each step of a write fails with several errors. The error has its remedy, and the old state stays.
  @Test func `a full disk loses nothing`() throws {
    try Places.withFolder { folder in
      try StateStore(folder.path).save(state(1))
      for (code, word) in [
        (ENOSPC, "free some space"), (EIO, "replace the card"), (EROFS, "mount it writable"), (EDQUOT, "free some space"),
      ] {
        for step in 0..<4 {
          var calls = AtomicFile.Calls()
          switch step {
          case 0: calls.write = { _, _ in fail(code) }
          case 1: calls.write = { descriptor, bytes in bytes.count > 10 ? Glibc.write(descriptor, bytes.baseAddress, 10) : fail(code) }
          case 2: calls.sync = { _ in Int32(fail(code)) }
          default: calls.rename = { _, _ in Int32(fail(code)) }
          }
          let error = #expect(throws: FileError.self) { try StateStore(folder.path, calls: calls).save(state(2)) }
          #expect(error?.description.contains(word) == true, "\(String(describing: error))")
          #expect(StateStore(folder.path).load().state == state(1))
          #expect(!FileManager.default.fileExists(atPath: folder.path + "/state.json.new"))
        }
      }
      // The disk is really full.
      let error = #expect(throws: FileError.self) { try AtomicFile.write(Data("x".utf8), to: "/dev/full/state") }
      #expect(error != nil)
      try StateStore(folder.path).save(state(3))
      #expect(StateStore(folder.path).load().state == state(3))
    }
  }

  /// The good copy is dropped only once the new file is complete. A damaged file never replaces it.
  @Test func `a damaged file never takes the good copys place`() throws {
    try Places.withFolder { folder in
      let store = StateStore(folder.path)
      try store.save(state(1))
      try store.save(state(2))
      // The file was removed: the copy is used, and that is reported.
      try FileManager.default.removeItem(atPath: store.path)
      #expect(store.load().state == state(1) && store.load().notice?.contains("is gone") == true)
      // The file is then damaged, and the next write fails at its last step.
      try Data("{}".utf8).write(to: URL(fileURLWithPath: store.path))
      var calls = AtomicFile.Calls()
      calls.rename = { _, _ in Int32(fail(EIO)) }
      #expect(throws: FileError.self) { try StateStore(folder.path, calls: calls).save(state(3)) }
      #expect(store.load().state == state(1), "the good copy is still there")
      // When the write succeeds, the damaged file does not become the copy either.
      try store.save(state(3))
      #expect(store.load().state == state(3))
      try Data("{}".utf8).write(to: URL(fileURLWithPath: store.path))
      #expect(store.load().state == state(1))
    }
  }

  @Test func `the new file stands before the copy is replaced`() throws {
    try Places.withFolder { folder in
      let store = StateStore(folder.path)
      try store.save(state(1))
      try store.save(state(2))
      let seen = Mutex<[String]>([])
      var calls = AtomicFile.Calls()
      calls.rename = { from, to in
        let both = [store.path, store.previous].map { StateFileProbe.serial(at: $0) ?? 0 }
        seen.withLock { $0.append("\((to as NSString).lastPathComponent) \(both)") }
        return Glibc.rename(from, to)
      }
      try StateStore(folder.path, calls: calls).save(state(3))
      #expect(seen.withLock { $0 } == ["state.json [2, 1]", "state.previous.json [3, 1]"])
      #expect(StateFileProbe.serial(at: store.previous) == 2)
    }
  }

  /// Sends kill -9 at random moments during continuous writes. `make test-long` runs 500 rounds.
  @Test func `killed at any moment it loses at most the last write`() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_KILLS"] ?? "") ?? 25
    try Places.withFolder { folder in
      var random = SplitMix(11)
      var last = 0
      for round in 0..<rounds {
        let process = Process()
        process.executableURL = Places.program("gflab")
        process.arguments = ["write-state", folder.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The writer works by now, regardless of the time of its start.
        let begun = output.fileHandleForReading.availableData
        #expect(!begun.isEmpty, "round \(round): nothing was written")
        usleep(UInt32(random.next() % 60_000))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // The states that the writer reported as saved, whole lines only.
        let text = String(decoding: begun + output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let lines = text.hasSuffix("\n") ? text.split(separator: "\n") : text.split(separator: "\n").dropLast()
        let said = lines.compactMap { Int($0) }.last ?? last
        let (state, notice) = StateStore(folder.path).load()
        #expect(notice == nil, "round \(round): \(notice ?? "")")
        let found = state?.serial ?? 0
        #expect(found >= said && found <= said + 1, "round \(round): \(said) was saved, \(found) was found")
        last = found
      }
      print("kill -9: \(rounds) rounds, \(last) states written, none lost or half")
      #expect(last > rounds)
    }
  }
}

/// Reads a state file without the store.
private enum StateFileProbe {
  static func serial(at path: String) -> Int? {
    let json = try? JSONSerialization.jsonObject(with: FileManager.default.contents(atPath: path) ?? Data()) as? [String: Any]
    return (json?["state"] as? [String: Any])?["serial"] as? Int
  }
}

private func fail(_ code: Int32) -> Int {
  errno = code
  return -1
}

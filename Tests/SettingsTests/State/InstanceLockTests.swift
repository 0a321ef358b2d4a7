import Foundation
import GestureFlowAPI
import Settings
import TestSupport
import Testing

/// Tests that one daemon at most uses a state folder.
@Suite struct InstanceLockTests {
  /// Returns the error of a second daemon while the first one runs. Nil if the second one was accepted.
  private func second(in folder: String) -> FileError? {
    do throws(FileError) {
      let one = try InstanceLock(in: folder)
      return withExtendedLifetime(one) { nil }
    } catch { return error }
  }

  @Test func `the second one reports which process has the folder`() throws {
    try Places.withFolder { folder in
      // The lock creates a missing folder.
      let state = folder.appendingPathComponent("a/b").path
      let first = try InstanceLock(in: state)
      try withExtendedLifetime(first) {
        let refusal = try #require(second(in: state))
        #expect(refusal.path == state + "/gestureflowd.lock")
        #expect(refusal.reason == "another gestureflowd (process \(getpid())) runs with this state" && refusal.remedy == "stop it first")
        // The rejected daemon has not removed the first one's name from the file.
        #expect(second(in: state)?.reason == refusal.reason)
        #expect(second(in: folder.path) == nil, "another folder is free")
      }
    }
  }

  @Test func `it is free again afterwards`() throws {
    try Places.withFolder { folder in
      #expect(second(in: folder.path) == nil)
      // A program that another test has just started may hold the lock a moment longer.
      #expect(waitUntil { second(in: folder.path) == nil })
    }
  }

  /// A killed daemon leaves its file but not its lock.
  @Test func `the lock file of a killed process is not a lock`() throws {
    try Places.withFolder { folder in
      try "99999999\nmore\n".write(toFile: folder.path + "/gestureflowd.lock", atomically: false, encoding: .utf8)
      let next = try InstanceLock(in: folder.path)
      try withExtendedLifetime(next) {
        let text = try String(contentsOfFile: folder.path + "/gestureflowd.lock", encoding: .utf8)
        #expect(text == "\(getpid())\n")
      }
    }
  }
}

import Foundation
import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

/// One daemon a state folder.
@Suite struct InstanceLockTests {
  /// Answers the message of a second one, while the first one lives; nil if it was let in.
  private func second(in folder: String) -> FileError? {
    do throws(FileError) {
      let one = try InstanceLock(in: folder)
      return withExtendedLifetime(one) { nil }
    } catch { return error }
  }

  @Test func `the second one reports which process has the folder`() throws {
    try Places.withFolder { folder in
      // The folder is made where it is missing.
      let state = folder.appendingPathComponent("a/b").path
      let first = try InstanceLock(in: state)
      try withExtendedLifetime(first) {
        let refusal = try #require(second(in: state))
        #expect(refusal.path == state + "/gestureflowd.lock")
        #expect(refusal.reason == "another gestureflowd (process \(getpid())) runs with this state" && refusal.remedy == "stop it first")
        // The one that was refused has not taken the first one's name out of the file.
        #expect(second(in: state)?.reason == refusal.reason)
        #expect(second(in: folder.path) == nil, "another folder is free")
      }
    }
  }

  @Test func `it is free again afterwards`() throws {
    try Places.withFolder { folder in
      #expect(second(in: folder.path) == nil)
      // A program that another test has just begun to start may hold the lock for a moment more.
      #expect(waitUntil { second(in: folder.path) == nil })
    }
  }

  /// A daemon that was killed leaves its file, but no lock.
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

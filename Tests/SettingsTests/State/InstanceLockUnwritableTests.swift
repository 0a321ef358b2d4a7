import Foundation
import GestureFlowAPI
import Settings
import TestSupport
import Testing

/// Tests of the lock on a disk that cannot be written.
@Suite struct InstanceLockUnwritableTests {
  /// Returns an `open(2)` for a disk that rejects writes. Existing files may be readable or not.
  private static func open(refusing code: Int32, readable: Bool = true) -> (String, Int32) -> Int32 {
    { path, flags in
      if flags & O_RDWR != 0 || !readable && flags & O_DIRECTORY == 0 {
        errno = code
        return -1
      }
      return Glibc.open(path, flags)
    }
  }

  @Test func `a second one reports the owner of the folder`() throws {
    try Places.withFolder { (folder: URL) throws in
      let first = try InstanceLock(in: folder.path)
      #expect(first.trouble == nil)
      let error = #expect(throws: FileError.self) { try InstanceLock(in: folder.path) }
      #expect(error?.description.contains("process \(getpid())") == true, "\(String(describing: error))")
      withExtendedLifetime(first) {}
    }
  }

  /// A worn card becomes read-only. The box must still play.
  @Test(arguments: [EROFS, EACCES, ENOSPC], [true, false])
  func `the box starts without a writable folder`(code: Int32, hasFile: Bool) throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflowd.lock")
      if hasFile { try Data("4711\n".utf8).write(to: file) }
      let first = try InstanceLock(in: folder.path, open: Self.open(refusing: code))
      #expect(
        first.trouble?.reason.contains(folder.path) == true && first.trouble?.reason.contains(String(cString: strerror(code))) == true)
      #expect(throws: FileError.self, "it is the only one all the same") {
        try InstanceLock(in: folder.path, open: Self.open(refusing: code))
      }
      if hasFile {
        #expect(throws: FileError.self, "also for one that may write") { try InstanceLock(in: folder.path) }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == "4711\n")
      }
      withExtendedLifetime(first) {}
    }
  }

  @Test func `a lock file of another user is not a reason either`() throws {
    try Places.withFolder { (folder: URL) throws in
      try Data("4711\n".utf8).write(to: folder.appendingPathComponent("gestureflowd.lock"))
      let only = try InstanceLock(in: folder.path, open: Self.open(refusing: EACCES, readable: false))
      #expect(only.trouble != nil)
    }
  }
}

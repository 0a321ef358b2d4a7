import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Only another daemon prevents the start of the box; a bad disk does not.
@Suite struct OnlyOneNoticeTests {
  private static let errors = [EIO, EUCLEAN, EDQUOT, EROFS, EACCES, EPERM, ENOSPC, EISDIR, ELOOP, ENFILE, EMFILE, ENXIO, ETXTBSY, ENODEV]

  private static func failing(_ code: Int32) -> Int32 {
    errno = code
    return -1
  }

  @Test(arguments: errors) func `a lock file that cannot be opened is a notice`(code: Int32) throws {
    try Places.withFolder { (folder: URL) throws in
      var calls = InstanceLock.Calls()
      calls.open = { path, flags in flags & O_RDWR != 0 ? Self.failing(code) : open(path, flags) }
      let only = try InstanceLock(in: folder.path, calls: calls)
      let notice = try #require(only.trouble?.description)
      #expect(notice.contains(String(cString: strerror(code))) && notice.contains("the box saves nothing: "), "\(notice)")
      // The folder is locked instead of the file.
      #expect(throws: FileError.self) { try InstanceLock(in: folder.path, calls: calls) }
      withExtendedLifetime(only) {}
    }
  }

  @Test(arguments: errors) func `a disk that opens nothing at all is a notice`(code: Int32) throws {
    try Places.withFolder { (folder: URL) throws in
      var calls = InstanceLock.Calls()
      calls.open = { _, _ in Self.failing(code) }
      #expect(try InstanceLock(in: folder.path, calls: calls).trouble != nil)
    }
  }

  @Test(arguments: [EIO, ENOLCK, EINTR, EOPNOTSUPP]) func `a lock that fails for another reason is a notice`(code: Int32) throws {
    try Places.withFolder { (folder: URL) throws in
      var calls = InstanceLock.Calls()
      calls.lock = { _, _ in Self.failing(code) }
      let notice = try #require(try InstanceLock(in: folder.path, calls: calls).trouble?.description)
      #expect(notice.contains("cannot be locked"), "\(notice)")
    }
  }

  @Test func `a lock that another process holds is an error that names it`() throws {
    try Places.withFolder { (folder: URL) throws in
      try Data("4711\nmore".utf8).write(to: folder.appendingPathComponent("gestureflowd.lock"))
      var calls = InstanceLock.Calls()
      calls.lock = { _, _ in Self.failing(EWOULDBLOCK) }
      let error = #expect(throws: FileError.self) { try InstanceLock(in: folder.path, calls: calls) }
      #expect(error?.reason.contains("4711") == true && error?.code == EWOULDBLOCK)
    }
  }

  @Test func `a folder that cannot be made is a notice with its remedy`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("file").path
      try Data().write(to: URL(fileURLWithPath: file))
      for place in [file + "/state", "/proc/none"] {
        let notice = try #require(try InstanceLock(in: place).trouble?.description)
        #expect(
          notice.hasPrefix("the folder \(place) cannot be made") && notice.contains("--state-dir") || place == "/proc/none", "\(notice)")
      }
      // A folder occupies the lock's own name.
      try FileManager.default.createDirectory(at: folder.appendingPathComponent("gestureflowd.lock"), withIntermediateDirectories: true)
      let only = try InstanceLock(in: folder.path)
      #expect(only.trouble?.reason.contains("Is a directory") == true, "\(only.trouble?.reason ?? "")")
    }
  }

  /// A box on such a folder plays, and saves again as soon as that works.
  @Test func `a state that cannot be saved hurts nothing`() throws {
    let saver = StateSaver("/proc/none", Configuration(), log: BootLog(quiet: true))
    saver.save(at: 1) { $0.volume = 0.2 }
    saver.save(at: 2) { $0.volume = 0.3 }
    #expect(saver.condition != .running && saver.saved.serial == 0)
  }
}

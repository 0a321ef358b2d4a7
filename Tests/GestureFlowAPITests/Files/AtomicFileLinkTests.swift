import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Tests of files that owners keep elsewhere by a symbolic link.
@Suite struct AtomicFileLinkTests {
  private func text(_ path: String) -> String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }
  private func destination(_ path: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path) }

  private func withFolders(_ body: (_ own: String, _ other: String) throws -> Void) throws {
    try Places.withFolder { (folder: URL) throws in
      let (own, other) = (folder.path + "/own", folder.path + "/other")
      for path in [own, other] { try AtomicFile.makeFolder(path) }
      try body(own, other)
    }
  }

  @Test(arguments: [true, false]) func `the file behind a link is replaced and the link stays`(isRelative: Bool) throws {
    try withFolders { own, other in
      try Data("old".utf8).write(to: URL(fileURLWithPath: other + "/real"))
      let place = isRelative ? "../other/real" : other + "/real"
      symlink(place, own + "/a")
      try AtomicFile.write(Data("new".utf8), to: own + "/a", keepPrevious: own + "/a.previous")
      #expect(destination(own + "/a") == place)
      #expect(text(other + "/real") == "new" && text(own + "/a.previous") == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: own).sorted() == ["a", "a.previous"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["real"], "nothing is left beside it")
    }
  }

  @Test func `the copy of before may be a link too`() throws {
    try withFolders { own, other in
      try AtomicFile.write(Data("1".utf8), to: own + "/a")
      try Data("0".utf8).write(to: URL(fileURLWithPath: other + "/before"))
      symlink(other + "/before", own + "/a.previous")
      try AtomicFile.write(Data("2".utf8), to: own + "/a", keepPrevious: own + "/a.previous")
      #expect(text(own + "/a") == "2" && text(other + "/before") == "1" && destination(own + "/a.previous") != nil)
    }
  }

  @Test func `links are followed to their end`() throws {
    try withFolders { own, other in
      symlink("b", own + "/a")
      symlink("../other/c", own + "/b")
      symlink("real", other + "/c")
      try AtomicFile.write(Data("x".utf8), to: own + "/a")
      #expect(text(other + "/real") == "x", "a link to a file that is not there makes it")
      #expect(["/own/a", "/own/b", "/other/c"].allSatisfy { destination(own + "/.." + $0) != nil })
      #expect(try AtomicFile.target(of: own + "/a") == own + "/../other/real")
    }
  }

  @Test func `links in a loop are an error and stay`() throws {
    try withFolders { own, _ in
      symlink("b", own + "/a")
      symlink("a", own + "/b")
      let error = #expect(throws: FileError.self) { try AtomicFile.write(Data("x".utf8), to: own + "/a") }
      #expect(error?.code == ELOOP && error?.reason.contains("loop") == true)
      #expect(destination(own + "/a") == "b" && destination(own + "/b") == "a")
      // Such a link prevents the copy of the previous contents. The file is still written.
      try AtomicFile.write(Data("1".utf8), to: own + "/c")
      try AtomicFile.write(Data("2".utf8), to: own + "/c", keepPrevious: own + "/a")
      #expect(text(own + "/c") == "2" && destination(own + "/a") == "b")
    }
  }

  @Test func `a link into a folder that is not there is an error`() throws {
    try withFolders { own, other in
      symlink(other + "/none/real", own + "/a")
      let error = #expect(throws: FileError.self) { try AtomicFile.write(Data("x".utf8), to: own + "/a") }
      #expect(error?.code == ENOENT && destination(own + "/a") != nil)
    }
  }

  @Test func `a device or a folder is not replaced`() throws {
    try withFolders { own, other in
      symlink("/dev/null", own + "/a")
      symlink(other, own + "/b")
      mkfifo(own + "/c", 0o600)
      for name in ["a", "b", "c"] {
        let error = #expect(throws: FileError.self) { try AtomicFile.write(Data("x".utf8), to: own + "/" + name) }
        #expect(error?.reason.contains("not a regular file") == true)
      }
      #expect(destination(own + "/a") == "/dev/null" && !FileManager.default.fileExists(atPath: "/dev/null.new"))
    }
  }

  /// A process with more rights than the folder's user ignores that user's links.
  @Test(.enabled(if: geteuid() == 0, "only root can make a link of another user")) func `a link of another user is replaced`() throws {
    try withFolders { own, other in
      try Data("safe".utf8).write(to: URL(fileURLWithPath: other + "/victim"))
      symlink(other + "/victim", own + "/a")
      #expect(lchown(own + "/a", 65534, 65534) == 0)
      try AtomicFile.write(Data("x".utf8), to: own + "/a")
      #expect(text(other + "/victim") == "safe" && text(own + "/a") == "x" && destination(own + "/a") == nil)
    }
  }
}

import Foundation
import GestureFlowAPI
import Synchronization
import TestSupport
import Testing

/// Tests of the order of disk writes, and of failed steps.
@Suite struct AtomicFileTests {
  /// A disk that records the calls; one fails on demand.
  /// The calls are `sync NAME` of a file or folder, and `rename NAME`.
  private final class Disk: Sendable {
    private let seen = Mutex<[String]>([])
    let failing: String?
    let code: Int32

    init(failing: String? = nil, code: Int32 = EIO) {
      self.failing = failing
      self.code = code
    }

    var steps: [String] { seen.withLock { $0 } }

    private func take(_ step: String) -> Bool {
      seen.withLock { $0.append(step) }
      if step == failing { errno = code }
      return step != failing
    }

    var calls: AtomicFile.Calls {
      var calls = AtomicFile.Calls()
      calls.sync = { [self] descriptor in
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
        return take("sync \((path as NSString).lastPathComponent)") ? fsync(descriptor) : -1
      }
      calls.rename = { [self] from, to in take("rename \((to as NSString).lastPathComponent)") ? Glibc.rename(from, to) : -1 }
      return calls
    }
  }

  @Test func `a finished file is on the disk before it has its name and its name before the report`() throws {
    try Places.withFolder { (folder: URL) throws in
      let part = folder.appendingPathComponent("a.part").path
      try Data("x".utf8).write(to: URL(fileURLWithPath: part))
      let disk = Disk()
      try AtomicFile.place(part, as: folder.path + "/a", calls: disk.calls)
      #expect(disk.steps == ["sync a.part", "rename a", "sync \(folder.lastPathComponent)"])
      #expect(FileManager.default.contents(atPath: folder.path + "/a") == Data("x".utf8))
    }
  }

  @Test(arguments: [0, 1, 2]) func `a step that fails is reported with its error number`(step: Int) throws {
    try Places.withFolder { (folder: URL) throws in
      let failing = ["sync a.part", "rename a", "sync \(folder.lastPathComponent)"][step]
      let part = folder.appendingPathComponent("a.part").path
      try Data("x".utf8).write(to: URL(fileURLWithPath: part))
      let disk = Disk(failing: failing)
      let error = #expect(throws: FileError.self) { try AtomicFile.place(part, as: folder.path + "/a", calls: disk.calls) }
      #expect(error?.code == EIO && disk.steps.last == failing)
      // Before the rename the old name is valid: no incomplete file has it.
      #expect(FileManager.default.fileExists(atPath: folder.path + "/a") == (step == 2))
    }
  }

  @Test func `the replaced file is kept without a third fsync`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/a"
      try AtomicFile.write(Data("1".utf8), to: path)
      let disk = Disk()
      try AtomicFile.write(Data("2".utf8), to: path, keepPrevious: path + ".previous", calls: disk.calls)
      #expect(disk.steps == ["sync a.new", "rename a", "sync \(folder.lastPathComponent)", "rename a.previous"])
      #expect(FileManager.default.contents(atPath: path + ".previous") == Data("1".utf8))
    }
  }

  @Test func `a file system without an fsync of folders is left alone`() throws {
    try Places.withFolder { (folder: URL) throws in
      let disk = Disk(failing: "sync \(folder.lastPathComponent)", code: EINVAL)
      try AtomicFile.write(Data("x".utf8), to: folder.path + "/a", calls: disk.calls)
      #expect(disk.steps == ["sync a.new", "rename a", "sync \(folder.lastPathComponent)"])
    }
  }

  @Test func `a folder is made with the names of those above it`() throws {
    try Places.withFolder { (folder: URL) throws in
      let disk = Disk()
      try AtomicFile.makeFolder(folder.path + "/b/c", calls: disk.calls)
      #expect(disk.steps == ["sync \(folder.lastPathComponent)", "sync b"])
      try AtomicFile.makeFolder(folder.path + "/b/c", calls: disk.calls)
      #expect(disk.steps.count == 2, "what is there is left alone")
      try Data().write(to: folder.appendingPathComponent("file"))
      #expect(throws: FileError.self) { try AtomicFile.makeFolder(folder.path + "/file/d", calls: disk.calls) }
    }
  }

  @Test func `both folders of a move reach the disk`() throws {
    try Places.withFolder { (folder: URL) throws in
      try AtomicFile.makeFolder(folder.path + "/b")
      try Data("x".utf8).write(to: folder.appendingPathComponent("a"))
      let disk = Disk()
      try AtomicFile.move(folder.path + "/a", to: folder.path + "/b/a", calls: disk.calls)
      #expect(disk.steps == ["rename a", "sync b", "sync \(folder.lastPathComponent)"])
    }
  }

  @Test func `a link in place of the new file leads nowhere`() throws {
    try Places.withFolder { (folder: URL) throws in
      let victim = folder.appendingPathComponent("victim").path
      try Data("safe".utf8).write(to: URL(fileURLWithPath: victim))
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/a.new", withDestinationPath: victim)
      #expect(throws: FileError.self) { try AtomicFile.write(Data("x".utf8), to: folder.path + "/a") }
      #expect(FileManager.default.contents(atPath: victim) == Data("safe".utf8))
    }
  }

  /// Other renames could lose a file at a power cut.
  /// A rename of the index is allowed, because the sticks provide its contents again.
  @Test func `no other source renames a file`() throws {
    let sources = Places.project.appendingPathComponent("Sources").path
    let allowed: Set = ["GestureFlowAPI/Files/AtomicFile.swift", "Library/Index/LibraryIndex.swift"]
    var found: [String] = []
    for file in FileManager.default.enumerator(atPath: sources)! {
      guard let file = file as? String, file.hasSuffix(".swift"), !allowed.contains(file) else { continue }
      let text = try String(contentsOfFile: sources + "/" + file, encoding: .utf8)
      let words = [" rename(", "(rename(", ".rename(", ".moveItem(", "replaceItem", "options: .atomic", "atomically: true"]
      if words.contains(where: text.contains) { found.append(file) }
    }
    #expect(found.isEmpty, "\(found)")
  }
}

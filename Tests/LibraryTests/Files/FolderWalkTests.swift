import Foundation
import Library
import TestSupport
import Testing

/// Tests of the walk through a stick: order, limits, and errors of the system.
@Suite struct FolderWalkTests {
  /// Walks and returns a word for each entry.
  private func walk(_ walk: FolderWalk) -> (met: [String], mostHeld: Int) {
    var met: [String] = []
    let held = walk.run { step in
      switch step {
      case .file(let file): met.append(file.relative)
      case .problem(let issue): met.append("! \(issue.relative): \(issue.reason)")
      case .lost(let code): met.append("lost \(code)")
      case .folder, .left: break
      }
      return true
    }
    return (met, held)
  }

  private func touch(_ path: String) {
    let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
  }

  @Test func `files come in natural order and hidden folders do not`() throws {
    try Places.withFolder { (root: URL) throws in
      for folder in ["2 b", "10 a", ".Trashes", "$RECYCLE.BIN", "System Volume Information", "lost+found"] {
        try FileManager.default.createDirectory(at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        touch(root.path + "/" + folder + "/1.wav")
      }
      touch(root.path + "/1.wav")
      #expect(walk(FolderWalk(root.path)).met == ["1.wav", "2 b/1.wav", "10 a/1.wav"])
    }
  }

  /// A folder with many files is read in runs. The memory in use does not grow with the folder.
  @Test func `a folder with many files is not held in memory`() throws {
    try Places.withFolder { (root: URL) throws in
      let count = 3000
      for number in 0..<count { touch("\(root.path)/\(number)") }
      let (met, mostHeld) = walk(FolderWalk(root.path))
      #expect(met.count == count && Set(met).count == count)
      #expect(mostHeld <= FolderWalk.runLength, "\(mostHeld) names were held")
      // Each run has a folder. Only the runs of the folders above stay in memory.
      let deep = root.path + "/a/a/a"
      try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
      for number in 0..<1500 { touch("\(deep)/\(number)") }
      let again = walk(FolderWalk(root.path))
      #expect(again.met.count == count + 1500 && again.mostHeld <= FolderWalk.runLength * 2 + 2)
    }
  }

  @Test func `a tree that is too deep is reported once and left`() throws {
    try Places.withFolder { (root: URL) throws in
      let deep = root.path + String(repeating: "/d", count: 40)
      try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
      touch(deep + "/lost.wav")
      touch(root.path + "/here.wav")
      let met = walk(FolderWalk(root.path)).met
      #expect(met.count == 2 && met.contains("here.wav"))
      #expect(met.contains { $0.hasPrefix("! d/") && $0.contains("\(FolderWalk.maxDepth) levels") })
    }
  }

  /// A path is limited to 4096 bytes and a name to 255. Longer paths can be made step by step, and exist on
  /// sticks.
  @Test func `a path that is too long is a problem and nothing else`() throws {
    try Places.withFolder { (root: URL) throws in
      touch(root.path + "/z.wav")
      var folder = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      let name = String(repeating: "n", count: 250)
      for _ in 0..<20 {
        #expect(mkdirat(folder, name, 0o700) == 0)
        let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        close(folder)
        folder = next
      }
      close(folder)
      let met = walk(FolderWalk(root.path)).met
      #expect(met.contains("z.wav"))
      #expect(met.count { $0.hasPrefix("! ") && $0.contains("File name too long") } == 1, "\(met.count)")
      // FileManager cannot remove such a tree either.
      let removal = try ProgramRun.run(URL(fileURLWithPath: "/bin/rm"), ["-rf", root.path + "/" + name])
      #expect(removal.status == 0)
    }
  }

  @Test func `a failure of the system is not a problem of a folder`() throws {
    try Places.withFolder { (root: URL) throws in
      for name in ["a", "b", "c"] {
        try FileManager.default.createDirectory(at: root.appendingPathComponent(name), withIntermediateDirectories: true)
        touch("\(root.path)/\(name)/1.wav")
      }
      func access(failing code: Int32) -> StickAccess {
        StickAccess(openFolder: { path in
          if path.hasSuffix("/b") { return (folder: nil, code: code) }
          return StickAccess.systemFolder(path)
        })
      }
      for code in [EMFILE, ENFILE, ENOMEM, EIO, ENODEV] {
        #expect(walk(FolderWalk(root.path, access: access(failing: code))).met == ["a/1.wav", "lost \(code)"])
      }
      let met = walk(FolderWalk(root.path, access: access(failing: EACCES))).met
      #expect(met.count == 3 && met[1].hasPrefix("! b: the folder cannot be read") && met[2] == "c/1.wav")
      #expect(walk(FolderWalk(root.path + "/none")).met == ["lost \(ENOENT)"])
    }
  }

  @Test func `the walk ends on request`() throws {
    try Places.withFolder { (root: URL) throws in
      for name in ["a", "b"] {
        try FileManager.default.createDirectory(at: root.appendingPathComponent(name), withIntermediateDirectories: true)
        for number in 0..<5 { touch("\(root.path)/\(name)/\(number).wav") }
      }
      for most in 1...9 {
        var count = 0
        FolderWalk(root.path).run { _ in
          count += 1
          return count < most
        }
        #expect(count == most)
      }
    }
  }

  /// A folder's names come before its content, all at once. Its end follows all entries below it. A folder that
  /// is too large for that reports no names.
  @Test func `a folder says its names first and its end last`() throws {
    try Places.withFolder { (root: URL) throws in
      for folder in ["a/b", "many"] {
        try FileManager.default.createDirectory(at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
      }
      for name in ["a/b/2.wav", "a/c.txt", "a/.hidden"] { touch(root.path + "/" + name) }
      for number in 0...FolderWalk.runLength { touch("\(root.path)/many/\(number)") }
      var met: [String] = []
      FolderWalk(root.path).run { step in
        switch step {
        case .folder(let folder, let names): met.append("\(folder) has \(names.sorted().joined(separator: " "))")
        case .left(let folder): met.append("\(folder) is left")
        case .file(let file): if !file.relative.hasPrefix("many/") { met.append(file.relative) }
        case .problem, .lost: met.append("!")
        }
        return true
      }
      #expect(
        met == [
          " has a many", "a has .hidden b c.txt", "a/.hidden", "a/b has 2.wav", "a/b/2.wav", "a/b is left", "a/c.txt", "a is left",
          " is left",
        ])
    }
  }
}

import Foundation
import GestureFlowAPI
import GfctlTool
import TestSupport
import Testing

/// Tests of files that commands write. Only regular files are replaced.
@Suite struct OutputFileTests {
  private let words = Data("new".utf8)

  /// Writes the text to the entry of this name.
  private func replace(_ path: String) throws {
    let file = try OutputFile.replacing(path)
    try file.write(words)
    try file.finish()
  }

  private func text(_ path: String) -> String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }

  private func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private func names(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  @Test func `a regular file is replaced when the new one is whole`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a"
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      chmod(path, 0o640)
      let file = try OutputFile.replacing(path)
      try file.write(words)
      #expect(text(path) == "old")
      try file.finish()
      #expect(text(path) == "new")
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640, "its access rights stay")
      try replace(folder.path + "/b")
      #expect(text(folder.path + "/b") == "new")
      let left = try OutputFile.replacing(path)
      left.discard()
      #expect(try names(folder) == ["a", "b"], "no part stays")
    }
  }

  /// `/dev/null` is such a device: as root, a rename would replace it with a file.
  @Test func `a pipe or device is written in place`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      for isRecording in [false, true] {
        let file = isRecording ? try OutputFile.new(path) : try OutputFile.replacing(path)
        #expect(file.made == nil)
        try file.write(words)
        try file.finish()
        file.discard()
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(reader, &bytes, 10) == 3 && bytes.starts(with: words))
      }
      #expect(kind(path) == S_IFIFO)
      // Only root can make devices. The numbers are those of /dev/null.
      let device = folder.path + "/null"
      if mknod(device, S_IFCHR | 0o600, 1 << 8 | 3) == 0, access(device, W_OK) == 0 {
        do { try replace(device) } catch { #expect("\(error)".contains("cannot be written"), "a folder without devices") }
        #expect(kind(device) == S_IFCHR)
      }
      #expect(try names(folder).allSatisfy { ["null", "pipe"].contains($0) })
    }
  }

  @Test func `links are followed`() throws {
    try Places.withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: false)
      let target = folder.path + "/in/target"
      // From link to link, relative and absolute, to a file that is missing at first.
      #expect(symlink("in/second", folder.path + "/first") == 0 && symlink(target, folder.path + "/in/second") == 0)
      for _ in 0..<2 {
        try replace(folder.path + "/first")
        #expect(text(target) == "new" && kind(folder.path + "/first") == S_IFLNK && kind(folder.path + "/in/second") == S_IFLNK)
      }
      let pipe = folder.path + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0 && symlink("pipe", folder.path + "/to-pipe") == 0)
      let reader = open(pipe, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      try replace(folder.path + "/to-pipe")
      #expect(kind(pipe) == S_IFIFO && kind(folder.path + "/to-pipe") == S_IFLNK)
      #expect(symlink("round", folder.path + "/round") == 0)
      #expect(throws: Failure.self) { try replace(folder.path + "/round") }
    }
  }

  @Test func `a recording takes only a new name`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/s.jsonl"
      let file = try OutputFile.new(path)
      try file.write(words)
      #expect(text(path) == "new" && file.made == path, "it is there at once")
      try file.finish()
      let refused = #expect(throws: Failure.self) { _ = try OutputFile.new(path) }
      #expect(refused?.description.contains("is here already: name another file") == true && text(path) == "new")
      #expect(symlink("s.jsonl", folder.path + "/link") == 0 && symlink("t.jsonl", folder.path + "/free") == 0)
      #expect(throws: Failure.self) { _ = try OutputFile.new(folder.path + "/link") }
      #expect(try OutputFile.new(folder.path + "/free").made == folder.path + "/t.jsonl")
    }
  }

  @Test func `an unwritable file is named`() throws {
    try Places.withFolder { folder in
      for path in [folder.path, folder.path + "/none/x", "/proc/self/none", ""] {
        let error = #expect(throws: Failure.self) { try replace(path) }
        #expect(error?.description.contains("cannot be written") == true, "\(path): \(String(describing: error))")
      }
    }
  }
}

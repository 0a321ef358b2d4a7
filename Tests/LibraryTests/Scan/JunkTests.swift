import Foundation
import Library
import TestSupport
import Testing

/// Tests of sticks full of other files than music. They are reported within limits, and memory does not grow.
@Suite struct JunkTests {
  private func touch(_ path: String) {
    let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
  }

  /// Most resident memory so far in kB, as the kernel counts it.
  private var mostResident: Int {
    let line = KernelText.line("/proc/self/status", "VmHWM:")
    return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  /// Resets `mostResident`: 5 is the kernel's value for that.
  private func forgetMostResident() {
    let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    #expect(descriptor >= 0 && write(descriptor, "5", 1) == 1)
    close(descriptor)
  }

  /// Reads 25,000 junk files of five kinds; memory must not grow. `GESTUREFLOW_JUNK=1000000` makes a million
  /// (`make test-long` does). The long names alone would take 3 MB, and 130 MB for a million. The bytes in use
  /// on the heap show growth exactly. Resident memory depends on pages that earlier tests have left free, and
  /// bounds the rest.
  @Test func `many junk files keep few lines`() throws {
    let count = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_JUNK"] ?? "") ?? 25_000
    try Places.withFolder { root in
      let stick = root.appendingPathComponent("stick")
      // A string of up to 15 bytes is stored inline, so these would not show.
      let long = String(repeating: "long ", count: 20)
      // Up to 10,000 films are remembered, as intended.
      let kinds = ["._\(long)%d.mp3", "\(long)%d.mp3", "%d.mp4", "\(long)%d.m3u8", "\(long)%d.txt"]
      for (place, kind) in kinds.enumerated() {
        let folder = stick.appendingPathComponent("\(place)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count / kinds.count { touch("\(folder.path)/\(String(format: kind, number))") }
      }
      try Music.write(stick.appendingPathComponent("z.wav"), seconds: 0.1)
      let index = try LibraryIndex(root.appendingPathComponent("index.sqlite").path)
      // Excludes the costs of a first scan (tables of the runtime, the index's cache).
      let small = root.appendingPathComponent("small")
      try FileManager.default.createDirectory(at: small, withIntermediateDirectories: true)
      for number in 0..<2000 { touch("\(small.path)/\(String(format: kinds[number % kinds.count], number))") }
      _ = try StickScanner(stick: "W", root: small.path, index: index).run()
      forgetMostResident()
      let before = mostResident
      let used = try #require(Heap.bytesInUse)
      var mostUsed = used
      // The last call comes after the whole read, while the scan still holds its data.
      let outcome = try StickScanner(stick: "S", root: stick.path, index: index).run { mostUsed = max(mostUsed, Heap.bytesInUse ?? .max) }
      let grown = mostResident - before
      let held = (mostUsed - used) >> 10
      print("junk: \(count) files, memory grew by \(grown) kB at the most, \(held) kB of it in use")
      #expect(held < (count < 50_000 ? 2 : 4) << 10, "\(held) kB")
      #expect(before > 0 && grown < 32 << 10, "\(grown) kB")
      #expect(outcome.isComplete && outcome.tracks == 1)
      #expect(outcome.mostHeld <= FolderWalk.runLength + 16)
      #expect(outcome.importable.count <= StickScanner.maxImportable)
      // Empty sound files, resource files, films, and playlists beyond the limit. Text files are not reported.
      let each = count / kinds.count
      #expect(outcome.problems == 3 * each + max(0, each - StickScanner.maxPlaylists))
      let told = try index.count(of: "S")
      #expect(told.tracks == 1 && told.problems == outcome.problems, "those that were only counted count")
      let lines = try index.problems(of: "S", limit: 1_000_000)
      #expect(lines.count == ProblemBudget.most + 1)
      #expect(lines.count { $0.reason.contains("macOS") } == ProblemBudget.mostJunk)
      #expect(lines.last == LibraryIssue(relative: "", reason: "and \(outcome.problems - ProblemBudget.most) more files were skipped"))
      // The second scan finds the same and adds nothing.
      let again = try StickScanner(stick: "S", root: stick.path, index: index).run()
      #expect(again.problems == outcome.problems && again.tracks == 1)
      #expect(try index.problems(of: "S", limit: 1_000_000).count == ProblemBudget.most + 1)
      // Without the junk the entry disappears, too.
      for place in 0..<4 { try FileManager.default.removeItem(at: stick.appendingPathComponent("\(place)")) }
      #expect(try StickScanner(stick: "S", root: stick.path, index: index).run().problems == 0)
      #expect(try index.problems(of: "S").isEmpty)
      #expect(try index.tracks(of: "S").count == 1)
    }
  }

  /// Many folders are nearly stem sets, or claim to be. Some are reported and the rest counted; memory does not
  /// grow.
  @Test func `many folders that are not stem sets keep few lines`() throws {
    try Places.withFolder { root in
      let count = StickScanner.maxStemSets + 200
      let stick = root.appendingPathComponent("stick")
      for number in 0..<count {
        let folder = stick.appendingPathComponent("\(String(repeating: "long ", count: 20))\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in number % 2 == 0 ? ["stems.toml"] : ["1 a 2bars.wav", "2 b 2bars.wav"] { touch("\(folder.path)/\(name)") }
      }
      let index = try LibraryIndex(root.appendingPathComponent("index.sqlite").path)
      let small = root.appendingPathComponent("small")
      try FileManager.default.createDirectory(at: small, withIntermediateDirectories: true)
      for name in ["stems.toml", "1 a 2bars.wav"] { touch("\(small.path)/\(name)") }
      _ = try StickScanner(stick: "W", root: small.path, index: index).run()
      let used = try #require(Heap.bytesInUse)
      var mostUsed = used
      let outcome = try StickScanner(stick: "S", root: stick.path, index: index).run { mostUsed = max(mostUsed, Heap.bytesInUse ?? .max) }
      #expect((mostUsed - used) >> 10 < 4 << 10, "\((mostUsed - used) >> 10) kB")
      #expect(outcome.isComplete && outcome.stemSets == 0 && outcome.problems > count)
      #expect(try index.count(of: "S").problems == outcome.problems)
      let lines = try index.problems(of: "S", limit: 1_000_000)
      #expect(lines.count == ProblemBudget.most + 1)
      #expect(lines.contains { $0.reason.contains("it has no [[channel]]") })
      #expect(lines.contains { $0.reason.contains("looks like a stem set") })
    }
  }

  @Test func `a stick without music is read to its end without a problem`() throws {
    try Places.withFolder { root in
      for name in ["photo.jpg", "letter.docx", "README", ".hidden", "archive.zip"] { touch("\(root.path)/\(name)") }
      let index = try LibraryIndex(nil)
      let outcome = try StickScanner(stick: "S", root: root.path, index: index).run()
      #expect(outcome.isComplete && outcome.tracks == 0 && outcome.problems == 0)
      #expect(try index.problems(of: "S").isEmpty)
    }
  }

  /// Names may contain line ends, escape characters and bidi overrides. The file plays under its own path, with
  /// a clean title.
  @Test func `names that deceive are shown clean`() throws {
    try Places.withFolder { root in
      let name = "a\nb\u{1B}[31m\u{202E}3pm.wav"
      try Music.write(root.appendingPathComponent(name), seconds: 0.1)
      try Music.write(root.appendingPathComponent("\u{200B}.wav"), seconds: 0.1)
      let index = try LibraryIndex(nil)
      #expect(try StickScanner(stick: "S", root: root.path, index: index).run().tracks == 2)
      let tracks = try index.tracks(of: "S")
      #expect(tracks.contains { $0.relative == name && $0.title == "a b [31m3pm" })
      #expect(tracks.contains { $0.title == "untitled" })
    }
  }

  @Test func `a film with a copy is not a problem`() throws {
    try Places.withFolder { root in
      touch(root.path + "/old.mp4")
      touch(root.path + "/new.mp4")
      let index = try LibraryIndex(nil)
      let outcome = try StickScanner(stick: "S", root: root.path, index: index) { $0.name == "old.mp4" }.run()
      #expect(outcome.importable.map(\.name) == ["new.mp4"])
      #expect(try index.problems(of: "S").map(\.relative) == ["new.mp4"])
    }
  }
}

/// Figures of glibc's heap.
private enum Heap {
  /// Allocated bytes of all arenas; nil if glibc does not report them.
  static var bytesInUse: Int? {
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let stream = open_memstream(&text, &length) else { return nil }
    let answer = mallocInfo(0, stream)
    fclose(stream)
    defer { free(text) }
    guard answer == 0, let text else { return nil }
    // The totals follow the last arena.
    let sums = String(cString: text).components(separatedBy: "</heap>").last ?? ""
    func size(_ line: String) -> Int? {
      guard let line = sums.split(separator: "\n").first(where: { $0.hasPrefix("<\(line)") }) else { return nil }
      return line.components(separatedBy: "size=\"").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
    guard let system = size("system type=\"current\""), let fast = size("total type=\"fast\""), let rest = size("total type=\"rest\""),
      let mapped = size("total type=\"mmap\"")
    else { return nil }
    return system - fast - rest + mapped
  }
}

/// malloc_info(3), which Swift's glibc module does not contain.
@_silgen_name("malloc_info") private func mallocInfo(_ options: Int32, _ stream: UnsafeMutablePointer<FILE>) -> Int32

/// Reads lines of the kernel's files.
enum KernelText {
  static func line(_ path: String, _ beginning: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").first { $0.hasPrefix(beginning) }.map(String.init) ?? ""
  }
}

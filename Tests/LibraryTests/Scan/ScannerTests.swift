import Foundation
import Library
import TestSupport
import Testing

@Suite struct ScannerTests {
  private func scan(_ root: URL, _ index: LibraryIndex) throws -> StickScanner.Outcome {
    try StickScanner(stick: "S", root: root.path, index: index).run()
  }

  @Test func `tracks are found and junk is named`() throws {
    try Places.withFolder { root in
      let index = try LibraryIndex(nil)
      try Music.write(root.appendingPathComponent("10 last.wav"), seconds: 1)
      try Music.write(root.appendingPathComponent("2 first.flac"), seconds: 2)
      let sub = root.appendingPathComponent("album/deep")
      try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
      for (name, rate, channels) in [("a.aiff", 8000, 1), ("b.wav", 192_000, 2), ("c.wav", 44_100, 8)] {
        try Music.write(sub.appendingPathComponent(name), seconds: 0.5, rate: rate, channels: channels)
      }
      try Data().write(to: root.appendingPathComponent("empty.mp3"))
      try Data("this is not music".utf8).write(to: root.appendingPathComponent("text.wav"))
      try Data("x".utf8).write(to: root.appendingPathComponent("._2 first.flac"))
      try Data("x".utf8).write(to: root.appendingPathComponent("film.mp4"))
      let whole = try Data(contentsOf: root.appendingPathComponent("2 first.flac"))
      try whole.prefix(60).write(to: root.appendingPathComponent("cut.flac"))
      // A loop of links, a name that is not UTF-8, and one of 250 characters.
      symlink(root.path, root.appendingPathComponent("loop.wav").path)
      symlink(root.path, root.appendingPathComponent("loop").path)
      let bad = root.path + "/bad-"
      bad.withCString { prefix in
        var bytes = Array(UnsafeBufferPointer(start: prefix, count: strlen(prefix)))
        bytes += [CChar(bitPattern: 0xFF), CChar(bitPattern: 0xFE)] + ".wav".utf8CString
        fclose(fopen(bytes, "w"))
      }
      try Music.write(root.appendingPathComponent(String(repeating: "n", count: 250) + ".wav"), seconds: 0.1)
      try Data("2 first.flac\nalbum/deep/a.aiff\nhttp://radio/x.mp3\n".utf8).write(to: root.appendingPathComponent("best.m3u8"))

      let outcome = try scan(root, index)
      let tracks = try index.tracks(of: "S").map(\.relative)
      #expect(outcome.isComplete && outcome.tracks == 6)
      #expect(tracks.prefix(2) == ["2 first.flac", "10 last.wav"])
      #expect(tracks.suffix(3) == ["album/deep/a.aiff", "album/deep/b.wav", "album/deep/c.wav"])
      let problems = Dictionary(uniqueKeysWithValues: try index.problems(of: "S").map { ($0.relative, $0.reason) })
      #expect(problems["empty.mp3"]?.contains("empty") == true)
      #expect(problems["text.wav"]?.contains("not a sound file") == true)
      #expect(problems["._2 first.flac"]?.contains("macOS") == true)
      #expect(problems["film.mp4"]?.contains("import") == true)
      #expect(problems["cut.flac"] != nil)
      #expect(problems["loop.wav"]?.contains("link") == true)
      #expect(problems.contains { $0.key.hasPrefix("bad-") && $0.value.contains("UTF-8") })
      #expect(problems["best.m3u8"]?.contains("network") == true)
      #expect(try index.playlists(of: "S").map(\.tracks) == [["2 first.flac", "album/deep/a.aiff"]])
      #expect(try index.search(["FIRST"], sticks: ["S"], limit: 10).map(\.relative) == ["2 first.flac"])
      #expect(try index.search(["100%_\\"], sticks: ["S"], limit: 10).isEmpty)
    }
  }

  /// Entries of a list that are not tracks on the stick. They are a missing file, a file that is not music, and
  /// a file that needs an import.
  @Test func `a playlists entries that are not there are a problem of the playlist`() throws {
    try Places.withFolder { root in
      let index = try LibraryIndex(nil)
      try Music.write(root.appendingPathComponent("there.wav"), seconds: 0.1)
      try Data("no music".utf8).write(to: root.appendingPathComponent("text.wav"))
      try Data("x".utf8).write(to: root.appendingPathComponent("film.mp4"))
      let list = root.appendingPathComponent("lists/mine.m3u8")
      try FileManager.default.createDirectory(at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("../there.wav\n../gone.wav\n../text.wav\n../film.mp4\n".utf8).write(to: list)
      func told() throws -> String? { try index.problems(of: "S").first { $0.relative == "lists/mine.m3u8" }?.reason }

      #expect(try scan(root, index).tracks == 1)
      #expect(try index.playlists(of: "S").map(\.tracks) == [["there.wav"]])
      #expect(try told() == [2, 3, 4].map { "line \($0) names a track that is not on the stick" }.joined(separator: "; "))
      // A track in the index that the stick has lost is missing, too. A new file is found.
      try FileManager.default.moveItem(at: root.appendingPathComponent("there.wav"), to: root.appendingPathComponent("gone.wav"))
      #expect(try scan(root, index).tracks == 1)
      #expect(try index.playlists(of: "S").map(\.tracks) == [["gone.wav"]])
      #expect(try told() == [1, 3, 4].map { "line \($0) names a track that is not on the stick" }.joined(separator: "; "))
    }
  }

  /// Foundation's split of a path ends the program on a name of one character.
  @Test func `names of one character are read`() throws {
    try Places.withFolder { root in
      let index = try LibraryIndex(nil)
      try Music.write(root.appendingPathComponent("a.wav"), seconds: 0.1)
      try Data("x".utf8).write(to: root.appendingPathComponent("x"))
      symlink(root.path, root.appendingPathComponent("z").path)
      mkfifo(root.appendingPathComponent("p").path, 0o600)
      try FileManager.default.createDirectory(at: root.appendingPathComponent("f"), withIntermediateDirectories: true)
      try Music.write(root.appendingPathComponent("f/b.wav"), seconds: 0.1)
      let outcome = try scan(root, index)
      #expect(outcome.isComplete)
      #expect(try index.tracks(of: "S").map(\.relative) == ["a.wav", "f/b.wav"])
    }
  }

  @Test func `only changes are read again`() throws {
    try Places.withFolder { root in
      let index = try LibraryIndex(root.appendingPathComponent("index.sqlite").path)
      let music = root.appendingPathComponent("music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
      for number in 0..<20 { try Music.write(music.appendingPathComponent("\(number).wav"), seconds: 0.1) }
      #expect(try scan(music, index).read == 20)
      #expect(try scan(music, index).read == 0)
      try Music.write(music.appendingPathComponent("3.wav"), seconds: 0.3)
      try FileManager.default.removeItem(at: music.appendingPathComponent("4.wav"))
      try Music.write(music.appendingPathComponent("new.wav"), seconds: 0.1)
      let again = try scan(music, index)
      #expect(again.read == 2 && again.tracks == 20)
      #expect(try index.tracks(of: "S").count == 20)
      let length = try #require(try index.tracks(of: "S").first { $0.relative == "3.wav" }?.length)
      #expect(abs(length - 0.3) < 0.01)
      // A reopened index has all entries.
      #expect(try LibraryIndex(root.appendingPathComponent("index.sqlite").path).tracks(of: "S").count == 20)
    }
  }

  @Test func `a scan can be cancelled and survives the roots end`() throws {
    try Places.withFolder { root in
      let index = try LibraryIndex(nil)
      for number in 0..<200 { try Music.write(root.appendingPathComponent("\(number).wav"), seconds: 0.02) }
      let scanner = StickScanner(stick: "S", root: root.path, index: index)
      let outcome = try scanner.run { scanner.cancel() }
      #expect(!outcome.isComplete && outcome.tracks < 200)
      // Known entries stay when the stick disappears during a scan.
      let known = try index.tracks(of: "S").count
      #expect(known > 0)
      let gone = try StickScanner(stick: "S", root: root.path + "/not-there", index: index).run()
      #expect(!gone.isComplete)
      #expect(try index.tracks(of: "S").count == known)
    }
  }

  /// A stick with many files: all are found, and the second scan reads none. `make test-long` makes
  /// 50,000.
  @Test func `a large stick is read once`() throws {
    let count = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_FILES"] ?? "") ?? 500
    try Places.withFolder { root in
      let seed = root.appendingPathComponent("seed.wav")
      try Music.write(seed, seconds: 0.02)
      let data = try Data(contentsOf: seed)
      try FileManager.default.removeItem(at: seed)
      let music = root.appendingPathComponent("music")
      for number in 0..<count {
        let folder = music.appendingPathComponent("\(number / 100)")
        if number % 100 == 0 { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        try data.write(to: folder.appendingPathComponent("\(number).wav"))
      }
      let index = try LibraryIndex(root.appendingPathComponent("index.sqlite").path)
      let begun = Date()
      #expect(try scan(music, index).tracks == count)
      let first = Date().timeIntervalSince(begun)
      let again = try scan(music, index)
      #expect(again.read == 0 && again.tracks == count)
      print(
        "large stick: \(count) files in \(String(format: "%.1f", first)) s, again in \(String(format: "%.1f", Date().timeIntervalSince(begun) - first)) s"
      )
      let tracks = try index.tracks(of: "S")
      #expect(tracks.first?.relative == "0/0.wav" && tracks.last?.relative == "\((count - 1) / 100)/\(count - 1).wav")
    }
  }
}

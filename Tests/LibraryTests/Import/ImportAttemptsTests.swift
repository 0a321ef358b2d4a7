import Foundation
import Library
import TestSupport
import Testing

/// An import that ends the process is tried twice and then reported.
@Suite struct ImportAttemptsTests {
  /// Replaces `env`: saves the content of the copies' folder while a program runs, and fails.
  private func launcher(_ folder: URL) throws -> URL {
    let script = folder.appendingPathComponent("env")
    let text = "#!/bin/sh\nfor f in '\(folder.path)'/imports/*.begun; do cp \"$f\" '\(folder.path)/seen/'; done\nexit 1\n"
    try Data(text.utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    for name in ["imports", "seen"] {
      try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    return script
  }

  private func names(_ folder: URL, _ name: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path)) ?? []
  }

  /// Restores that content, as if the process had ended during the import.
  private func die(_ folder: URL) throws {
    for name in names(folder, "seen") {
      let seen = folder.appendingPathComponent("seen/" + name)
      try FileManager.default.moveItem(at: seen, to: folder.appendingPathComponent("imports/" + name))
    }
  }

  @Test func `a film that ended the process twice is given up and reported`() throws {
    try Places.withFolder { folder in
      let launcher = try launcher(folder)
      let film = folder.appendingPathComponent("film.mp4")
      try Data("film".utf8).write(to: film)
      func importer() -> Importer { Importer(folder.path + "/imports", launcher: launcher.path) }
      for _ in 0..<2 {
        #expect(importer().whyGivenUp(film.path) == nil)
        _ = importer().convert(film.path)
        #expect(names(folder, "seen").count == 1, "the count is there before a program begins")
        #expect(names(folder, "imports").isEmpty, "an import that ended with a failure is not counted")
        try die(folder)
      }
      importer().resume()
      guard case .failed(let why) = importer().convert(film.path) else {
        Issue.record("it must be given up")
        return
      }
      #expect(importer().whyGivenUp(film.path) == why)
      #expect(names(folder, "seen").isEmpty, "no program was started for it")
      // A changed file is another one.
      try Data("a longer film".utf8).write(to: film)
      #expect(importer().whyGivenUp(film.path) == nil)
    }
  }

  @Test func `an import that ended clears an earlier count`() throws {
    try Places.withFolder { folder in
      let launcher = try launcher(folder)
      let film = folder.appendingPathComponent("film.mp4")
      try Data("film".utf8).write(to: film)
      let importer = Importer(folder.path + "/imports", launcher: launcher.path)
      for _ in 0..<3 {
        _ = importer.convert(film.path)
        try die(folder)
        _ = importer.convert(film.path)
        #expect(importer.whyGivenUp(film.path) == nil)
        for name in names(folder, "seen") { try FileManager.default.removeItem(at: folder.appendingPathComponent("seen/" + name)) }
      }
    }
  }

  @Test func `the scan reports abandoned files and offers them no more`() throws {
    try Places.withFolder { folder in
      let stick = folder.appendingPathComponent("stick")
      try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: true)
      for name in ["bad.mp4", "good.mp4"] { try Data("film".utf8).write(to: stick.appendingPathComponent(name)) }
      let index = try LibraryIndex(folder.appendingPathComponent("library.sqlite").path)
      let scanner = StickScanner(stick: "S", root: stick.path, index: index) { _ in
        false
      } whyGivenUp: { file in
        file.name == "bad.mp4" ? "given up" : nil
      }
      #expect(try scanner.run().importable.map(\.name) == ["good.mp4"])
      let told = try index.problems(of: "S")
      #expect(told.contains { $0.relative == "bad.mp4" && $0.reason == "given up" }, "\(told)")
    }
  }

  // MARK: - What is kept

  /// Writes a film of a client, as it waits after a start.
  private func upload(_ folder: URL) throws -> URL {
    let place = folder.appendingPathComponent("imports/.incoming/1")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let film = place.appendingPathComponent("film.mp4")
    try Data("film".utf8).write(to: film)
    return film
  }

  /// Replaces `env`: prints these words and ends with this status.
  private func program(_ folder: URL, _ body: String) throws -> String {
    let script = folder.appendingPathComponent("program")
    try Data("#!/bin/sh\n\(body)\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    return script.path
  }

  /// Waits for one result, and for the importer's work after it.
  private func finish(_ importer: Importer) {
    importer.add("/nowhere/next.mp4")
    #expect(waitUntil { importer.state.results.count == 2 })
  }

  private func isThere(_ film: URL) -> Bool { FileManager.default.fileExists(atPath: film.path) }

  /// Two power cuts during the import. The film is the only copy that is left.
  @Test func `an upload that is given up is kept and reported at each start`() throws {
    try Places.withFolder { folder in
      let launcher = try launcher(folder)
      let film = try upload(folder)
      func importer() -> Importer { Importer(folder.path + "/imports", launcher: launcher.path) }
      for _ in 0..<2 {
        _ = importer().convert(film.path)
        try die(folder)
      }
      for _ in 0..<2 {
        let importer = importer()
        importer.resume()
        finish(importer)
        let why = importer.state.results.first?.failure ?? ""
        #expect(why.hasPrefix(importer.whyGivenUp(film.path) ?? "-") && why.hasSuffix("the film stays on the box"), "\(why)")
        #expect(why.contains("gfctl import") && isThere(film))
      }
    }
  }

  @Test func `a person who asks tries again what was given up`() throws {
    try Places.withFolder { folder in
      let launcher = try launcher(folder)
      let film = folder.appendingPathComponent("film.mp4")
      try Data("film".utf8).write(to: film)
      let importer = Importer(folder.path + "/imports", launcher: launcher.path)
      for _ in 0..<2 {
        _ = importer.convert(film.path)
        try die(folder)
      }
      importer.add(film.path)
      #expect(waitUntil { importer.state.results.count == 1 })
      #expect(names(folder, "seen").isEmpty, "the library's own wish does not")
      importer.add(film.path, isAsked: true)
      #expect(waitUntil { importer.state.results.count == 2 })
      #expect(names(folder, "seen").count == 1 && importer.whyGivenUp(film.path) == nil)
    }
  }

  @Test func `a film on which ffmpeg crashes is not kept for another try`() throws {
    try Places.withFolder { folder in
      let film = try upload(folder)
      let importer = Importer(folder.path + "/imports", launcher: try program(folder, "kill -SEGV $$"))
      importer.resume()
      finish(importer)
      let why = importer.state.results.first?.failure ?? ""
      #expect(why.contains("ffmpeg crashed on it") && !isThere(film), "\(why)")
    }
  }

  /// The same film is sent again. Its name, size and time equal those of the dropped one.
  @Test func `a film that is sent again is tried again`() throws {
    try Places.withFolder { folder in
      let launcher = try launcher(folder)
      let film = try upload(folder)
      let time = 1_700_000_000
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: Double(time))], ofItemAtPath: film.path)
      let importer = Importer(folder.path + "/imports", launcher: launcher.path, freeBytes: { _ in 1 << 40 })
      for _ in 0..<2 {
        _ = importer.convert(film.path)
        try die(folder)
      }
      #expect(importer.whyGivenUp(film.path) != nil)
      let again = try importer.receive("film.mp4", bytes: 4, modified: time)
      Data("film".utf8).withUnsafeBytes { again.write($0) }
      _ = try again.finish()
      #expect(waitUntil { importer.state.results.count == 1 })
      #expect(names(folder, "seen").count == 1, "a program was started for it")
    }
  }

  /// The film is not at fault, so the attempt does not count.
  @Test(arguments: [
    ("echo 'env: ffmpeg: No such file or directory' >&2; exit 127", "ffmpeg cannot be started"),
    ("echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1", "no room for its copy"),
    ("kill -9 $$", "ffmpeg was killed"),
  ])
  func `an upload that could not be tried in peace is kept`(body: String, words: String) throws {
    try Places.withFolder { folder in
      let film = try upload(folder)
      let importer = Importer(folder.path + "/imports", launcher: try program(folder, body))
      importer.resume()
      finish(importer)
      let why = importer.state.results.first?.failure ?? ""
      #expect(why.contains(words) && why.hasSuffix("its next start tries it again"), "\(why)")
      #expect(isThere(film) && importer.whyGivenUp(film.path) == nil)
    }
  }

  @Test func `an upload without room for its copy is kept`() throws {
    try Places.withFolder { folder in
      let film = try upload(folder)
      let importer = Importer(folder.path + "/imports", freeBytes: { _ in 150 << 20 })
      importer.resume()
      finish(importer)
      #expect(importer.state.results.first?.failure?.contains("150 MB") == true && isThere(film))
    }
  }

  @Test func `an upload that holds no sound is removed`() throws {
    try Places.withFolder { folder in
      let film = try upload(folder)
      let importer = Importer(folder.path + "/imports", launcher: try program(folder, "echo 'Invalid data' >&2; exit 1"))
      importer.resume()
      #expect(waitUntil { !isThere(film) })
      #expect(importer.state.results.first?.failure?.contains("cannot be extracted (Invalid data)") == true)
    }
  }

  /// A stop as by SIGTERM. The index does not mark the film as failed, and the next start continues.
  @Test func `a stop in the middle of an import settles nothing`() throws {
    try Places.withFolder { folder in
      let stick = folder.appendingPathComponent("stick")
      try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: true)
      let film = stick.appendingPathComponent("film.mp4")
      try Data("film".utf8).write(to: film)
      var settings = MusicLibrary.Settings()
      (settings.mountRoot, settings.folders) = ("/nowhere", [stick.path])
      settings.importFolder = folder.path + "/imports"
      let index = try LibraryIndex(folder.path + "/library.sqlite")
      let importer = Importer(folder.path + "/imports", launcher: try program(folder, "exec sleep 600"))
      let library = MusicLibrary(
        settings, index: index, table: { "" }, identify: { _ in nil }, presence: { FolderPresence($0) }, access: StickAccess(),
        importer: importer
      ) { _ in }
      library.start()
      #expect(waitUntil { library.sticks.first?.isWhole == true })
      let before = try index.problems(of: stick.path)
      importer.add(film.path, isAsked: true)
      #expect(waitUntil { importer.state.file == film.path })
      library.stop()
      #expect(waitUntil { importer.state.file == nil })
      #expect(importer.state.results.first?.failure?.hasPrefix("the box was switched off") == true)
      #expect(try index.problems(of: stick.path) == before && importer.whyGivenUp(film.path) == nil)
      #expect(names(folder, "imports").isEmpty)
    }
  }
}

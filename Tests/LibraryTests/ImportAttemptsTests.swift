import Foundation
import Library
import TestSupport
import Testing

/// An import that ends the process is tried twice and then told.
@Suite struct ImportAttemptsTests {
  /// Stands for `env`: keeps what lies in the folder of the copies while a program runs, and fails.
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

  /// Puts back what was there while the import ran, as if the process had ended then.
  private func die(_ folder: URL) throws {
    for name in names(folder, "seen") {
      let seen = folder.appendingPathComponent("seen/" + name)
      try FileManager.default.moveItem(at: seen, to: folder.appendingPathComponent("imports/" + name))
    }
  }

  @Test func `a film that ended the process twice is given up and told`() throws {
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

  @Test func `the scan tells what was given up and offers it no more`() throws {
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
}

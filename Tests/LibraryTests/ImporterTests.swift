import Foundation
import Library
import TestSupport
import Testing

@Suite struct ImporterTests {
  @Test func aFullDiskIsRefusedAndNothingIsLeft() throws {
    try Places.withFolder { folder in
      let film = folder.appendingPathComponent("a.m4a")
      let isMade = try Music.encode(film)
      #expect(isMade)
      let imports = folder.appendingPathComponent("imports")
      let full = Importer(imports.path) { _ in 150 << 20 }
      guard case .failed(let why) = full.convert(film.path) else {
        Issue.record("it must be refused")
        return
      }
      #expect(why.contains("150 MB") && why.contains("200 MB"))
      #expect((try? FileManager.default.contentsOfDirectory(atPath: imports.path))?.isEmpty ?? true)
      let importer = Importer(imports.path)
      guard case .done(let copy) = importer.convert(film.path) else {
        Issue.record("it must be done")
        return
      }
      #expect(copy.hasSuffix(".flac") && importer.convert(film.path) == .done(copy))
      let kept = try FileManager.default.contentsOfDirectory(atPath: imports.path)
      #expect(kept.count == 1)
    }
  }

  @Test func badFilesAreNamed() throws {
    try Places.withFolder { folder in
      let importer = Importer(folder.appendingPathComponent("imports").path)
      let text = folder.appendingPathComponent("x.mp4")
      try Data("text".utf8).write(to: text)
      for path in [text.path, folder.path, folder.path + "/none"] {
        if case .done = importer.convert(path) { Issue.record("\(path) is no film") }
      }
      // A film that wants the network gets none.
      let list = folder.appendingPathComponent("net.m3u8.mp4")
      try Data("#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n".utf8).write(to: list)
      if case .done = importer.convert(list.path) { Issue.record("the network must not be used") }
    }
  }

  @Test func stoppingKillsTheChild() throws {
    try Places.withFolder { folder in
      let film = folder.appendingPathComponent("long.m4a")
      let made = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=duration=900", "-c:a", "aac", "-y", film.path])
      #expect(made.status == 0)
      let importer = Importer(folder.appendingPathComponent("imports").path)
      importer.add(film.path)
      #expect(waitUntil { importer.state.file == film.path && (importer.state.progress ?? 0) > 0 })
      importer.stop()
      #expect(waitUntil { importer.state.file == nil })
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/imports"))?.isEmpty ?? true)
    }
  }
}

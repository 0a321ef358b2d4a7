import Foundation
import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

/// A film that is already imported is not imported again. The answer says so.
@Suite struct ImportTwiceTests {
  @Test func `asking again says that it is done`() throws {
    try Places.withFolder { (folder: URL) throws in
      let film = folder.appendingPathComponent("film.m4a")
      let made = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=0.5", "-c:a", "aac", "-y", film.path])
      try #require(made.status == 0, "\(made.errors)")
      let box = try Box.alone(in: folder, state: folder.appendingPathComponent("state"))
      try box.runningBeside {
        try #require(waitUntil { box.music != nil })
        #expect(try box.carryOut(.import(path: film.path)).contains("waits to be imported"))
        #expect(waitUntil { box.music?.importer?.state.results.count == 1 })
        let answer = try box.carryOut(.import(path: film.path))
        #expect(answer.contains("was imported before") && answer.contains("/imports/"))
        // A client that waits for a result finds one. Nothing was converted again.
        let results = box.music?.importer?.state.results ?? []
        #expect(results.map(\.number) == [1, 2] && results.map(\.known) == [nil, true] && results.allSatisfy { $0.file == film.path })
        #expect(results.first?.copy != nil && results.first?.copy == results.last?.copy && box.music?.importer?.state.waiting == 0)
        // A changed film counts as another film.
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: film.path)
        #expect(try box.carryOut(.import(path: film.path)).contains("waits to be imported"))
      }
    }
  }
}

import Foundation
import GestureFlowAPI
import Library
import TestSupport
import Testing

/// Tests of films on the disk that clients have sent.
@Suite struct IncomingFilmTests {
  private func names(_ folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/.incoming")) ?? []).sorted()
  }

  private func write(_ film: IncomingFilm, _ count: Int) { [UInt8](repeating: 65, count: count).withUnsafeBytes { film.write($0) } }

  @Test func `a film that is given up leaves nothing`() throws {
    try Places.withFolder { folder in
      let importer = Importer(folder.path)
      do {
        let film = try importer.receive("a.mp4", bytes: 1000, modified: nil)
        write(film, 500)
        #expect(names(folder).count == 1)
        withExtendedLifetime(film) {}
      }
      #expect(names(folder).isEmpty)
      let short = try importer.receive("a.mp4", bytes: 1000, modified: nil)
      write(short, 999)
      #expect(throws: Problem.self) { try short.finish() }
    }
  }

  @Test func `room is reserved for all of them`() throws {
    try Places.withFolder { folder in
      // 300 MB are free: 200 stay free, and 64 are for the copy.
      let importer = Importer(folder.path, freeBytes: { _ in 300 << 20 })
      #expect(throws: Problem.self) { try importer.receive("large.mp4", bytes: 40 << 20, modified: nil) }
      do {
        let first = try importer.receive("a.mp4", bytes: 30 << 20, modified: nil)
        #expect(throws: Problem.self, "the first one's room is taken") {
          try importer.receive("b.mp4", bytes: 30 << 20, modified: nil)
        }
        withExtendedLifetime(first) {}
      }
      let second = try importer.receive("b.mp4", bytes: 30 << 20, modified: nil)
      withExtendedLifetime(second) { #expect(names(folder).count == 1) }
      #expect(throws: Problem.self) { try importer.receive("c.mp4", bytes: Importer.maxFilm + 1, modified: nil) }
    }
  }

  /// A power cut between a film's arrival and its import loses nothing. A partial film is removed.
  @Test func `whole films are found again`() throws {
    try Places.withFolder { folder in
      for (place, name) in [("1", "whole.mp4"), ("2", "half.mp4.part")] {
        try FileManager.default.createDirectory(atPath: folder.path + "/.incoming/\(place)", withIntermediateDirectories: true)
        try Data("no film".utf8).write(to: folder.appendingPathComponent(".incoming/\(place)/\(name)"))
      }
      let importer = Importer(folder.path)
      importer.resume()
      #expect(waitUntil { importer.state.results.count == 1 })
      let result = try #require(importer.state.results.first)
      #expect(result.number == 1 && result.file.hasSuffix("/whole.mp4") && result.failure != nil && result.copy == nil)
      #expect(waitUntil { names(folder).isEmpty }, "\(names(folder))")
    }
  }

  /// Without a free descriptor a whole film must not count as a fragment and be removed.
  @Test func `a folder that cannot be read is kept until the next start`() throws {
    try Places.withFolder { folder in
      for (place, name) in [("1", "whole.mp4"), ("2", "half.mp4.part"), ("3", nil)] {
        try FileManager.default.createDirectory(atPath: folder.path + "/.incoming/\(place)", withIntermediateDirectories: true)
        if let name { try Data("no film".utf8).write(to: folder.appendingPathComponent(".incoming/\(place)/\(name)")) }
      }
      let short = Importer(
        folder.path,
        names: { path in
          if path.hasSuffix("/1") { throw CocoaError(.fileReadUnknown) }
          return try FileManager.default.contentsOfDirectory(atPath: path)
        })
      short.resume()
      #expect(names(folder) == ["1"] && short.state.results.isEmpty)
      // The listing broke off: entries that it does not name stay.
      let blind = Importer(folder.path, names: { $0.hasSuffix("/1") ? [] : try FileManager.default.contentsOfDirectory(atPath: $0) })
      blind.resume()
      #expect(FileManager.default.fileExists(atPath: folder.path + "/.incoming/1/whole.mp4"))
      let importer = Importer(folder.path)
      importer.resume()
      #expect(waitUntil { importer.state.results.map(\.file) == [folder.path + "/.incoming/1/whole.mp4"] })
      #expect(waitUntil { names(folder).isEmpty }, "\(names(folder))")
    }
  }
}

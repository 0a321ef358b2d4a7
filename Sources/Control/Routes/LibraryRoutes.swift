import Foundation
import GestureFlowAPI
import Library
import Supervisor

/// `/v1/library`, `/v1/library/stems` and `/v1/library/problems`.
enum LibraryRoutes {
  static func tracks(_ request: Request, box: Box) throws(Problem) -> Response {
    try request.allow(["search", "limit", "offset"])
    let limit = try request.number("limit", 1...10_000, 1000)
    let offset = try request.number("offset", 0...1_000_000, 0)
    let library = try library(of: box)
    do {
      let found = try library.search(request.query["search"] ?? "", limit: limit, offset: offset)
      return Answers.json(
        found.map {
          LibraryTrack(
            path: $0.path, folder: $0.track.folder, title: $0.track.title, artist: $0.track.artist, album: $0.track.album,
            lengthSeconds: $0.track.length)
        })
    } catch { throw .failed("\(error)") }
  }

  /// Answers the stem sets separately from the tracks. The path of a set is a folder, so a client cannot play it as a
  /// track.
  static func stems(_ request: Request, box: Box) throws(Problem) -> Response {
    try request.allow([])
    return Answers.json(
      try library(of: box).music.sets.map { set in
        LibraryStemSet(
          path: set.path, folder: MusicList.shown(set.folder), name: set.name, tempoBPM: set.milliBPM.map { Double($0) / 1000 },
          metre: set.metre, key: set.key,
          channels: set.channels.map { .init(path: $0.path, name: $0.name, bars: $0.bars, gain: $0.gain, lengthSeconds: $0.seconds) })
      })
  }

  static func problems(_ request: Request, box: Box) throws(Problem) -> Response {
    try request.allow(["limit"])
    let limit = try request.number("limit", 1...10_000, 1000)
    let library = try library(of: box)
    do { return Answers.json(try library.problems(limit: limit).map { LibraryProblem(path: $0.path, reason: $0.reason) }) } catch {
      throw .failed("\(error)")
    }
  }

  private static func library(of box: Box) throws(Problem) -> MusicLibrary {
    guard let library = box.music else {
      throw .refused("there is no library: start the box without music files, or wait until its index is open")
    }
    return library
  }
}

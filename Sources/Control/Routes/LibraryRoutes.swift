import Foundation
import GestureFlowAPI
import Library
import Supervisor

/// `/v1/library` and `/v1/library/problems`.
enum LibraryRoutes {
  static func tracks(_ request: Request, box: Box) throws(Problem) -> Response {
    guard let library = box.music else { throw .refused("there is no library: the music was named at the start") }
    for name in request.query.keys.sorted() where !["search", "limit", "offset"].contains(name) {
      throw .badField(name, "there is no parameter '\(name)'; there are search, limit and offset")
    }
    let limit = try number(request, "limit", 1...10_000, 1000)
    let offset = try number(request, "offset", 0...1_000_000, 0)
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

  static func problems(_ request: Request, box: Box) throws(Problem) -> Response {
    guard let library = box.music else { throw .refused("there is no library: the music was named at the start") }
    let limit = try number(request, "limit", 1...10_000, 1000)
    do { return Answers.json(try library.problems(limit: limit).map { LibraryProblem(path: $0.path, reason: $0.reason) }) } catch {
      throw .failed("\(error)")
    }
  }

  private static func number(_ request: Request, _ name: String, _ range: ClosedRange<Int>, _ fallback: Int) throws(Problem) -> Int {
    guard let text = request.query[name] else { return fallback }
    guard let value = Int(text), range.contains(value) else {
      throw .badField(name, "'\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

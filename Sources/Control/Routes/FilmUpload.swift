import Foundation
import GestureFlowAPI
import Library
import NIOCore
import Supervisor

/// `POST /v1/imports?name=film.mp4&modified=SECONDS`: a film from the client's machine. The service cannot see the
/// files of that machine.
final class FilmUpload: UploadTarget {
  private let film: IncomingFilm
  private let name: String

  /// - Parameter bytes: length of the film.
  /// - Throws: `Problem` with the reason of the rejection.
  init(_ request: Request, bytes: Int64, box: Box) throws(Problem) {
    try request.allow(["name", "modified"])
    guard let name = request.query["name"], !name.isEmpty else { throw .badField("name", "'name' must be the film's file name") }
    guard bytes > 0 else { throw .badRequest("the film is empty (0 bytes)") }
    let modified = request.query["modified"] == nil ? nil : try request.number("modified", 0...1 << 40, 0)
    guard let importer = box.music?.importer else {
      throw .refused("this box cannot import: start it with --state-dir, and without music files")
    }
    film = try importer.receive(name, bytes: bytes, modified: modified)
    self.name = cleaned(name, limit: 200)
  }

  func write(_ bytes: ByteBuffer) { bytes.withUnsafeReadableBytes { film.write($0) } }

  func finish() -> Response {
    do throws(Problem) {
      return Answers.json(ImportAnswer(done: "\(name) waits to be imported", file: try film.finish()), status: .accepted)
    } catch { return Answers.problem(error) }
  }
}

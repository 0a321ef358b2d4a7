import Foundation
import GestureFlowAPI
import Supervisor

/// `/v1/captures` and `/v1/captures/NAME`: the recordings of the box's output.
enum CaptureRoutes {
  static let prefix = "/v1/captures/"

  static func list(_ request: Request, box: Box) throws(Problem) -> Response {
    try request.allow([])
    return Answers.json(try box.captures().captures)
  }

  static func file(_ request: Request, box: Box) throws(Problem) -> Response {
    try request.allow([])
    let captures = try box.captures()
    let name = String(request.path.dropFirst(prefix.count))
    // `file` accepts only names of captures. So a client cannot read other files of the box.
    guard let path = captures.folder.file(name), let file = OpenFile(path) else { throw captures.problem(without: name) }
    return .file(file, type: "audio/flac")
  }
}

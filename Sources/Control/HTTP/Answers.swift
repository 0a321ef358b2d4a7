import Foundation
import GestureFlowAPI
import NIOHTTP1

/// Encodes the bodies of answers.
package enum Answers {
  package static func json(_ value: some Encodable, status: HTTPResponseStatus = .ok) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has neither infinity nor NaN. One such figure must not lose the whole answer.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let body = try? encoder.encode(value) else { return problem(.failed("the answer cannot be encoded")) }
    return .whole(status: status, type: "application/json", body: body)
  }

  package static func problem(_ problem: Problem) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = (try? encoder.encode(problem)) ?? Data("{}".utf8)
    return .whole(status: HTTPResponseStatus(statusCode: problem.status), type: "application/problem+json", body: body)
  }

  package static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
    .whole(status: .ok, type: type, body: Data(text.utf8))
  }
}

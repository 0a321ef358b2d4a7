import Control
import Foundation
import GestureFlowAPI
import Testing

/// Tests of bodies of answers for any values.
@Suite struct AnswersTests {
  private func parts(_ response: Response) throws -> (status: Int, type: String, body: String) {
    guard case .whole(let status, let type, let body, let headers) = response else { throw Stream() }
    #expect(headers.isEmpty)
    return (Int(status.code), type, String(decoding: body, as: UTF8.self))
  }
  private struct Stream: Error {}

  /// A value that JSON cannot represent must not cost the whole status.
  @Test func `numbers that JSON does not have are words`() throws {
    let answer = try parts(Answers.json(["b": Double.infinity, "a": -.infinity, "c": .nan, "d": 0.5]))
    #expect(answer.status == 200 && answer.type == "application/json")
    #expect(answer.body == #"{"a":"-inf","b":"inf","c":"nan","d":0.5}"#)
  }

  @Test func `paths are not escaped`() throws {
    let answer = try parts(Answers.json(["/a/b ä"], status: .accepted))
    #expect(answer.status == 202 && answer.type == "application/json" && answer.body == #"["/a/b ä"]"#)
  }

  private struct Stubborn: Encodable {
    func encode(to encoder: any Encoder) throws { throw Stream() }
  }

  @Test func `a value that cannot be encoded is a failure of the box`() throws {
    let answer = try parts(Answers.json(Stubborn()))
    #expect(answer.status == 500 && answer.type == "application/problem+json" && answer.body.contains("cannot be encoded"))
  }

  @Test(arguments: [Problem.badField("limit", "no"), .notFound("no"), .refused("no"), .busy("no"), .otherHost("evil")])
  func `a problem is answered with its own status`(problem: Problem) throws {
    let answer = try parts(Answers.problem(problem))
    #expect(answer.status == problem.status && answer.type == "application/problem+json")
    #expect(try JSONDecoder().decode(Problem.self, from: Data(answer.body.utf8)) == problem)
  }

  @Test func `text is sent as it is`() throws {
    let answer = try parts(Answers.text("a/b\n"))
    #expect(answer.status == 200 && answer.type == "text/plain; charset=utf-8" && answer.body == "a/b\n")
  }
}

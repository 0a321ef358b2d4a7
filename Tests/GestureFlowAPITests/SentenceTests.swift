import Foundation
import GestureFlowAPI
import Testing

/// Tests that a message is one clean line.
/// This also holds if it names a file and repeats a client's text. The field that identifies a file stays as it is.
@Suite struct SentenceTests {
  private static let path = "/run/media/a\nb\u{1B}[31m\u{202E}3pm.wav"

  @Test func `a files error shows its path clean and keeps it exact`() {
    let error = FileError(path: Self.path, reason: "it is damaged")
    #expect(error.description == "/run/media/a b [31m3pm.wav: it is damaged")
    #expect(error.path == Self.path)
    let long = FileError(path: "/" + String(repeating: "x", count: 4000), reason: "it is damaged")
    #expect(long.description.count < FileError.longestPath + 20 && long.description.hasSuffix("…: it is damaged"))
  }

  @Test func `a problems detail is one clean line`() throws {
    let problem = Problem.badField("text", "'\(Self.path)' is not a file")
    #expect(problem.detail == "'/run/media/a b [31m3pm.wav' is not a file" && problem.description == problem.detail)
    #expect(Problem.failed(String(repeating: "long ", count: 10_000)).detail.count <= 2000)
    // As it comes out of JSON at the other end.
    #expect(try JSONDecoder().decode(Problem.self, from: JSONEncoder().encode(problem)) == problem)
  }
}

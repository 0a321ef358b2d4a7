import Control
import Foundation
import GestureFlowAPI
import Testing

/// Tests of valid request targets and of rejected ones.
@Suite struct ExchangeTests {
  private func request(_ target: String) -> Request? { Request(method: .GET, target: target, body: Data()) }

  @Test(arguments: ["", "*", "v1/status", "http://evil.example/v1/status", "//evil.example/v1/status", "localhost:80"])
  func `a text that is not a path is not a request`(target: String) { #expect(request(target) == nil) }

  @Test func `path and query are decoded`() throws {
    let plain = try #require(request("/v1/library?search=a%26b%20%C3%A4&limit=5"))
    #expect(plain.path == "/v1/library" && plain.query == ["search": "a&b ä", "limit": "5"])
    let twice = try #require(request("/v1/library?limit=1&limit=2&search"))
    #expect(twice.query == ["limit": "2", "search": ""], "of several with one name the last")
    // Dots do not lead from one path to another. A path without an exact name does not exist.
    #expect(request("/v1/%2e%2e/status")?.path == "/v1/../status")
  }

  @Test(arguments: ["1", "5", "10"]) func `a number in its range is taken`(text: String) throws {
    let limit = try #require(request("/x?limit=\(text)")).number("limit", 1...10, 3)
    #expect(limit == Int(text))
  }

  @Test func `a number that is not given has its default`() throws {
    let limit = try #require(request("/x?offset=5")).number("limit", 1...10, 3)
    #expect(limit == 3)
  }

  @Test(arguments: ["0", "11", "-1", "1.5", "1e1", "abc", "", "%205", "0x5", "99999999999999999999"])
  func `a number out of its range is named`(text: String) throws {
    let request = try #require(self.request("/x?limit=\(text)"))
    let problem = #expect(throws: Problem.self) { _ = try request.number("limit", 1...10, 3) }
    #expect(problem?.status == 400 && problem?.field == "limit")
    #expect(problem?.detail.contains("from 1 to 10") == true)
  }

  @Test func `a parameter that is not known is named with those that are`() throws {
    let request = try #require(self.request("/x?search=a&limt=5"))
    #expect(throws: Never.self) { try request.allow(["search", "limt"]) }
    let problem = #expect(throws: Problem.self) { try request.allow(["search", "limit"]) }
    #expect(problem?.field == "limt" && problem?.detail.contains("there is search, limit") == true)
    let none = #expect(throws: Problem.self) { try request.allow([]) }
    #expect(none?.detail.contains("this path takes none") == true)
    // An answer repeats a client's text only up to a limit.
    let long = try #require(self.request("/x?\(String(repeating: "y", count: 5000))=1"))
    #expect((#expect(throws: Problem.self) { try long.allow(["limit"]) }?.detail.count ?? 5000) < 300)
  }

  @Test func `without anything else a server takes no files`() throws {
    let service = Service { _ in Answers.text("") }
    let request = try #require(self.request("/v1/imports"))
    #expect(!service.takesUpload(request))
    guard case .failure(let problem) = service.receive(request, 100) else {
      Issue.record("there is nothing to take it")
      return
    }
    #expect(problem.status == 405)
  }
}

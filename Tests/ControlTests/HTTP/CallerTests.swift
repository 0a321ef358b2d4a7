import Foundation
import TestSupport
import Testing

/// Tests of the right to send requests, by the headers of browsers and programs.
@Suite(OneBox()) struct CallerTests {
  private func ask(_ box: RunningBox, _ headers: String, socket: String? = nil) -> Answer {
    guard let connection = UnixConnection(socket ?? box.control) else { return Answer(status: 0, headers: "", body: Data()) }
    connection.send("GET /v1/health HTTP/1.1\r\nConnection: close\r\n\(headers)\r\n")
    return Answer(connection.readAll())
  }

  /// A malicious page may point its host name at the owner's forwarded port. The browser then reports
  /// "same-origin", and only the host name reveals it.
  @Test func `other hosts are refused`() throws {
    let box = try #require(RunningBox.shared)
    for name in [
      "localhost", "localhost:8080", "LocalHost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080", "control.sock", "box",
    ] {
      #expect(ask(box, "Host: \(name)\r\n").status == 200, "\(name)")
    }
    #expect(ask(box, "").status == 200, "a program may leave it out")
    for name in [
      "evil.example", "evil.example:8080", "localhost.evil.example", "evil.example:localhost", "127.0.0.1.evil.example", "127.0.0.2",
      "[::1].evil.example", "[::2]:8080", "localhost:80:80", "health.sock", "evil.example\r\nSec-Fetch-Site: same-origin",
    ] {
      let answer = ask(box, "Host: \(name)\r\n")
      #expect(answer.status == 421 && answer.json["type"] as? String == "other-host", "\(name): \(answer.status) \(answer.text)")
    }
    #expect(ask(box, "Host: localhost\r\nHost: evil.example\r\n").status == 421)
    #expect(ask(box, "Host: evil.example\r\n", socket: box.health).status == 421, "what is read is not theirs either")
    #expect(ask(box, "Host: health.sock\r\n", socket: box.health).status == 200)
  }

  /// A film of a malicious page is rejected before its first byte.
  @Test func `other hosts send no films`() throws {
    let box = try #require(RunningBox.shared)
    let connection = try #require(UnixConnection(box.control))
    connection.send("POST /v1/imports?name=a.mp4 HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000000\r\n\r\n")
    #expect(Answer(connection.readAll()).status == 421)
    #expect(!FileManager.default.fileExists(atPath: box.folder.path + "/state/imports"))
  }
}

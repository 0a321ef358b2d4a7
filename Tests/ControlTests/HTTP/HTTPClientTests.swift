import Control
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests with programs that people use as clients. `ConformanceTests` has more forms of requests.
@Suite(.serialized) struct HTTPClientTests {
  private static let (curl, ab, nc) = ("/usr/bin/curl", "/usr/bin/ab", "/usr/bin/nc.openbsd")

  private static func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

  /// Runs a client against a server that repeats path and body.
  /// - Parameter count: number of requests that must be carried out.
  private func withServer(count: Int, _ body: (OwnServer) throws -> Void) throws {
    let done = Mutex(0)
    let server = try OwnServer(
      .patient,
      Service { request in
        guard request.caller == .ours else { return Answers.problem(.otherHost("another")) }
        done.withLock { $0 += 1 }
        return Answers.text("<\(request.path) \(String(decoding: request.body, as: UTF8.self))>")
      })
    defer { server.stop() }
    try body(server)
    #expect(done.withLock { $0 } == count)
  }

  /// Runs a program while a TCP port leads to the socket. `PORT` in its arguments stands for that port.
  private func throughTCP(_ server: OwnServer, _ words: [String]) throws -> ProgramRun {
    let script = """
      import subprocess, sys
      sys.path.insert(0, sys.argv[1])
      import forward
      port = str(forward.forward(sys.argv[2]).getsockname()[1])
      sys.exit(subprocess.call([word.replace("PORT", port) for word in sys.argv[3:]]))
      """
    let folder = Places.project.appendingPathComponent("Tests/Page").path
    return try ProgramRun.run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-B", "-c", script, folder, server.path] + words)
  }

  @Test(.enabled(if: has(curl), "Debian's package curl is not installed: its requests are not tested"))
  func `curl has its answer to each form of a request`() throws {
    try withServer(count: 6) { server in
      let (options, url) = (["-sS", "--unix-socket", server.path], "http://localhost/a")
      func answer(_ arguments: [String]) throws -> String {
        let run = try ProgramRun.run(URL(fileURLWithPath: Self.curl), ["-q"] + options + arguments)
        #expect(run.status == 0, "\(run.errors)")
        return run.output
      }
      #expect(try answer([url]) == "</a >")
      #expect(try answer(["-d", "ab", url]) == "</a ab>")
      let old = try answer(["--http1.0", "-i", url])
      #expect(old.contains("\r\nConnection: close\r\n") && old.hasSuffix("\r\n\r\n</a >"), "\(old)")
      // Without the word to go on, curl would wait for five minutes.
      let expecting = try answer(["-i", "-H", "Expect: 100-continue", "--expect100-timeout", "300", "-d", "ab", url])
      #expect(expecting.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n") && expecting.hasSuffix("</a ab>"), "\(expecting)")
      let connects = ["-w", "%{num_connects}"]
      let two = try answer([connects, [url, "--next"], options, connects, ["-d", "ab", "http://localhost/b"]].flatMap { $0 })
      #expect(two == "</a >1</b ab>0", "both requests use one connection")
    }
  }

  @Test(
    .enabled(if: has(curl), "Debian's package curl is not installed: its requests are not tested"),
    .enabled(if: FreePort.tcp != nil, "there is no loopback here: no TCP port leads to the socket"))
  func `curl has its answer when the box is its proxy`() throws {
    try withServer(count: 1) { server in
      let run = try throughTCP(
        server, [Self.curl, "-q", "-sS", "-v", "--noproxy", "", "-x", "http://127.0.0.1:PORT", "http://localhost/a"])
      #expect(run.status == 0 && run.output == "</a >", "\(run.errors)")
      #expect(run.errors.contains("> GET http://localhost/a HTTP/1.1"), "the request line has the whole URL: \(run.errors)")
    }
  }

  @Test(
    .enabled(if: has(ab), "Debian's package apache2-utils is not installed: ab's load is not tested"),
    .enabled(if: FreePort.tcp != nil, "there is no loopback here: no TCP port leads to the socket"))
  func `ab keeps its connections through two hundred requests`() throws {
    try withServer(count: 200) { server in
      let run = try throughTCP(server, [Self.ab, "-q", "-k", "-n", "200", "-c", "4", "http://127.0.0.1:PORT/a"])
      let figures = run.output.matches(of: /(Complete|Failed|Keep-Alive) requests: +(\d+)/).map { "\($0.output.1) \($0.output.2)" }
      #expect(run.status == 0 && figures == ["Complete 200", "Failed 0", "Keep-Alive 200"], "\(run.output) \(run.errors)")
      #expect(!run.output.contains("Non-2xx"))
    }
  }

  @Test(.enabled(if: has(nc), "Debian's package netcat-openbsd is not installed: its requests are not tested"))
  func `nc has its answer after it closed its side`() throws {
    try withServer(count: 1) { server in
      let command = #"printf 'POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nab' | "$0" -N -U "$1""#
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/sh"), ["-c", command, Self.nc, server.path])
      #expect(run.status == 0 && run.output.hasPrefix("HTTP/1.1 200 OK\r\n") && run.output.hasSuffix("\r\n\r\n</a ab>"), "\(run)")
    }
  }
}

import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Films reach the box through its socket. The service sees neither its owner's home nor the machine's /tmp.
@Suite(.serialized) struct ImportTests {
  private func film(_ url: URL, seconds: Int = 1) throws {
    let made = try ProgramRun.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=\(seconds)", "-c:a", "aac", "-y", url.path])
    #expect(made.status == 0, "\(made.errors)")
  }

  private func library(_ box: RunningBox) -> LibraryStatus? {
    (try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body))?.library
  }

  /// Returns the names in the folder for incoming films; nil without that folder.
  private func incoming(_ box: RunningBox) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: box.folder.path + "/state/imports/.incoming")) ?? []
  }

  @Test func `a film is sent imported and named after itself`() throws {
    let box = try RunningBox()
    try Places.withFolder { folder in
      let film = folder.appendingPathComponent("my holiday.m4a")
      try self.film(film)
      let run = try box.ctl("import", film.path)
      #expect(run.status == 0 && run.output == "imported 1 file(s)\n", "\(run.output) \(run.errors) \(box.output)")
      #expect(FileManager.default.fileExists(atPath: film.path), "the owner's film stays")
      #expect(waitUntil { incoming(box).isEmpty }, "the box's copy of it goes")
      #expect(waitUntil { library(box)?.tracks == 1 })
      let tracks = try JSONDecoder().decode([LibraryTrack].self, from: box.ask("GET", "/v1/library").body)
      #expect(tracks.map(\.title) == ["my holiday"])
      // The service never saw the owner's file: the film came through the socket.
      let result = try #require(library(box)?.importResults.last)
      #expect(result.file.hasPrefix(box.folder.path + "/state/imports/.incoming/") && result.failure == nil)
      // The same film again gives the same copy, and the answer says so.
      let again = try box.ctl("import", film.path)
      #expect(again.status == 0 && again.output.hasPrefix("\(film.path) was imported before and has not changed"), "\(again.output)")
      #expect(waitUntil { incoming(box).isEmpty })
      let copies = try FileManager.default.contentsOfDirectory(atPath: box.folder.path + "/state/imports").filter { $0.hasSuffix(".flac") }
      #expect(copies.count == 1, "\(copies)")
    }
  }

  /// A film on a stick is named and not sent. A second request must get the answer that gfctl waits for.
  @Test func `a sticks film that was imported before is said to be`() throws {
    try Places.withFolder { (folder: URL) throws in
      let files = FileManager.default
      let stick = folder.appendingPathComponent("stick")
      try files.createDirectory(at: stick, withIntermediateDirectories: true)
      let films = (0..<60).map { stick.appendingPathComponent("\($0).m4a") }
      let time: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: 1_000_000)]
      try film(films[0])
      try files.setAttributes(time, ofItemAtPath: films[0].path)
      let config = folder.appendingPathComponent("c.toml")
      try "[library]\nfolders = [\"\(stick.path)\"]\nmount-root = \"/nowhere\"\n".write(to: config, atomically: true, encoding: .utf8)
      let box = try RunningBox(["--config", config.path])
      #expect(waitUntil { library(box)?.sticks.contains { $0.path == stick.path } ?? false })
      let first = try box.ctl("import", films[0].path)
      #expect(first.status == 0 && first.output == "imported 1 file(s)\n", "\(first.output) \(first.errors)")
      let copy = try #require(library(box)?.importResults.last?.copy)
      for options in [[], ["--no-wait"]] {
        let again = try box.ctl(["import"] + options + [films[0].path])
        #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
        #expect(again.output == "\(films[0].path) was imported before and has not changed: its copy is \(copy)\n")
      }
      // More films than the box keeps results of. A copy's name is its film's, with a suffix from the film's
      // size and time.
      let mark = (copy as NSString).lastPathComponent.dropFirst()
      for (number, film) in films.enumerated().dropFirst() {
        try files.copyItem(at: films[0], to: film)
        try files.setAttributes(time, ofItemAtPath: film.path)
        try files.copyItem(atPath: copy, toPath: "\((copy as NSString).deletingLastPathComponent)/\(number)\(mark)")
      }
      let many = try box.ctl(["import"] + films.map(\.path))
      #expect(many.status == 0 && many.errors.isEmpty, "\(many.errors)")
      let lines = many.output.split(separator: "\n")
      #expect(lines.count == films.count && lines.allSatisfy { $0.contains("was imported before") }, "\(many.output)")
    }
  }

  @Test func `failures are the exit code`() throws {
    let box = try RunningBox()
    try Places.withFolder { folder in
      let text = folder.appendingPathComponent("no film.mp4")
      try Data("text".utf8).write(to: text)
      let bad = try box.ctl("import", text.path)
      #expect(bad.status == 1 && bad.errors.contains("import of \(text.path) failed"), "\(bad.output) \(bad.errors)")
      let none = try box.ctl("import", folder.path + "/none.mp4")
      #expect(none.status == 1 && none.errors.contains("No such file"), "\(none.errors)")
      #expect(try box.ctl("import", folder.path).errors.contains("it is not a file: name a film"))
      let empty = folder.appendingPathComponent("empty.mp4")
      try Data().write(to: empty)
      #expect(try box.ctl("import", empty.path).errors.contains("0 bytes"))
      // A good film among bad ones is imported. An earlier failure is not its own.
      let good = folder.appendingPathComponent("good.m4a")
      try self.film(good)
      let mixed = try box.ctl("import", text.path, good.path)
      #expect(mixed.status == 1 && !mixed.errors.contains("good.m4a"), "\(mixed.errors)")
      let again = try box.ctl("import", good.path)
      #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
    }
  }

  /// The film exceeds the memory limits. It passes whole, and the other routes keep their limit.
  @Test func `large films go through and other bodies do not`() throws {
    let box = try RunningBox()
    let bytes = 3 << 20
    let connection = try #require(UnixConnection(box.control))
    connection.send("POST /v1/imports?name=large.bin HTTP/1.1\r\nConnection: close\r\nContent-Length: \(bytes)\r\n\r\n")
    for _ in 0..<48 { connection.send(Data(repeating: 7, count: 65_536)) }
    let answer = Answer(connection.readAll())
    #expect(answer.status == 202, "\(answer.headers) \(answer.text)")
    let file = try #require(answer.json["file"] as? String)
    #expect(waitUntil { library(box)?.importResults.contains { $0.file == file && $0.failure != nil } ?? false }, "it is not a film")
    #expect(box.ask("POST", "/v1/commands", body: String(repeating: " ", count: 65_537)).status == 413)
  }

  @Test func `a client is asked to wait until the box has looked`() throws {
    let box = try RunningBox()
    let polite = try #require(UnixConnection(box.control))
    polite.send("POST /v1/imports?name=a.mp4 HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    #expect(String(decoding: polite.readSome(), as: UTF8.self).hasPrefix("HTTP/1.1 100 Continue\r\n\r\n"))
    polite.send("abcd")
    #expect(Answer(polite.readAll()).status == 202)
    let cases: [(String, String, Int)] = [
      ("/v1/imports?name=a.mp4", "Content-Length: \(9 << 30)\r\n", 413), ("/v1/imports", "Content-Length: 4\r\n", 400),
      ("/v1/imports?name=a.mp4&x=1", "Content-Length: 4\r\n", 400), ("/v1/imports?name=a.mp4&modified=-1", "Content-Length: 4\r\n", 400),
      ("/v1/imports?name=a.mp4", "Transfer-Encoding: chunked\r\n", 411), ("/v1/imports?name=a.mp4", "", 411),
    ]
    for (target, header, status) in cases {
      let connection = try #require(UnixConnection(box.control))
      connection.send("POST \(target) HTTP/1.1\r\n\(header)Expect: 100-continue\r\n\r\n")
      let answer = Answer(connection.readAll())
      #expect(answer.status == status && !answer.headers.contains("100 Continue"), "\(target) \(header): \(answer.headers)")
    }
    #expect(box.ask("GET", "/v1/imports").status == 405)
    #expect(box.ask("POST", "/v1/imports?name=a.mp4", body: "abcd", socket: box.health).status == 405)
  }

  @Test func `half a film leaves nothing`() throws {
    let box = try RunningBox()
    do {
      let connection = try #require(UnixConnection(box.control))
      connection.send("POST /v1/imports?name=half.mp4 HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
      connection.send(Data(repeating: 1, count: 300_000))
      withExtendedLifetime(connection) { #expect(waitUntil { incoming(box).count == 1 }) }
    }
    #expect(waitUntil { incoming(box).isEmpty }, "\(incoming(box))")
    #expect(library(box)?.importsWaiting == 0)
    // Two uploads run at a time, and their places are freed.
    let two = (0..<2).compactMap { _ in UnixConnection(box.control) }
    for connection in two {
      connection.send("POST /v1/imports?name=slow.mp4 HTTP/1.1\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
      #expect(String(decoding: connection.readSome(), as: UTF8.self).contains("100 Continue"))
    }
    let third = try withExtendedLifetime(two) {
      let third = try #require(UnixConnection(box.control))
      third.send("POST /v1/imports?name=third.mp4 HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
      return Answer(third.readAll())
    }
    #expect(third.status == 503 && third.text.contains("films are being sent"))
  }
}

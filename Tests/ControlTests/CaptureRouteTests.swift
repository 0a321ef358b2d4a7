import Control
import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// The output is captured, listed and fetched through the socket.
@Suite(.serialized) struct CaptureRouteTests {
  private func captures(_ box: RunningBox) throws -> [Capture] {
    try JSONDecoder().decode([Capture].self, from: box.ask("GET", "/v1/captures").body)
  }

  private func status(_ box: RunningBox) throws -> CaptureStatus? {
    try JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body).capture
  }

  @Test func `a capture is made listed and fetched`() throws {
    let box = try RunningBox()
    let none = try captures(box)
    let off = try status(box)
    #expect(none.isEmpty && off?.state == .off)
    let stopped = try box.ctl("capture", "stop")
    #expect(stopped.status == 1 && stopped.errors.contains("no capture is running"), "\(stopped.errors)")
    let started = try box.ctl("capture", "start")
    #expect(started.status == 0 && started.output.contains(".flac"), "\(started.output)\(started.errors)")
    #expect(try box.ctl("capture", "start").status == 1, "one at a time")
    #expect(waitUntil { ((try? status(box))?.seconds ?? 0) > 2 })
    // Another mode changes the sound, but the capture continues.
    #expect(try box.ctl("mode", "stems").status == 0)
    let open = try #require(try captures(box).first)
    #expect(open.open)
    let path = "/v1/captures/" + (open.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    #expect(box.ask("GET", path).status == 409, "it is being written")
    #expect(try box.ctl("capture", "stop").status == 0)
    // The request does not wait for a slow disk.
    #expect(waitUntil { (try? captures(box))?.first?.open == false })
    let whole = try #require(try captures(box).first)
    #expect(!whole.open && whole.name == open.name && whole.bytes > 10_000)

    let answer = box.ask("GET", path)
    #expect(answer.status == 200 && answer.body.count == Int(whole.bytes) && answer.body.starts(with: Data("fLaC".utf8)))
    #expect(answer.headers.contains("audio/flac"))
    #expect(box.ask("HEAD", path).body.isEmpty && box.ask("POST", path).status == 405)
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("x.flac").path
      let run = try box.ctl("capture", "get", whole.name, "-o", file)
      #expect(run.status == 0, "\(run.errors)")
      let fetched = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(fetched == answer.body)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.flac"], "and nothing beside it")
      for words in [["get", "none"], ["get", whole.name, "-o", folder.path + "/none/x.flac"], ["remove", "none"]] {
        let failed = try box.ctl(["capture"] + words)
        #expect(failed.status == 1, "\(words): \(failed.errors)")
      }
      let frame = try box.ctl("frame", "-o", folder.path + "/none/p.png")
      #expect(frame.status == 1 && frame.errors.contains("cannot be written"), "\(frame.errors)")
    }
    #expect(box.ask("GET", "/v1/captures", socket: box.health).status == 404, "not on the socket that everybody reads")
  }

  /// Only whole files with a capture's name are removed.
  @Test func `a capture is removed and nothing else`() throws {
    let box = try RunningBox(camera: "performer:empty")
    let folder = box.folder.path + "/state/captures"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func isThere(_ file: String) -> Bool { access(file, F_OK) == 0 }
    let secret = box.folder.path + "/state/secret.flac"
    for file in [secret, folder + "/other.flac", folder + "/2026-01-01 1.flac", folder + "/2026-01-01 2.flac"] {
      try Data("fLaC".utf8).write(to: URL(fileURLWithPath: file))
    }
    try FileManager.default.createSymbolicLink(atPath: folder + "/2026-01-01 3.flac", withDestinationPath: secret)
    try FileManager.default.createDirectory(atPath: folder + "/2026-01-01 4.flac", withIntermediateDirectories: true)
    func remove(_ name: String) throws -> Answer {
      let body = try JSONEncoder().encode(CommandBody(.captureRemove, text: name))
      return box.ask("POST", "/v1/commands", body: String(decoding: body, as: UTF8.self))
    }
    for name in [
      "../secret.flac", "..", "/", secret, "other.flac", "captures/2026-01-01 1.flac", "./2026-01-01 1.flac", "2026-01-01 1.flac/",
      "2026-01-01 3.flac", "2026-01-01 4.flac", "2026-01-01 9.flac", "2026-01-01 1", "2026-01-01 1.flac\0", "2026-01-01  1.flac",
    ] {
      let answer = try remove(name)
      #expect(
        answer.status == 404 && answer.text.contains("does not exist: run gfctl capture list"), "\(name): \(answer.status) \(answer.text)")
    }
    #expect(try remove("").status == 400)
    #expect(box.ask("POST", "/v1/commands", body: "{\"command\":\"captureRemove\"}").status == 400)
    #expect(try remove("../\u{1B}[2J.flac").text.contains("\u{1B}") == false)
    #expect(isThere(secret) && isThere(folder + "/other.flac") && isThere(folder + "/2026-01-01 4.flac"))
    #expect(try captures(box).map(\.name) == ["2026-01-01 1.flac", "2026-01-01 2.flac"])

    #expect(try box.ctl("capture", "start").status == 0)
    let open = try #require(try captures(box).first(where: \.open)).name
    let refused = try remove(open)
    #expect(refused.status == 409 && refused.text.contains("is being written: run gfctl capture stop"), "\(refused.text)")
    let byName = try box.ctl("capture", "remove", open)
    #expect(byName.status == 1 && byName.errors.contains("is being written"), "\(byName.errors)")
    #expect(try box.ctl("capture", "stop").status == 0)
    #expect(waitUntil { (try? captures(box))?.contains { $0.name == open && !$0.open } == true }, "it was left alone")

    let removed = try box.ctl("capture", "remove", String(open.dropLast(5)))
    #expect(removed.status == 0 && removed.output.contains("\(open) is removed"), "\(removed.output)\(removed.errors)")
    #expect(try box.ctl("capture", "remove", open).status == 1, "it is gone")
    #expect(try box.ctl("capture", "remove").status == 64, "none is meant without a name")
    #expect(try captures(box).map(\.name) == ["2026-01-01 1.flac", "2026-01-01 2.flac"])
    #expect(box.ask("POST", "/v1/commands", body: "{}", socket: box.health).status == 405, "not on the socket that everybody reads")
  }

  @Test func `no other file of the box can be meant`() throws {
    let box = try RunningBox(camera: "performer:empty")
    let folder = box.folder.path + "/state/captures"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: URL(fileURLWithPath: box.folder.path + "/state/secret.flac"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/2026-01-01 1.flac", withDestinationPath: "/etc/passwd")
    for name in [
      "", "..%2Fsecret.flac", "../secret.flac", "%2e%2e/secret.flac", "2026-01-01%201.flac", "..%2F..%2F..%2Fetc%2Fpasswd", "a%00b",
      String(repeating: "a", count: 3000),
    ] {
      let answer = box.ask("GET", "/v1/captures/\(name)")
      #expect(answer.status == 404 || answer.status == 400, "\(name): \(answer.status)")
      #expect(!String(decoding: answer.body, as: UTF8.self).contains("root:"))
    }
    #expect(try captures(box).isEmpty)
  }
}

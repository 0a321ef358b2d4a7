import Control
import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The answers to browsers on the network, on a box that does not run: paired ones, others, and guesses of the code.
@Suite struct NetworkServiceTests {
  private let pairing: Pairing
  private let service: Service
  private let box: Box
  private let seconds = Seconds()
  private let folder: TemporaryFolder

  /// A clock that the test sets.
  private final class Seconds: Sendable {
    private let value = Mutex(0.0)
    var now: Double { value.withLock { $0 } }
    func pass(_ time: Double) { value.withLock { $0 += time } }
  }

  /// A folder that ends with the test.
  private final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("gf-network-\(UUID())")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  init() throws {
    folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("own.toml")
    try Data().write(to: file)
    var settings = RunSettings()
    (settings.camera, settings.sink, settings.freeRunning) = (.performer("open"), .null, true)
    settings.configFiles = [file.path]
    box = try Box(settings, log: BootLog(quiet: true))
    pairing = Pairing { [seconds] in seconds.now }
    service = Router(box).service(pairing: pairing)
  }

  /// Returns the status of an answer, its headers, and its body as text; -1 for a stream.
  private func ask(_ method: String, _ target: String, body: String = "", _ caller: Caller) throws -> (
    status: Int, headers: [String: String], text: String
  ) {
    var request = try #require(Request(method: .init(rawValue: method), target: target, body: Data(body.utf8)))
    request.caller = caller
    let begun = Mutex<Response?>(nil)
    // Without a clock a command is done at once.
    let isBegun = service.begin(request) { response in begun.withLock { $0 = response } }
    switch try isBegun ? #require(begun.withLock { $0 }) : service.answer(request) {
    case .whole(let status, _, let body, let headers): return (Int(status.code), headers, String(decoding: body, as: UTF8.self))
    case .events, .file: return (-1, [:], "")
    }
  }

  private func problem(_ text: String) -> String? { (try? JSONDecoder().decode(Problem.self, from: Data(text.utf8)))?.type }

  @Test func `a browser that is not paired gets the form and nothing else`() throws {
    for (method, path) in [("GET", "/"), ("HEAD", "/"), ("GET", "/pair")] {
      let form = try ask(method, path, .unpaired)
      #expect(form.status == 200 && form.text.contains("<form method=\"post\" action=\"/pair\">"), "\(path)")
      #expect(!form.text.contains("<script") && !form.text.contains("<!--"), "it needs no script")
      #expect(form.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    }
    for (method, path) in [
      ("GET", "/v1/health"), ("GET", "/v1/status"), ("GET", "/v1/metrics"), ("GET", "/v1/events"), ("GET", "/v1/frame.jpg"),
      ("GET", "/v1/frame.png"), ("GET", "/v1/library"), ("GET", "/v1/library/stems"), ("GET", "/v1/library/problems"), ("GET", "/v1/queue"),
      ("GET", "/v1/scenes"), ("GET", "/v1/sounds"), ("GET", "/v1/stream"), ("GET", "/v1/captures"), ("GET", "/v1/captures/a.flac"),
      ("GET", "/v1/config"),
      ("PUT", "/v1/config"), ("POST", "/v1/commands"), ("POST", "/"), ("PUT", "/pair"), ("GET", "/nothing"), ("GET", "/pair/"),
    ] {
      let answer = try ask(method, path, body: #"{"command":"pause"}"#, .unpaired)
      #expect(answer.status == 403 && problem(answer.text) == "unpaired", "\(method) \(path): \(answer)")
    }
    var upload = try #require(Request(method: .POST, target: "/v1/imports?name=a.mp4", body: Data()))
    upload.caller = .unpaired
    guard case .failure(let refusal) = service.receive(upload, 100) else {
      Issue.record("its film is taken")
      return
    }
    #expect(refusal == .unpaired)
    let frame = try #require(Request(method: .GET, target: "/v1/frame.jpg", body: Data()))
    #expect(service.sharingKey(frame) != nil)
    for caller in [Caller.unpaired, .foreignPage, .otherHost(.unpaired)] {
      var other = frame
      other.caller = caller
      #expect(service.sharingKey(other) == nil, "no frame is drawn for it")
    }
    #expect(!box.status.control.paused)
  }

  @Test func `the code gets a cookie that scripts cannot read`() throws {
    let code = pairing.newCode()
    let typed = "code=\(code.prefix(3))+\(code.suffix(3))"
    #expect(try ask("POST", "/pair", body: typed, .foreignPage).status == 403, "another page may not type it")
    let answer = try ask("POST", "/pair", body: typed, .unpaired)
    #expect(answer.status == 303 && answer.headers["Location"] == "/")
    let cookie = try #require(answer.headers["Set-Cookie"])
    let match = try #require(cookie.wholeMatch(of: /gestureflow=([0-9a-f]{32}); Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict/))
    #expect(pairing.isPaired(String(match.output.1)))
    #expect(box.log.lastNotices.contains { $0.text == "a browser on the network is paired" })
    let again = try ask("POST", "/pair", body: typed, .unpaired)
    #expect(again.status == 403 && again.headers["Set-Cookie"] == nil && again.text.contains("No code is valid now"))
  }

  /// A person goes back to the form, or keeps its address.
  @Test(arguments: ["GET", "HEAD", "POST"]) func `a paired browser comes from the form to the page`(method: String) throws {
    let code = pairing.newCode()
    let answer = try ask(method, "/pair", body: "code=\(code)", .paired)
    #expect(answer.status == 303 && answer.headers == ["Location": "/"], "\(answer)")
    #expect(try ask("PUT", "/pair", .paired).status == 404 && ask(method, "/pair", .foreignPage).status == 403)
    #expect(try ask("POST", "/pair", body: "code=\(code)", .unpaired).status == 303, "the code is for another browser")
  }

  @Test func `what is not six digits costs no guess`() throws {
    let code = pairing.newCode()
    for body in ["", "code=", "code=12345", "code=1234567", "code=abcdef", "code=%31%32%33", "cod=123456", "code=١٢٣٤٥٦", "\0"] {
      let answer = try ask("POST", "/pair", body: body, .unpaired)
      #expect(answer.status == 400 && answer.text.contains("six digits") && !answer.text.contains("abc"), "\(body)")
    }
    #expect(try ask("POST", "/pair", body: "code=\(code)", .unpaired).status == 303)
  }

  @Test func `ten thousand guesses get no cookie, and the owner reads of them once`() throws {
    let code = pairing.newCode()
    var statuses: [Int: Int] = [:]
    for number in 0..<10_000 {
      let guess = String(String(1_000_000 + number).dropFirst())
      if guess == code { continue }
      let answer = try ask("POST", "/pair", body: "code=\(guess)", .unpaired)
      statuses[answer.status, default: 0] += 1
      #expect(answer.headers["Set-Cookie"] == nil)
      seconds.pass(0.01)
    }
    #expect(Set(statuses.keys) == [403, 429] && (statuses[429] ?? 0) > 1000, "\(statuses)")
    let late = try ask("POST", "/pair", body: "code=\(code)", .unpaired)
    #expect(late.status == 403 && late.text.contains("No code is valid now"))
    let notices = box.log.lastNotices.filter { $0.text.contains("wrong codes") }
    #expect(notices.count == 1 && notices.first?.count == 1 && notices.first?.text.contains("gfctl network page code") == true)
  }

  @Test func `a paired browser plays, and commands of the box are refused with the remedy`() throws {
    #expect(try ask("GET", "/", .paired).text.contains("<title>GestureFlow</title>") && ask("GET", "/v1/status", .paired).status == 200)
    for body in [#"{"command":"pause"}"#, #"{"command":"volume","number":0.5}"#, #"{"command":"autopause","flag":true}"#] {
      #expect(try ask("POST", "/v1/commands", body: body, .paired).status == 200, "\(body)")
    }
    for body in [#"{"command":"shutdown"}"#, #"{"command":"import","text":"/etc/shadow"}"#, #"{"command":"midiConnect","text":"24:0"}"#] {
      let answer = try ask("POST", "/v1/commands", body: body, .paired)
      #expect(
        answer.status == 403 && problem(answer.text) == "not-from-network" && answer.text.contains("gfctl"), "\(body): \(answer.text)")
    }
    #expect(!box.wantsPowerOff)
    // A mistake in the request is named as usual.
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"volume"}"#, .paired).status == 400)
  }

  @Test(
    arguments: [
      ("page.network", "true", 403), ("camera.source", "\"film:/etc/passwd\"", 403), ("library.folders", "[\"/etc\"]", 403),
      ("panel.enabled", "true", 403), ("player.cross-fade", "2", 200), ("instrument.range", "\"C3 C5\"", 200),
      ("camera.rate", "500", 400), ("no.key", "1", 400),
    ] as [(String, String, Int)])
  func `keys that name files, devices and machines are changed at the box`(key: String, value: String, status: Int) throws {
    let change = String(decoding: try JSONEncoder().encode(ConfigChange(key: key, value: value)), as: UTF8.self)
    let answer = try ask("PUT", "/v1/config", body: change, .paired)
    #expect(answer.status == status, "\(answer.text)")
    guard status == 403 else { return }
    #expect(problem(answer.text) == "not-from-network" && answer.text.contains("'\(key)'"))
    #expect(try ask("PUT", "/v1/config", body: #"{"key":"\#(key)","unset":true}"#, .paired).status == 403)
    let entry = box.config.answer.entries.first { $0.key == key }
    #expect(entry?.value == entry?.defaultValue)
  }

  /// A full file would refuse the owner's next change: to close the page.
  @Test func `a paired browser does not fill the file of the settings`() throws {
    let comment = String(repeating: "#", count: 60_000)
    for (key, value) in [
      ("camera.width", "640"), ("camera.height", "480"), ("gestures.hold", "1"), ("player.cross-fade", "2"), ("tracker.hands", "3"),
    ] {
      let change = String(decoding: try JSONEncoder().encode(ConfigChange(key: key, value: "\(value) \(comment)")), as: UTF8.self)
      #expect(try ask("PUT", "/v1/config", body: change, .paired).status == 200, "\(key)")
    }
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("own.toml")).count < 500)
  }
}

import Control
import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Tests of the routes on a box that does not run. It has neither socket, tracker nor music.
@Suite struct RouterTests {
  private let router: Router

  init() throws {
    var settings = RunSettings()
    settings.camera = .performer("open")
    settings.sink = .null
    settings.freeRunning = true
    router = Router(try Box(settings, log: BootLog(quiet: true)))
  }

  /// Returns the status of an answer and its body as text; -1 for a stream.
  private func ask(_ method: String, _ target: String, body: String = "", isControl: Bool = true, caller: Caller = .ours) throws -> (
    status: Int, type: String, text: String
  ) {
    var request = try #require(Request(method: .init(rawValue: method), target: target, body: Data(body.utf8)))
    request.caller = caller
    let service = router.service(isControl: isControl)
    let begun = Mutex<Response?>(nil)
    // Without a clock a command is done at once.
    let isBegun = service.begin(request) { response in begun.withLock { $0 = response } }
    switch try isBegun ? #require(begun.withLock { $0 }) : service.answer(request) {
    case .whole(let status, let type, let body, _): return (Int(status.code), type, String(decoding: body, as: UTF8.self))
    case .events, .file: return (-1, "", "")
    }
  }
  private func problem(_ text: String) -> Problem? { try? JSONDecoder().decode(Problem.self, from: Data(text.utf8)) }

  @Test(arguments: [Caller.foreignPage, .otherHost(.otherHost("evil.example"))])
  func `a client without permission gets no answer`(caller: Caller) throws {
    let status = caller == .foreignPage ? 403 : 421
    for (method, path) in [("GET", "/"), ("GET", "/v1/status"), ("POST", "/v1/commands"), ("GET", "/nothing"), ("PUT", "/v1/config")] {
      for isControl in [true, false] {
        let answer = try ask(method, path, body: #"{"command":"pause"}"#, isControl: isControl, caller: caller)
        #expect(answer.status == status, "\(method) \(path)")
      }
    }
    // No byte of a film is accepted either.
    var upload = try #require(Request(method: .POST, target: "/v1/imports?name=a.mp4", body: Data()))
    upload.caller = caller
    let service = router.service(isControl: true)
    #expect(service.takesUpload(upload))
    guard case .failure(let refusal) = service.receive(upload, 100) else {
      Issue.record("a stranger's film is taken")
      return
    }
    #expect(refusal.status == status)
  }

  @Test func `the socket for reading shows health and nothing else`() throws {
    for path in ["/v1/health", "/v1/status", "/v1/metrics"] {
      let status = try ask("GET", path, isControl: false).status
      #expect(status == 200 || status == 503, "\(path): \(status)")
      #expect(try ask("POST", path, isControl: false).status == 405)
    }
    for path in [
      "/", "/v1/events", "/v1/frame.png", "/v1/library", "/v1/library/stems", "/v1/config", "/v1/commands", "/v1/stream", "/nothing",
    ] {
      #expect(try ask("GET", path, isControl: false).status == 404, "\(path)")
    }
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
      #expect(try ask(method, "/v1/commands", body: #"{"command":"pause"}"#, isControl: false).status == 405)
    }
    let upload = try #require(Request(method: .POST, target: "/v1/imports?name=a.mp4", body: Data()))
    #expect(!router.service(isControl: false).takesUpload(upload))
  }

  @Test func `only a film sent by post goes to a file`() throws {
    let service = router.service(isControl: true)
    for (method, target, takes) in [
      ("POST", "/v1/imports?name=a.mp4", true), ("PUT", "/v1/imports", false), ("POST", "/v1/imports/", false),
      ("POST", "/v1/commands", false), ("GET", "/v1/imports", false),
    ] {
      let request = try #require(Request(method: .init(rawValue: method), target: target, body: Data()))
      #expect(service.takesUpload(request) == takes, "\(method) \(target)")
    }
    #expect(try ask("GET", "/v1/imports").status == 405)
    // A film needs a name, a length and a folder.
    for (target, bytes, status, field) in [
      ("/v1/imports", 100, 400, "name"), ("/v1/imports?name=", 100, 400, "name"), ("/v1/imports?name=a&x=1", 100, 400, "x"),
      ("/v1/imports?name=a&modified=soon", 100, 400, "modified"), ("/v1/imports?name=a", 0, 400, nil),
      ("/v1/imports?name=a", 100, 409, nil),
    ] as [(String, Int64, Int, String?)] {
      let request = try #require(Request(method: .POST, target: target, body: Data()))
      guard case .failure(let problem) = service.receive(request, bytes) else {
        Issue.record("\(target) is taken")
        continue
      }
      #expect(problem.status == status && problem.field == field, "\(target): \(problem)")
    }
  }

  @Test func `every path has its methods`() throws {
    for path in [
      "/", "/v1/health", "/v1/status", "/v1/metrics", "/v1/events", "/v1/frame.png", "/v1/frame.jpg", "/v1/library",
      "/v1/library/stems", "/v1/library/problems", "/v1/stream", "/v1/captures", "/v1/queue", "/v1/scenes", "/v1/sounds",
    ] {
      let answer = try ask("DELETE", path)
      #expect(answer.status == 405 && answer.text.contains("DELETE"), "\(path)")
    }
    #expect(try ask("GET", "/v1/commands").status == 405 && ask("PUT", "/v1/commands").status == 405)
    #expect(try ask("POST", "/v1/config").status == 405)
    #expect(try ask("HEAD", "/v1/status").status == 200 && ask("HEAD", "/").status == 200)
    let nothing = try ask("GET", "/" + String(repeating: "x", count: 5000))
    #expect(nothing.status == 404 && nothing.text.count < 400, "what is asked for comes back in no length it likes")
  }

  @Test func `an error in a query is named`() throws {
    for (target, field) in [
      ("/v1/library/problems?limt=5", "limt"), ("/v1/library/problems?limit=0", "limit"), ("/v1/library?limit=x", "limit"),
      ("/v1/library?offset=-1", "offset"), ("/v1/library?find=x", "find"), ("/v1/library/stems?limit=5", "limit"),
      ("/v1/events?types=", "types"), ("/v1/events?types=,", "types"), ("/v1/events?types=status,nothing", "types"),
      ("/v1/events?kinds=status", "kinds"), ("/v1/frame.png?width=63", "width"), ("/v1/frame.png?height=100", "height"),
      ("/v1/frame.jpg?width=63", "width"),
    ] {
      let answer = try ask("GET", target)
      #expect(answer.status == 400 && problem(answer.text)?.field == field, "\(target): \(answer.text)")
    }
    let long = try ask("GET", "/v1/events?types=\(String(repeating: "x", count: 5000))")
    #expect(long.status == 400 && long.text.count < 2000)
    for target in ["/v1/events", "/v1/events?types=status,trackChanged"] { #expect(try ask("GET", target).status == -1) }
    // The library of this box was not started.
    for target in ["/v1/library?search=a&limit=5", "/v1/library/stems", "/v1/library/problems"] {
      #expect(try ask("GET", target).status == 409)
    }
  }

  @Test func `an error in a setting is named`() throws {
    for (body, field) in [
      ("", nil), ("[]", nil), ("{", nil), ("{}", "key"), (#"{"key":1,"value":"x"}"#, "key"), (#"{"key":"camera.rate"}"#, "value"),
      (#"{"key":"camera.rate","unset":"yes"}"#, "unset"), (#"{"key":"camera.rate","value":"60","dryRun":[]}"#, "dryRun"),
      (#"{"key":"camera.rate","unset":true,"value":"60"}"#, "value"), (#"{"key":"camera.rate","unset":false}"#, "value"),
      (#"{"key":"camera.rate","value":60}"#, "value"), (#"{"key":"camera.rate","value":"60","x":1}"#, "x"),
    ] as [(String, String?)] {
      let answer = try ask("PUT", "/v1/config", body: body)
      #expect(answer.status == 400 && problem(answer.text)?.field == field, "\(body): \(answer.text)")
    }
  }

  @Test func `a command is carried out and a refusal says why`() throws {
    let done = try ask("POST", "/v1/commands", body: #"{"command":"pause"}"#)
    #expect(done.status == 200 && done.text == #"{"done":"paused"}"#)
    let status = try JSONDecoder().decode(Status.self, from: Data(try ask("GET", "/v1/status").text.utf8))
    #expect(status.control.paused)
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"scale","text":"blues"}"#).status == 409)
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"volume","number":7}"#).status == 400)
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"rescan"}"#).status == 409)
  }

  @Test func `the sounds of the instrument are listed in every mode`() throws {
    let sounds = try JSONDecoder().decode([String].self, from: Data(try ask("GET", "/v1/sounds").text.utf8))
    #expect(!sounds.isEmpty && Set(sounds).count == sounds.count, "\(sounds)")
    #expect(try ask("GET", "/v1/sounds?limit=1").status == 400)
  }

  @Test func `order, queue and scenes are reported`() throws {
    #expect(try ask("GET", "/v1/queue").text == "[]" && ask("GET", "/v1/scenes").text == "[]")
    #expect(try ask("GET", "/v1/queue?limit=1").status == 400)
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"shuffle","flag":true}"#).status == 200)
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"repeat","text":"track"}"#).status == 200)
    let status = try JSONDecoder().decode(Status.self, from: Data(try ask("GET", "/v1/status").text.utf8))
    #expect(status.player == PlayerStatus(shuffle: true, repeats: .track))
    for body in [
      #"{"command":"shuffle","text":"on"}"#, #"{"command":"shuffle"}"#, #"{"command":"repeat","text":"one"}"#, #"{"command":"repeat"}"#,
      #"{"command":"queue"}"#, #"{"command":"queue","text":""}"#, #"{"command":"queueRemove","number":0}"#,
      #"{"command":"queueRemove","number":1.5}"#, #"{"command":"queueRemove","number":201}"#, #"{"command":"queueClear","flag":true}"#,
      #"{"command":"sceneSave","number":5}"#, #"{"command":"sceneLoad","text":"1"}"#,
    ] {
      #expect(try ask("POST", "/v1/commands", body: body).status == 400, "\(body)")
    }
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"queue","text":"/none.wav"}"#).status == 404)
    #expect(try ask("POST", "/v1/commands", body: #"{"command":"sceneLoad","number":1}"#).status == 404)
  }

  /// Sources are listed, and one is selected, before mode stream is on.
  @Test func `the streams sources are reported in every mode`() throws {
    let status = try JSONDecoder().decode(Status.self, from: Data(try ask("GET", "/v1/status").text.utf8))
    #expect(status.mode == .player && status.stream == nil)
    let answer = try ask("GET", "/v1/stream")
    let stream = try JSONDecoder().decode(StreamStatus.self, from: Data(answer.text.utf8))
    #expect(answer.status == 200 && stream == StreamStatus())
  }

  @Test func `without a tracker there is no image`() throws {
    for path in ["/v1/frame.png", "/v1/frame.jpg"] {
      let answer = try ask("GET", path + "?width=320&t=123")
      #expect(answer.status == 503 && problem(answer.text)?.type == "busy", "\(path)")
    }
  }

  /// A status may be 50 ms old, but not older than its reader's last change.
  @Test func `a client that changes a value sees it in the next status`() throws {
    for round in 0..<20 {
      let isOn = round % 2 == 1
      #expect(try ask("POST", "/v1/commands", body: #"{"command":"autopause","flag":\#(isOn)}"#).status == 200)
      let status = try JSONDecoder().decode(Status.self, from: Data(try ask("GET", "/v1/status").text.utf8))
      #expect(status.autoPause == isOn, "round \(round)")
    }
  }
}

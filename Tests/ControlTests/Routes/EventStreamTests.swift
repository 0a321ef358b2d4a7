import Control
import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Testing

/// Tests of an event stream's output at each poll, on a box that does not run.
@Suite struct EventStreamTests {
  private let box: Box
  private let router: Router

  init() throws {
    var settings = RunSettings()
    settings.camera = .performer("open")
    settings.sink = .null
    settings.freeRunning = true
    box = try Box(settings, log: BootLog(quiet: true))
    router = Router(box)
  }

  /// Subscribes. Each call of the result returns a client's output of one turn.
  private func subscribe(_ query: String = "") throws -> () -> String? {
    let request = try #require(Request(method: .GET, target: "/v1/events" + query, body: Data()))
    guard case .events(let next) = router.answer(request, isControl: true) else { throw Refused() }
    return { next().map { String(decoding: $0, as: UTF8.self) } }
  }
  private struct Refused: Error {}

  private func publish(_ type: String, _ value: String? = nil) {
    box.hub.publish(Event(atSeconds: 1, type: type, value: value))
  }

  /// Returns the kinds of the events in a text, as a client reads them.
  private func kinds(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) }
  }

  @Test func `events are reported once and in order`() throws {
    let next = try subscribe()
    #expect(next() == nil)
    publish("command", "pause")
    publish("trackChanged", "A tune")
    let text = try #require(next())
    #expect(kinds(text) == ["command", "trackChanged"] && text.hasSuffix("\n\n"))
    let data = try #require(text.split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst(6))
    let event = try JSONDecoder().decode(Event.self, from: Data(data.utf8))
    #expect(event == Event(atSeconds: 1, type: "command", value: "pause"))
    #expect(next() == nil)
  }

  @Test func `only the kinds that were chosen come`() throws {
    let next = try subscribe("?types=refused,button")
    for kind in ["command", "refused", "trackChanged", "button"] { publish(kind) }
    box.hub.publish(frame: Data("{}".utf8))
    #expect(kinds(next()) == ["refused", "button"])
  }

  /// Thirty frames a second would hide the other events.
  @Test func `frames come to who asks for them`() throws {
    let usual = try subscribe()
    let frames = try subscribe("?types=frame,command")
    box.hub.publish(frame: Data(#"{"t":1}"#.utf8))
    publish("command")
    #expect(kinds(usual()) == ["command"])
    let text = frames()
    #expect(text?.hasPrefix("event: frame\ndata: {\"t\":1}\n\n") == true && kinds(text) == ["frame", "command"])
  }

  /// The stream is polled every 50 ms and reports ten times a second.
  @Test func `the status comes every second turn`() throws {
    let next = try subscribe("?types=status")
    for turn in 0..<6 {
      let text = next()
      guard turn % 2 == 0 else {
        #expect(text == nil, "turn \(turn)")
        continue
      }
      #expect(kinds(text) == ["status"])
      let json = try #require(text?.dropFirst("event: status\ndata: ".count))
      let status = try JSONDecoder().decode(Status.self, from: Data(json.utf8))
      #expect(status.version == Version.current)
    }
    // Two streams do not take each other's turns.
    let other = try subscribe("?types=status")
    #expect(kinds(next()) == ["status"] && kinds(other()) == ["status"])
  }

  @Test func `a slow client learns how many events it lost`() throws {
    let next = try subscribe()
    for i in 0..<300 { publish("command", "\(i)") }
    let text = try #require(next())
    #expect(kinds(text).count == 257 && kinds(text).last == "lost")
    #expect(text.hasSuffix("event: lost\ndata: {\"count\":44}\n\n"))
    publish("command")
    #expect(kinds(next()) == ["command"], "then it goes on")
  }

  /// A stranger may have written the file of a title.
  @Test func `a title cannot forge an event`() throws {
    let next = try subscribe()
    publish("trackChanged", "a\n\nevent: command\ndata: {}\r\n\r\n")
    #expect(kinds(next()?.replacing("\r", with: "\n")) == ["trackChanged"])
  }
}

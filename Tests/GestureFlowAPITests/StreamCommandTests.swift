import Foundation
import GestureFlowAPI
import Testing

/// Tests of mode stream's command and reports in their JSON form.
@Suite struct StreamCommandTests {
  @Test func `a source is a text and nothing else`() throws {
    let command = try Command.read(Data(#"{"command":"stream","text":"mpv"}"#.utf8))
    #expect(command == .stream("mpv"))
    let wire = String(decoding: try JSONEncoder().encode(Command.stream("next")), as: UTF8.self)
    #expect(wire.contains(#""text":"next""#) && wire.contains(#""command":"stream""#))
    for (body, field) in [
      (#"{"command":"stream"}"#, "text"), (#"{"command":"stream","text":""}"#, "text"), (#"{"command":"stream","number":1}"#, "number"),
      (#"{"command":"stream","text":"x","flag":true}"#, "flag"),
    ] {
      #expect(#expect(throws: Problem.self) { _ = try Command.read(Data(body.utf8)) }?.field == field, "\(body)")
    }
    let long = String(repeating: "x", count: 4097)
    #expect(#expect(throws: Problem.self) { _ = try Command(.stream, text: long) }?.field == "text")
  }

  @Test func `the status goes there and back`() throws {
    let status = StreamStatus(
      source: "radio", kind: .pipe, playback: .starved, volume: 0.5, pitchCents: -100, can: ["volume", "pitch"],
      sources: [.init(name: "radio", kind: .pipe, playback: .starved)], fillMs: 80, driftPPM: -12, starvations: 3,
      refusal: .init(what: "speed", reason: "it cannot"), choice: "radio")
    let json = try JSONEncoder().encode(status)
    #expect(try JSONDecoder().decode(StreamStatus.self, from: json) == status)
    let empty = String(decoding: try JSONEncoder().encode(StreamStatus()), as: UTF8.self)
    #expect(empty.contains(#""playback":"stopped""#) && !empty.contains("fillMs"), "what is not known is left out")
  }
}

import Foundation
import GestureFlowAPI
import Testing

/// Tests of the fields of a command's JSON.
/// They also test the messages for a field that is wrong, missing or unknown.
@Suite struct CommandBodyTests {
  private func problem(_ json: String) -> Problem? {
    do throws(Problem) {
      _ = try Command.read(Data(json.utf8))
      return nil
    } catch { return error }
  }

  private func problem(_ body: CommandBody) -> Problem? {
    do throws(Problem) {
      _ = try Command(body)
      return nil
    } catch { return error }
  }

  @Test(arguments: ["", " ", "{", "[]", "null", "\"play\"", "7", #"{"command":"play"} x"#, #"["play"]"#])
  func `a body that is not an object is answered with an example`(json: String) {
    let problem = problem(json)
    #expect(problem?.type == "bad-request" && problem?.field == nil && problem?.detail.contains(#"{"command": "play"}"#) == true)
  }

  /// A field keeps its JSON type: the reader does not convert it.
  @Test(
    arguments: [
      (#"{"command":"volume","number":"1"}"#, "number"), (#"{"command":"volume","number":true}"#, "number"),
      (#"{"command":"volume","number":null}"#, "number"), (#"{"command":"volume","number":[1]}"#, "number"),
      (#"{"command":"volume","number":{"x":1}}"#, "number"), (#"{"command":"select","text":1}"#, "text"),
      (#"{"command":"select","text":false}"#, "text"), (#"{"command":"autopause","flag":1}"#, "flag"),
      (#"{"command":"autopause","flag":0}"#, "flag"), (#"{"command":"autopause","flag":"true"}"#, "flag"),
      (#"{"command":null}"#, "command"), (#"{"command":["play"]}"#, "command"), (#"{"number":1}"#, "command"),
    ])
  func `a field of another type is named`(json: String, field: String) {
    let problem = problem(json)
    #expect(problem?.status == 400 && problem?.field == field, "\(json): \(String(describing: problem))")
  }

  @Test(arguments: [#"{"command":"volume","number":1}"#, #"{"command":"volume","number":1.0}"#, #"{"command":"volume","number":1e0}"#])
  func `a number may be written any way`(json: String) throws {
    let command = try Command.read(Data(json.utf8))
    #expect(command == .volume(1))
  }

  @Test func `a field that is not known is named before anything else`() {
    #expect(problem(#"{"zeta":1,"alpha":2}"#)?.field == "alpha", "the first by name, so that the answer is the same each time")
    let long = problem(#"{"\#(String(repeating: "x", count: 5000))":1}"#)
    #expect((long?.detail.count ?? 5000) < 200, "what is sent comes back in no length that the client likes")
  }

  @Test func `a word that is not a command is answered with those that are`() {
    let problem = problem(#"{"command":"\#(String(repeating: "y", count: 5000))"}"#)
    #expect(problem?.field == "command" && (problem?.detail.count ?? 5000) < 800)
    for name in Command.Name.allCases { #expect(problem?.detail.contains(name.rawValue) == true, "\(name)") }
    #expect(self.problem(#"{"command":"Play"}"#)?.field == "command", "words are as they are written")
  }

  @Test(
    arguments: [
      (CommandBody(.play, number: 1), "number"), (CommandBody(.play, text: "x"), "text"), (CommandBody(.play, flag: false), "flag"),
      (CommandBody(.volume, number: 1, text: "x"), "text"), (CommandBody(.autopause, number: 0, flag: true), "number"),
      (CommandBody(.mode, text: "player", flag: true), "flag"), (CommandBody(.play, number: 1, text: "x", flag: true), "number"),
    ])
  func `a field that the word does not take is refused`(body: CommandBody, field: String) {
    let problem = problem(body)
    #expect(problem?.field == field && problem?.detail == "'\(body.command.rawValue)' takes no \(field)")
  }

  @Test(arguments: [(Command.Name.volume, 0.0, 1.0), (.speed, 0.1, 2), (.pitch, -2400, 2400), (.seek, 0, 172_800)])
  func `a number is taken from end to end of its range`(name: Command.Name, least: Double, most: Double) {
    #expect(problem(CommandBody(name, number: least)) == nil && problem(CommandBody(name, number: most)) == nil)
    for number in [least.nextDown, most.nextUp, .nan, .infinity, -.infinity, nil] {
      let problem = problem(CommandBody(name, number: number))
      #expect(problem?.field == "number", "\(name) \(String(describing: number))")
      #expect(problem?.detail.contains(name == .speed ? "from 0.1 to 2 (" : "from \(Int(least)) to \(Int(most)) (") == true)
    }
  }

  /// A licence is longer than any path but fits into a body.
  @Test func `a licence is a text of its own length`() {
    for count in [1, 4097, 60_000] { #expect(problem(CommandBody(.licenseInstall, text: String(repeating: "a", count: count))) == nil) }
    for text in ["", String(repeating: "a", count: 60_001)] {
      let problem = problem(CommandBody(.licenseInstall, text: text))
      #expect(problem?.field == "text" && problem?.detail == "'licenseInstall' takes a licence's text of 1 to 60000 bytes")
    }
  }

  /// 4096 bytes are the longest path of Linux; a letter may have several bytes.
  @Test func `a text has its length`() {
    for text in [String(repeating: "a", count: 4096), String(repeating: "ä", count: 2048)] {
      #expect(problem(CommandBody(.select, text: text)) == nil)
      let problem = problem(CommandBody(.select, text: text + "b"))
      #expect(problem?.field == "text" && problem?.detail == "'select' takes a text of 1 to 4096 bytes")
    }
    for text in ["", nil] { #expect(problem(CommandBody(.import, text: text))?.field == "text") }
  }

  @Test func `a word out of a list is answered with the list`() {
    for text in ["disco", "", "Player", nil] {
      let problem = problem(CommandBody(.mode, text: text))
      #expect(problem?.field == "text" && problem?.detail == "'mode' takes player, stems, instrument, theremin, stream")
    }
  }
}

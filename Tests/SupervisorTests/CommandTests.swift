import Foundation
import GestureFlowAPI
import Testing

@Suite struct CommandTests {
  @Test func goodCommandsAreRead() throws {
    #expect(try Command.read(Data(#"{"command":"play"}"#.utf8)) == .play)
    #expect(try Command.read(Data(#"{"command":"pitch","number":-200}"#.utf8)) == .pitch(cents: -200))
    #expect(try Command.read(Data(#"{"command":"autopause","flag":false}"#.utf8)) == .autopause(false))
    for name in Command.Name.allCases {
      let command: Command
      switch Command.argument(of: name) {
      case .none: command = try Command(name)
      case .number(let range, _): command = try Command(name, number: range.lowerBound)
      case .text(let words): command = try Command(name, text: words.first ?? "x")
      case .flag: command = try Command(name, flag: true)
      }
      #expect(command.name == name)
      #expect(try Command.read(try JSONEncoder().encode(command)) == command)
      #expect(try JSONDecoder().decode(Command.self, from: try JSONEncoder().encode(command)) == command)
    }
  }

  @Test func badOnesNameTheField() {
    let bad: [(String, String?)] = [
      ("", nil), ("[]", nil), ("{", nil), ("null", nil), ("\"play\"", nil), ("{}", "command"), (#"{"command":1}"#, "command"),
      (#"{"command":"explode"}"#, "command"), (#"{"command":"play","number":1}"#, "number"), (#"{"command":"play","text":"x"}"#, "text"),
      (#"{"command":"volume"}"#, "number"), (#"{"command":"volume","number":"1"}"#, "number"),
      (#"{"command":"volume","number":true}"#, "number"),
      (#"{"command":"volume","number":1.5}"#, "number"), (#"{"command":"volume","number":null}"#, "number"),
      (#"{"command":"speed","number":0}"#, "number"), (#"{"command":"pitch","number":1e999}"#, nil),
      (#"{"command":"mode","text":"disco"}"#, "text"),
      (#"{"command":"autopause","flag":1}"#, "flag"), (#"{"command":"autopause"}"#, "flag"), (#"{"command":"play","x":1}"#, "x"),
      (#"{"command":"select","text":""}"#, "text"),
    ]
    for (text, field) in bad {
      let problem = #expect(throws: Problem.self, "\(text)") { try Command.read(Data(text.utf8)) }
      #expect(problem?.status == 400)
      if let field { #expect(problem?.field == field, "\(text): \(String(describing: problem))") }
    }
  }
}

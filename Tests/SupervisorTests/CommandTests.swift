import Foundation
import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

@Suite struct CommandTests {
  @Test func `good commands are read`() throws {
    #expect(try Command.read(Data(#"{"command":"play"}"#.utf8)) == .play)
    #expect(try Command.read(Data(#"{"command":"pitch","number":-200}"#.utf8)) == .pitch(cents: -200))
    #expect(try Command.read(Data(#"{"command":"autopause","flag":false}"#.utf8)) == .autopause(false))
    for name in Command.Name.allCases {
      let command = try Self.sample(name)
      #expect(command.name == name)
      #expect(try Command.read(try JSONEncoder().encode(command)) == command)
      #expect(try JSONDecoder().decode(Command.self, from: try JSONEncoder().encode(command)) == command)
    }
  }

  /// Returns a command of this name with a valid value.
  private static func sample(_ name: Command.Name) throws -> Command {
    switch Command.argument(of: name) {
    case .none: try Command(name)
    case .number(let range, _): try Command(name, number: range.lowerBound)
    case .whole(let range, _): try Command(name, number: Double(range.upperBound))
    case .text(let words): try Command(name, text: words.last ?? "x")
    case .form(_, let example): try Command(name, text: example)
    case .flag: try Command(name, flag: true)
    }
  }

  /// The table row of a command names its handler. That handler must know the command. In mode stems several commands
  /// load a set, which takes long.
  @Test(arguments: Ring.cases([.player, .instrument, .stream], of: [Mode.player, .stems, .instrument, .stream]))
  func `every command has a handler`(mode: Mode) throws {
    let studio = try Studio(mode)
    for name in Command.Name.allCases {
      try studio.box.carryOut(.tier(.pro))
      try studio.box.carryOut(.mode(mode))
      let problem = studio.refusal(try Self.sample(name))
      #expect(problem?.detail.hasSuffix("does nothing in this version") != true, "\(name)")
    }
  }

  /// Clients and boxes of other versions read this form, so it must not change.
  @Test func `the form on the wire stays`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func wire(_ command: Command) throws -> String { String(decoding: try encoder.encode(command), as: UTF8.self) }
    let forms: [(Command, String)] = [
      (.play, #"{"command":"play"}"#), (.pitch(cents: -200), #"{"command":"pitch","number":-200}"#),
      (.mode(.stems), #"{"command":"mode","text":"stems"}"#), (.autopause(false), #"{"command":"autopause","flag":false}"#),
      (.import(path: "/a/b.mp4"), #"{"command":"import","text":"/a/b.mp4"}"#),
      (.output(.midi), #"{"command":"output","text":"midi"}"#), (.seek(seconds: 12.5), #"{"command":"seek","number":12.5}"#),
    ]
    for (command, form) in forms {
      let text = try wire(command)
      #expect(text == form)
    }
  }

  @Test func `bad ones name the field`() {
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

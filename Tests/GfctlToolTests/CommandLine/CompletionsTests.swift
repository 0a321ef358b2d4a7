import ArgumentParser
import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

/// Words that shells complete.
@Suite struct CompletionsTests {
  /// Arguments without a completion, and the reason.
  private static let free = [
    "seek value": "a time", "volume value": "a number", "speed value": "a number", "pitch value": "a number",
    "filter value": "a number", "tempo value": "a number", "effect amount": "a number", "stem value": "a number",
    "midi bluetooth scan --seconds": "a number", "midi bluetooth connect --seconds": "a number", "record --seconds": "a number",
    "watch --columns": "a number", "watch --rows": "a number", "logs --lines": "a number",
    "library search words": "any words", "help subcommands": "a command of the parser, which takes no completion",
  ]

  private struct Tool: Decodable { let command: Part }

  private struct Part: Decodable {
    let commandName: String
    let subcommands: [Part]?
    let arguments: [Argument]?

    /// Names of the options with a value and of the other arguments that have no completion.
    func bare(_ path: [String] = []) -> [String] {
      let own = (arguments ?? []).filter { $0.kind != "flag" && $0.completionKind == nil }.map { argument in
        (path + [argument.names?.first { $0.kind == "long" }.map { "--\($0.name)" } ?? argument.valueName ?? ""]).joined(separator: " ")
      }
      return own + (subcommands ?? []).flatMap { $0.bare(path + [$0.commandName]) }
    }
  }

  private struct Argument: Decodable {
    struct Name: Decodable { let kind, name: String }
    struct Completion: Decodable {}
    let kind: String
    let valueName: String?
    let names: [Name]?
    let completionKind: Completion?
  }

  @Test func `every argument has a completion or a reason for none`() throws {
    let tool = try JSONDecoder().decode(Tool.self, from: Data(GFCtl._dumpHelp().utf8))
    #expect(Set(tool.command.bare()) == Set(Self.free.keys))
  }

  /// Returns the words that bash offers at the end of a command line.
  private func offered(_ line: String) throws -> Set<String> {
    try Places.withFolder { folder in
      for name in ["update.raucb", "upper.txt"] { try Data().write(to: folder.appendingPathComponent(name)) }
      let script = """
        gfctl() { echo "asks: $*"; }
        read -ra COMP_WORDS <<<"$1."
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_WORDS[COMP_CWORD]=${COMP_WORDS[COMP_CWORD]%.}
        COMP_LINE=$1 COMP_POINT=${#1}
        _gfctl gfctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let file = folder.appendingPathComponent("completion.bash")
      try Data((CompletionScript.text(for: .bash) + "\ncd \"${0%/*}\"\n" + script).utf8).write(to: file)
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/bash"), [file.path, line])
      return Set(run.output.split(separator: "\n").map(String.init))
    }
  }

  @Test(arguments: [
    ("gfctl upd", ["update"]), ("gfctl update u", ["update.raucb"]), ("gfctl update install u", ["update.raucb"]),
    ("gfctl update s", ["status"]), ("gfctl scene load ", ["1", "2", "3", "4"]), ("gfctl network o", ["on", "off"]),
    ("gfctl network page o", ["on", "off"]), ("gfctl network page on c", []), ("gfctl update --fo", ["--force"]),
    ("gfctl queue asks", ["asks: ---completion queue add -- positional@0 2 4 gfctl queue asks"]), ("gfctl queue re", ["remove"]),
    ("gfctl queue remove asks", ["asks: ---completion queue remove -- positional@0 3 4 gfctl queue remove asks"]),
  ])
  func `bash completes sub-commands and what the default one takes`(line: String, words: [String]) throws {
    #expect(try offered(line) == Set(words))
  }

  /// Names of Bluetooth devices come from the air.
  @Test(arguments: ["Don't Go", "x$(touch made)", "`touch made`", "a;b|c&d", "\\\"quoted\\\" *", "AA:BB", "Rio ü", "#!{a,b}~"])
  func `bash neither runs nor splits a name`(name: String) throws {
    try Places.withFolder { folder in
      let script = """
        cd "$2"
        IFS=$'\\n'
        words=($(compgen -W "$1" -- ""))
        eval "set -- ${words[0]}"
        IFS=' '
        printf '%s %s' "${#words[@]}" "$*"
        """
      let file = folder.appendingPathComponent("try.bash")
      try Data(script.utf8).write(to: file)
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/bash"), [file.path, Completions.literal(name, for: .bash), folder.path])
      #expect(run.output == "1 \(name)" && run.errors.isEmpty, "\(run)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["try.bash"])
    }
  }

  @Test func `zsh gets no description from a colon`() {
    #expect(Completions.literal("AA:00\\", for: .zsh) == "AA\\:00\\\\" && Completions.literal("a:b", for: .fish) == "a:b")
  }

  @Test func `scripts of the other shells hold every default sub-command`() {
    func groups(_ command: any ParsableCommand.Type) -> Int {
      command.configuration.subcommands.map(groups).reduce(command.configuration.defaultSubcommand == nil ? 0 : 1, +)
    }
    let zsh = CompletionScript.text(for: .zsh)
    #expect(zsh.ranges(of: "(( CURRENT++ ))").count == groups(GFCtl.self))
    #expect(zsh.contains("    [[ \"${state}\" = command ]] && _gfctl_update_install && ret=0\n"))
    let fish = CompletionScript.text(for: .fish)
    #expect(fish.contains("positional \"gfctl update\" -eq 1' -fa '(for p") && fish.contains("positional \"gfctl queue\" -ge 1'"))
  }

  /// Returns the words that gfctl offers a shell for the last of some words.
  private func asked(_ command: String, _ words: [String]) -> [String] {
    let places = ["\(words.count - 1)", "\(words[words.count - 1].count)"]
    var line = ["---completion"] + command.split(separator: " ").map(String.init)
    line += ["--", "positional@0"] + places + words
    do { _ = try GFCtl.parseAsRoot(line) } catch {
      // Scripts of zsh get a blank line at the end.
      return GFCtl.message(for: error).split(separator: "\n").map(String.init).filter { $0 != " " }
    }
    return []
  }

  /// The words of a line stand between bars, and `@` is the box of the test.
  @Test func `entries of several words go on from the words so far`() throws {
    var status = Status.sample
    var midi = MIDIStatus(available: true)
    midi.ports = [MIDIPortStatus(name: "Keystation MIDI 1", client: "Keystation", direction: .both, connected: false)]
    status.midi = midi
    let tracks = ["Moon River", "Moon River Two", "Moonlight", "Don't Go", "Rio", "Air - Bach"].map {
      LibraryTrack(path: "/\($0)", folder: "", title: $0, artist: nil, album: nil, lengthSeconds: nil)
    }
    let encoder = JSONEncoder()
    let answers = [
      "/v1/status": try encoder.encode(status), "/v1/library": try encoder.encode(tracks),
      "/v1/sounds": try encoder.encode(["Glass Bells", "Glass Harp", "Bells"]),
    ]
    let requests = Mutex<[String]>([])
    let box = try ScriptedBox { peer in
      let path = peer.head().split(separator: " ").dropFirst().first.map(String.init) ?? ""
      requests.withLock { $0.append(path) }
      let body = answers[String(path.prefix { $0 != "?" })] ?? Data()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self))
    }
    defer { box.stop() }
    let cases: [(command: String, words: String, expected: [String])] = [
      ("select", "@|moon|ri", ["river", "river Two"]), ("select", "@|moon|", ["River", "River Two"]), ("select", "@|moon|x", []),
      ("select", "@|Moon", ["Moon River", "Moon River Two", "Moonlight"]), ("select", "@|Moon\\ Ri", ["Moon River", "Moon River Two"]),
      ("select", "moon|@|\"River T", ["River Two"]), ("select", "@|Don\\'t", ["Don't Go"]),
      ("select", "@|air|-|b", ["bach"]),
      ("queue", "@|moon|ri", ["river", "river Two"]), ("queue add", "--json|@|moon|river|t", ["two"]),
      ("sound", "@|glass|b", ["bells"]), ("sound", "@|b", ["bells"]),
      // bash splits words at colons.
      ("midi connect", "@|Keystation|:", ["Keystation MIDI 1"]), ("midi connect", "@|keystation|:|key", ["keystation MIDI 1"]),
      ("midi connect", "@|key", ["keystation:Keystation MIDI 1"]),
    ]
    for (command, words, expected) in cases {
      let typed = words.split(separator: "|", omittingEmptySubsequences: false).flatMap { word -> [String] in
        word == "@" ? ["--socket", box.socket] : [String(word)]
      }
      let names = ["gfctl"] + command.split(separator: " ").map(String.init)
      let own = command == "queue" ? "queue add" : command
      // On a busy machine gfctl does not always wait long enough for the box.
      let isRight = waitUntil(60) { asked(own, names + typed) == expected }
      try #require(isRight, "\(words)")
    }
    let searches = requests.withLock { $0.filter { $0.contains("search=") } }
    #expect(searches.contains("/v1/library?limit=1000&search=moon%20ri") && searches.contains("/v1/library?limit=1000&search=Don%27t"))
  }
}

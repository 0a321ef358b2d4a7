import ArgumentParser
import Foundation
import GestureFlowAPI

struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Lets knobs, faders, buttons and keys of MIDI gear play the box.",
    discussion: """
      gfctl midi learn volume, then move a knob: it plays the volume from then on, as soon as it has passed the present value. gfctl midi learn mute 1 and a key: it mutes the first stem.

      Parameters: \(MIDIParameter.words.joined(separator: ", ")).
      """,
    subcommands: [Bind.self, List.self] + TableCommands.below(["midi", "learn"], own: [Forget.self]), defaultSubcommand: Bind.self)

  struct Bind: ParsableCommand, TakesFreeWords {
    static let configuration = CommandConfiguration(
      commandName: "bind", abstract: "Waits for a knob or key, which plays the parameter from then on. Exit code 1 if none came in time.")
    @OptionGroup var connection: Connection
    @Argument(help: "A parameter, such as volume, or volume 2 for a stem's.", completion: Completions.parameters)
    var parameter: [String]

    func run() throws {
      let name = try LearnWords.parameter(parameter)
      try connection.send(.midiLearn(name))
      var watch = LearnWatcher(name.text)
      while true {
        let answer = watch.take(try connection.get(Status.self, "/v1/status").midi)
        if let text = answer.text { print(Terminal.plain(text)) }
        if let isLearned = answer.isLearned {
          if !isLearned { throw ExitCode(1) }
          return
        }
        // The box publishes no event for a learned control.
        usleep(200_000)
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists what was learned.")
    @OptionGroup var connection: Connection
    func run() throws { print(LearnWatcher.list(try connection.get(Status.self, "/v1/status", readOnly: true).midi)) }
  }

  struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "forget", abstract: "Nothing plays the parameter any more.")
    @OptionGroup var connection: Connection
    @Argument(help: "A parameter, as 'gfctl midi learn list' shows it.", completion: Completions.learned)
    var parameter: [String]
    func run() throws { try connection.send(.midiForget(try LearnWords.parameter(parameter))) }
  }
}

/// Parameters of MIDI gear as people type them.
package enum LearnWords {
  /// - Throws: `UsageError` with all parameters.
  package static func parameter(_ words: [String]) throws(UsageError) -> MIDIParameterName {
    let text = words.joined(separator: " ").lowercased()
    guard let name = MIDIParameterName(text) else {
      let hint = Spelling.hint(text, in: MIDIParameter.words)
      throw UsageError(
        "there is no parameter '\(Terminal.plain(text))'\(hint.isEmpty ? ": there are \(MIDIParameter.words.joined(separator: ", "))" : hint)"
      )
    }
    return name
  }
}

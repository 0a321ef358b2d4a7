import ArgumentParser
import Foundation
import Lab
import Settings

/// A command for the power-cut test.
/// It writes state after state until it is killed, and prints the number of each saved state.
struct WriteStateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write-state", abstract: "Writes states without a pause until killed.", shouldDisplay: false)
  @Argument(help: "The state folder.") var folder: String

  func run() throws {
    let store = StateStore(folder)
    var state = store.load().state ?? SavedState()
    while true {
      state.serial &+= 1
      state.position = Double(state.serial)
      try store.save(state)
      var line = Array("\(state.serial)\n".utf8)
      _ = write(1, &line, line.count)
    }
  }
}

struct ConfigExampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config-example", abstract: "Prints the annotated configuration with all defaults.")
  func run() { print(ConfigFile.example(), terminator: "") }
}

struct SignalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signals", abstract: "Prints docs/owner/signals.md, the table of tones and lights.")
  @Flag(help: "Prints docs/owner/problems.md, which also has the sentences.") var problems = false
  func run() { print(problems ? SignalPage.problems : SignalPage.markdown, terminator: "") }
}

import ArgumentParser
import GestureFlowAPI

struct MIDICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midi", abstract: "The box's MIDI port and what is connected with it.",
    subcommands: [Ports.self] + TableCommands.below(["midi"], own: [LearnCommand.self])
      + [TableCommands.type(for: .panic), BluetoothCommand.self],
    defaultSubcommand: Ports.self)

  struct Ports: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ports", abstract: "Lists the MIDI ports that there are.")
    @OptionGroup var connection: Connection
    func run() throws {
      let status = try connection.get(Status.self, "/v1/status", readOnly: true)
      print(MIDIPortList.text(status.midi))
    }
  }
}

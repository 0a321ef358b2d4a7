import ArgumentParser
import GestureFlowAPI

struct MIDICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midi", abstract: "The box's MIDI port and what is connected with it.",
    subcommands: [Ports.self, Connect.self, Disconnect.self, LearnCommand.self, Panic.self, BluetoothCommand.self],
    defaultSubcommand: Ports.self)

  struct Ports: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ports", abstract: "Lists the MIDI ports that there are.")
    @OptionGroup var connection: Connection
    func run() throws {
      let status = try connection.get(Status.self, "/v1/status", readOnly: true)
      print(MIDIPortList.text(status.midi))
    }
  }

  struct Connect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "connect", abstract: "Connects a port, now and whenever it is plugged in again, until the box is switched off.",
      discussion: "What is to be connected always stands in the configuration: gfctl config set midi.connect 'Keystation'.")
    @OptionGroup var connection: Connection
    @Argument(help: "A port's name, its client's, or both as 'gfctl midi ports' shows them.") var port: String
    func run() throws { try connection.send(try Command(.midiConnect, text: port)) }
  }

  struct Disconnect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "disconnect",
      abstract: "Ends a port's notes and leaves it alone, until it is connected again or the box is switched off.")
    @OptionGroup var connection: Connection
    @Argument(help: "A port's name, its client's, or both as 'gfctl midi ports' shows them.") var port: String
    func run() throws { try connection.send(try Command(.midiDisconnect, text: port)) }
  }

  struct Panic: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "panic", abstract: "Ends all notes, on every port and here.")
    @OptionGroup var connection: Connection
    func run() throws { try connection.send(.panic) }
  }
}

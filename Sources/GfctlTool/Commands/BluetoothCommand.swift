import ArgumentParser
import Bluetooth
import GestureFlowAPI

/// These commands request BlueZ, not the box. The machine manages pairing, and the box plays every port that appears.
struct BluetoothCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bluetooth", abstract: "MIDI devices by Bluetooth.",
    discussion:
      "A device that was connected once is connected again whenever it is switched on near the box, and the box plays it as any other (gfctl midi ports).",
    subcommands: [Scan.self, Connect.self, Forget.self])

  /// Duration of the search for a device, in seconds.
  struct Patience: ParsableArguments {
    @Option(help: "How many seconds it is looked for, 1 to 120.") var seconds = 8.0
    func validate() throws {
      guard (1...120).contains(seconds) else { throw ValidationError("--seconds takes a number from 1 to 120") }
    }
  }

  struct Scan: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scan", abstract: "Lists the MIDI devices that are heard, and those that are paired.")
    @OptionGroup var patience: Patience
    func run() throws {
      let found = try asked { bluez throws(Problem) in try bluez.scan(seconds: patience.seconds) }
      for device in found { print(Terminal.plain(device.line)) }
      if found.isEmpty { print("no MIDI device was heard: switch it on, near the box, and connected with nothing else") }
    }
  }

  struct Connect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "connect", abstract: "Pairs a device and connects it, now and whenever it appears.")
    @OptionGroup var patience: Patience
    @Argument(help: "Its name or its address, as 'gfctl midi bluetooth scan' shows them.", completion: Completions.devices)
    var device: String
    func run() throws {
      let device = try asked { bluez throws(Problem) in try bluez.connect(self.device, seconds: patience.seconds) }
      print(Terminal.plain("\(device.name) is connected; gfctl midi ports shows its port"))
    }
  }

  struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "forget", abstract: "Ends the pairing with a device.")
    @Argument(help: "Its name or its address.", completion: Completions.paired) var device: String
    func run() throws {
      let device = try asked { bluez throws(Problem) in try bluez.forget(self.device) }
      print(Terminal.plain("\(device.name) is forgotten"))
    }
  }
}

/// Sends a request to BlueZ.
/// - Throws: `ClientError` with the cause and the remedy.
private func asked<Answer>(_ what: (BlueZ) throws(Problem) -> Answer) throws -> Answer {
  do throws(Problem) { return try what(BlueZ()) } catch { throw ClientError.problem(error) }
}

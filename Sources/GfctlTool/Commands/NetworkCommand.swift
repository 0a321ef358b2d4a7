import ArgumentParser
import GestureFlowAPI

struct NetworkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network", abstract: "Says what of the network is open to the service, opens it or shuts it.",
    discussion: """
      As it is delivered the service has no network at all. OSC out (docs/reference/osc.md), Ableton Link (docs/design/many-boxes.md) and the page (gfctl network page) need one: "on" gives the service the machine's own \
      network, sockets of IPv4 and IPv6 (besides the Unix sockets that it has), and every address. It listens there only for Ableton Link, if tempo.source is link, and for the page, if page.network is true. "off" takes \
      all of it away. Both need root, except on the firmware image, and start the service again, which interrupts the music for a moment.
      """,
    subcommands: [Access.self, NetworkPageCommand.self], defaultSubcommand: Access.self)

  struct Access: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "access", abstract: "Says what of the network is open, opens it or shuts it.")
    @Argument(help: "on or off; without it, what is open now.") var change: Switch?

    func run() throws {
      let (gate, requests) = (NetworkGate(), BoxRequests())
      if let change, requests.areNeeded { return try requests.carryOut(change == .on ? .networkOn : .networkOff) }
      do throws(Problem) {
        switch change {
        case .on: try gate.open()
        case .off: try gate.shut()
        case nil: break
        }
        print(try gate.state().words)
      } catch { throw ClientError.problem(error) }
    }
  }
}

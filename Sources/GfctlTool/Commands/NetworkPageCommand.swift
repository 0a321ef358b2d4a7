import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI

struct NetworkPageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "The page for browsers on the local network.",
    discussion: """
      "on" opens it there and makes a code of six digits, which a browser must know once; "code" makes another one. "off" closes it and ends all pairings. It needs the network of the \
      service: sudo gfctl network on.
      """,
    subcommands: [Access.self] + TableCommands.below(["network", "page"]), defaultSubcommand: Access.self)

  struct Access: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "access", abstract: "Says whether the page is open there, opens it or closes it.")
    @OptionGroup var connection: Connection
    @Argument(help: "on or off; without it, whether it is open.") var wish: Switch?

    func run() throws {
      if let wish { _ = try connection.set("page.network", to: wish == .on ? "true" : "false") }
      if wish == .off { return print(NetworkPageText.shut) }
      let part = try state(waits: wish == .on)
      let port = try connection.configuration().entries.first { $0.key == "page.port" }?.value ?? ""
      print(try NetworkPageText.text(part, port: port, hosts: LocalHosts.all))
      if wish == .on, part?.state == .running { try connection.send(.pairingCode) }
    }

    /// Returns the state of the page.
    /// - Parameter waits: whether to wait up to three seconds while it is off: the box polls its parts.
    private func state(waits: Bool) throws -> PartStatus? {
      for _ in 0..<30 {
        let part = try connection.status().parts.first { $0.name == "page" }
        if !waits || part?.state != .off { return part }
        usleep(100_000)
      }
      return nil
    }
  }
}

/// The state of the page on the network, in words.
package enum NetworkPageText {
  package static let shut = "shut: browsers on the network do not reach the page\ngfctl network page on opens it"

  /// Returns lines for the owner.
  /// - Parameters:
  ///   - part: state of the box's part; nil if it has none.
  ///   - port: the configured port.
  ///   - hosts: names and addresses of the box.
  /// - Throws: `Failure` if the page should be open and is not.
  package static func text(_ part: PartStatus?, port: String, hosts: [String]) throws(Failure) -> String {
    guard let part, part.state != .off else { return shut }
    guard part.state == .running else { throw Failure(part.reason ?? "the page is being opened", remedy: part.remedy ?? "try again") }
    return (["open: browsers on the local network find the page at"] + hosts.map { "  http://\($0):\(port)" }).joined(separator: "\n")
  }
}

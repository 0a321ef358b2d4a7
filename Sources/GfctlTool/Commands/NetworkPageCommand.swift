import ArgumentParser
import Foundation
import GestureFlowAPI

struct NetworkPageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "The page for browsers on the local network.",
    discussion: """
      "on" opens it there and makes a code of six digits, which a browser must know once; "code" makes another one. "off" closes it and ends all pairings. It needs the network of the \
      service: gfctl network on.
      """,
    subcommands: [Access.self] + TableCommands.below(["network", "page"]), defaultSubcommand: Access.self)

  struct Access: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "access", abstract: "Says whether the page is open there, opens it or closes it.")
    @OptionGroup var connection: Connection
    @Argument(help: "on or off; without it, whether it is open.") var change: Switch?

    func run() throws {
      if let change { _ = try connection.set("page.network", to: change == .on ? "true" : "false") }
      let part = try state()
      let port = try connection.configuration().entries.first { $0.key == "page.port" }?.value ?? ""
      print(try NetworkPageText.text(part, opens: change.map { $0 == .on }, port: port, hosts: LocalHosts.all))
      if change == .on { try connection.send(.pairingCode) }
    }

    /// Returns the state of the page. After a change it waits up to three seconds for it: the box polls its parts.
    private func state() throws -> PartStatus? {
      let wanted: PartStatus.State = change == .on ? .running : .off
      var tries = 30
      while true {
        let part = try connection.status().parts.first { $0.name == "page" }
        if tries == 0 || change == nil || part?.state == wanted { return part }
        tries -= 1
        usleep(100_000)
      }
    }
  }
}

/// The state of the page on the network, in words.
package enum NetworkPageText {
  package static let shut = "shut: browsers on the network do not reach the page\ngfctl network page on opens it"

  /// Returns lines for the owner.
  /// - Parameters:
  ///   - part: state of the box's part; nil if it has none.
  ///   - opens: whether the page was just to be opened or closed; nil for a question.
  ///   - port: the configured port.
  ///   - hosts: names and addresses of the box.
  /// - Throws: `Failure` if the page is not as it should be.
  package static func text(_ part: PartStatus?, opens: Bool? = nil, port: String, hosts: [String]) throws(Failure) -> String {
    let remedy = "run gfctl config check, then gfctl network page"
    guard let part, part.state != .off else {
      if opens == true { throw Failure("the page is still shut", remedy: remedy) }
      return shut
    }
    if opens == false { throw Failure("the page is still closing", remedy: remedy) }
    guard part.state == .running else { throw Failure(part.reason ?? "the page is being opened", remedy: part.remedy ?? "try again") }
    return (["open: browsers on the local network find the page at"] + hosts.map { "  http://\($0):\(port)" }).joined(separator: "\n")
  }
}

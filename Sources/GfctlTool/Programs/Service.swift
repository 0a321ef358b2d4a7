import Foundation
import GestureFlowAPI

/// The service of the box, through systemd.
package struct Service: Sendable {
  private static let systemctl = "/usr/bin/systemctl"
  private static let journalctl = "/usr/bin/journalctl"

  private let programs: any ExternalPrograms
  private let isRoot: Bool

  /// - Parameters:
  ///   - programs: a double in tests. - isRoot: whether this process may control the service.
  package init(_ programs: any ExternalPrograms, isRoot: Bool = geteuid() == 0) { (self.programs, self.isRoot) = (programs, isRoot) }

  /// - Parameter command: the words after `sudo gfctl`.
  /// - Throws: `Failure` for anybody but root.
  package func checkRoot(_ command: String) throws(Failure) {
    guard isRoot else { throw Failure("this changes the service and needs root", remedy: "sudo gfctl \(command)") }
  }

  /// Whether the service runs or starts.
  /// - Throws: `Failure` if systemd cannot be asked, or the service is not installed.
  package func isActive() throws(Failure) -> Bool {
    let said = try order(["show", NetworkGate.unit, "--property=LoadState,ActiveState"])
    guard said.contains("LoadState=loaded") else {
      throw Failure("there is no \(NetworkGate.unit) on this machine", remedy: "install the package on the box")
    }
    return ["active", "activating", "reloading"].contains { said.contains("ActiveState=\($0)") }
  }

  /// Restarts the service, without waiting. It starts only once a sound card is there.
  package func restart() throws(Failure) {
    try checkRoot("restart")
    _ = try isActive()
    try order(["--no-block", "restart", NetworkGate.unit])
  }

  /// Stops the service and waits for its end.
  package func stop() throws(Failure) { try order(["stop", NetworkGate.unit]) }

  /// Starts the service, without waiting.
  package func start() throws(Failure) { try order(["--no-block", "start", NetworkGate.unit]) }

  /// Stops the service if it runs, does something, and restarts it. It restarts the service even if that or the stop
  /// failed.
  package func stopped(_ body: () throws(Failure) -> Void) throws(Failure) {
    let wasActive = try isActive()
    do throws(Failure) {
      if wasActive { try stop() }
      try body()
    } catch {
      if wasActive { try? start() }
      throw error
    }
    if wasActive { try start() }
  }

  /// Shows the journal in the terminal.
  /// - Parameters:
  ///   - lines: number of the last lines. - follows: whether it shows new lines until Ctrl-C.
  package func showLog(lines: Int, follows: Bool) throws(Failure) {
    let options = ["-u", NetworkGate.unit, "-n", "\(lines)", "--no-pager"] + (follows ? ["-f"] : [])
    let status = programs.interact(Self.journalctl, options)
    if status == 0 || follows && status == nil { return }
    throw Failure(
      "the journal cannot be shown\(status.map { " (journalctl ended with status \($0))" } ?? "")", remedy: "sudo gfctl logs, on the box")
  }

  /// Returns the last lines of the journal, without the machine's name.
  package func log(lines: Int) -> String {
    let (status, said) = programs.run(
      Self.journalctl, ["-u", NetworkGate.unit, "-n", "\(lines)", "--no-pager", "--no-hostname", "-o", "short-iso"])
    return status == 0 ? said : "journalctl: \(said)"
  }

  @discardableResult private func order(_ arguments: [String]) throws(Failure) -> String {
    let (status, said) = programs.run(Self.systemctl, arguments)
    guard status == 0 else {
      throw Failure(
        "systemctl \(arguments.joined(separator: " ")) failed\(said.isEmpty ? "" : " (\(Terminal.plain(said)))")",
        remedy: "run it on the box; gfctl logs tells more")
    }
    return said
  }
}

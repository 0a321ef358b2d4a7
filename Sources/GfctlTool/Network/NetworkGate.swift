import Foundation
import GestureFlowAPI

/// Opens and closes the network access of the service. It is closed by default. A drop-in file of the unit opens it.
package struct NetworkGate: Sendable {
  /// Runs a program with arguments. Returns its exit status, or nil if it cannot run, and its output.
  package typealias Run = @Sendable (_ program: String, _ arguments: [String]) -> (status: Int32?, said: String)

  /// The unit whose sandbox is changed.
  static let unit = "gestureflow.service"
  private static let systemctl = "/usr/bin/systemctl"

  private let conf: String
  private let systemFolder: String
  private let isRoot: Bool
  private let run: Run

  /// - Parameters:
  ///   - conf: the file of the package that opens the network.
  ///   - systemFolder: folder of the local unit settings.
  ///   - isRoot: whether this process may change them.
  ///   - run: a double in tests.
  package init(
    conf: String = "/usr/share/gestureflow/network.conf", systemFolder: String = "/etc/systemd/system", isRoot: Bool = geteuid() == 0,
    run: @escaping Run = { SystemPrograms().run($0, $1) }
  ) {
    self.conf = conf
    self.systemFolder = systemFolder
    self.isRoot = isRoot
    self.run = run
  }

  private var folder: String { "\(systemFolder)/\(Self.unit).d" }
  private var file: String { "\(folder)/network.conf" }

  /// Returns the current access of the service.
  /// - Throws: `Problem` when systemd cannot be queried.
  package func state() throws(Problem) -> NetworkState {
    let (status, said) = run(
      Self.systemctl,
      ["show", Self.unit, "--property=LoadState,PrivateNetwork,RestrictAddressFamilies,IPAddressDeny"])
    guard status == 0 else { throw .failed("the service manager cannot be asked (\(said)): is this the box, and does systemd run here?") }
    let state = NetworkState(shown: said)
    guard let state else { throw .failed("there is no \(Self.unit) on this machine: install the package on the box") }
    return state
  }

  /// Opens the network and restarts the service if it runs.
  /// - Throws: `Problem` with the remedy.
  package func open() throws(Problem) {
    try checkRoot("on")
    guard let text = FileManager.default.contents(atPath: conf) else {
      throw .failed("\(conf) cannot be read: install the package again")
    }
    do {
      try AtomicFile.makeFolder(folder)
      try AtomicFile.write(text, to: file, mode: 0o644)
      // The caller's umask may be narrow, but every user may read units.
      chmod(file, 0o644)
    } catch { throw cannot("written", error) }
    try adopt()
  }

  /// Closes the network again.
  /// - Throws: `Problem` with the remedy.
  package func shut() throws(Problem) {
    try checkRoot("off")
    do {
      if FileManager.default.fileExists(atPath: file) {
        try FileManager.default.removeItem(atPath: file)
        // After a power cut it must still be closed.
        try AtomicFile.syncFolder(of: file)
      }
    } catch { throw cannot("removed", error) }
    // The folder may hold other files; then it stays.
    rmdir(folder)
    try adopt()
  }

  private func checkRoot(_ word: String) throws(Problem) {
    guard isRoot else { throw .refused("changing the service's sandbox needs root: sudo gfctl network \(word)") }
  }

  private func cannot(_ done: String, _ error: any Error) -> Problem {
    let cause = (error as? FileError)?.code ?? ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError).map { Int32($0.code) }
    if cause == EROFS {
      return .refused("\(file) cannot be \(done), because the root is read-only: sudo mount -o remount,rw / and, afterwards, ro again")
    }
    let why = cause.map { String(cString: strerror($0)) } ?? "\(error)"
    return .refused("\(file) cannot be \(done): \(why)")
  }

  private func adopt() throws(Problem) {
    try order(["daemon-reload"])
    let state = try order(["show", Self.unit, "--property=ActiveState", "--value"])
    // Without a sound card the service is still activating. Do not wait for it, but do restart it; `try-restart`
    // would skip it.
    guard ["active", "activating", "reloading"].contains(state) else { return }
    try order(["--no-block", "restart", Self.unit])
  }

  /// - Returns: the output of `systemctl`.
  @discardableResult private func order(_ arguments: [String]) throws(Problem) -> String {
    let (status, said) = run(Self.systemctl, arguments)
    guard status == 0 else {
      throw .failed("the file is as it should be, but systemctl \(arguments.joined(separator: " ")) failed (\(said)): start the box again")
    }
    return said
  }
}

import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

/// The owner opens and closes the service's network access.
@Suite struct NetworkGateTests {
  /// A service manager that the test controls.
  private final class Manager: Sendable {
    private let list = Mutex<[String]>([])
    private let shown: String
    private let active: String
    private let failing: String
    /// - Parameters:
    ///   - shown: output of `show`.
    ///   - active: state of the unit.
    ///   - failing: word with which an order fails.
    init(shown: String = "", active: String = "active", failing: String = "nothing") {
      (self.shown, self.active, self.failing) = (shown, active, failing)
    }
    var orders: [String] { list.withLock { $0 } }
    func run(_ program: String, _ arguments: [String]) -> (status: Int32?, said: String) {
      list.withLock { $0.append(([program] + arguments).joined(separator: " ")) }
      if arguments.contains(failing) { return (1, "no") }
      if arguments.contains("--property=ActiveState") { return (0, active) }
      return (0, arguments.first == "show" ? shown : "")
    }
  }

  private static let shut = "LoadState=loaded\nPrivateNetwork=yes\nRestrictAddressFamilies=AF_UNIX\nIPAddressDeny=::/0 0.0.0.0/0\n"
  private static let opened = "LoadState=loaded\nPrivateNetwork=no\nRestrictAddressFamilies=AF_UNIX AF_INET6 AF_INET\nIPAddressDeny=\n"
  private static let look = ["daemon-reload", "show gestureflow.service --property=ActiveState --value"].map { "/usr/bin/systemctl \($0)" }
  private static let restart = look + ["/usr/bin/systemctl --no-block restart gestureflow.service"]

  /// Makes a machine's folder of units, the package's file, and the gate between them.
  private func machine(root: Bool = true, manager: Manager = Manager(), _ body: (NetworkGate, _ folder: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gate-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let gate = NetworkGate(
      conf: Places.project.appendingPathComponent("deploy/network.conf").path, systemFolder: folder.path, isRoot: root
    ) { manager.run($0, $1) }
    try body(gate, folder)
  }

  @Test func `opening puts the packages file beside the unit and shutting takes it away`() throws {
    let manager = Manager()
    try machine(manager: manager) { gate, folder in
      let place = folder.appendingPathComponent("gestureflow.service.d/network.conf")
      for _ in 0..<2 {
        try gate.open()
        let written = try Data(contentsOf: place)
        #expect(written == (try Data(contentsOf: Places.project.appendingPathComponent("deploy/network.conf"))))
        let rights = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
        #expect(rights == 0o644)
      }
      for _ in 0..<2 { try gate.shut() }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty)
    }
    #expect(manager.orders == Array(repeating: Self.restart, count: 4).flatMap { $0 })
  }

  @Test func `a service that waits for its card is restarted too and one that was stopped is not`() throws {
    for (state, orders) in [("activating", Self.restart), ("inactive", Self.look), ("failed", Self.look)] {
      let manager = Manager(active: state)
      try machine(manager: manager) { gate, _ in try gate.open() }
      #expect(manager.orders == orders, "\(state)")
    }
  }

  @Test func `other files beside the unit stay`() throws {
    try machine { gate, folder in
      let mine = folder.appendingPathComponent("gestureflow.service.d/mine.conf")
      try gate.open()
      try Data("[Service]\n".utf8).write(to: mine)
      try gate.shut()
      #expect(FileManager.default.fileExists(atPath: mine.path))
      let left = try FileManager.default.contentsOfDirectory(atPath: mine.deletingLastPathComponent().path)
      #expect(left == ["mine.conf"])
    }
  }

  @Test func `without root the command is shown and nothing is done`() throws {
    let manager = Manager()
    try machine(root: false, manager: manager) { gate, folder in
      #expect(throws: Problem.refused("changing the service's sandbox needs root: sudo gfctl network on")) { try gate.open() }
      #expect(throws: Problem.refused("changing the service's sandbox needs root: sudo gfctl network off")) { try gate.shut() }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty && manager.orders.isEmpty)
    }
  }

  @Test func `a manager that fails is reported with its message`() throws {
    try machine(manager: Manager(failing: "daemon-reload")) { gate, _ in
      do throws(Problem) {
        try gate.open()
        Issue.record("it is said to be open")
      } catch { #expect(error.detail.contains("systemctl daemon-reload failed (no)")) }
    }
    try machine(manager: Manager(failing: "show")) { gate, _ in
      do throws(Problem) {
        _ = try gate.state()
        Issue.record("it is said how it is")
      } catch { #expect(error.detail.contains("the service manager cannot be asked (no)")) }
    }
    try machine(manager: Manager(shown: "LoadState=not-found\n")) { gate, _ in
      do throws(Problem) {
        _ = try gate.state()
        Issue.record("a unit that is not there has a state")
      } catch { #expect(error.detail.contains("there is no gestureflow.service")) }
    }
  }

  @Test func `the open addresses are reported exactly`() throws {
    try machine(manager: Manager(shown: Self.shut)) { gate, _ in
      let state = try gate.state()
      #expect(!state.isOpen)
      #expect(
        state.words == """
          shut: nothing of the service reaches the network, for it has a network of its own with nothing in it
            PrivateNetwork=yes, RestrictAddressFamilies=AF_UNIX, IPAddressDeny=0.0.0.0/0 ::/0
          gfctl network on opens it
          """)
    }
    try machine(manager: Manager(shown: Self.opened)) { gate, _ in
      let state = try gate.state()
      #expect(state.isOpen)
      #expect(
        state.words.hasPrefix("open: the service may send to and hear from every address that this machine reaches, by IPv4 and IPv6\n"))
      #expect(state.words.contains("OSC to osc.target") && state.words.contains("tempo.source is link"))
      #expect(state.words.contains("PrivateNetwork=no, RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX, IPAddressDeny=(none)"))
    }
  }

  @Test func `anything that is missing keeps it shut`() {
    let open = NetworkState(isPrivate: false, families: ["AF_INET", "AF_UNIX"], denied: [])
    #expect(open.isOpen && open.words.contains("by IPv4\n"))
    #expect(NetworkState(isPrivate: false, families: nil, denied: []).isOpen)
    for shut in [
      NetworkState(isPrivate: true, families: nil, denied: []), NetworkState(isPrivate: false, families: ["AF_UNIX"], denied: []),
      NetworkState(isPrivate: false, families: nil, denied: ["::/0"]),
    ] {
      #expect(!shut.isOpen && shut.words.hasPrefix("shut: "))
    }
  }

  /// Doctor repeats the box's report of a target without a network, with the remedy.
  @Test func `doctor names a target without a network`() {
    var status = Status.sample
    status.parts.append(
      PartStatus(
        name: "osc", state: .degraded, reason: "osc.target is set, but the network is shut", remedy: "open it with gfctl network on"))
    #expect(
      Doctor.box(status).contains(
        Finding("osc", .warn, "osc.target is set, but the network is shut: open it with gfctl network on")))
    status.parts[status.parts.count - 1] = PartStatus(name: "osc", state: .off, reason: "osc.target is not set")
    #expect(Doctor.box(status).contains(Finding("osc", .good, "osc.target is not set")))
  }
}

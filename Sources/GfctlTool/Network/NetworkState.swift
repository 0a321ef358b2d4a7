/// The network access of the service, as systemd reports it.
package struct NetworkState: Sendable, Equatable {
  /// Whether the service has an empty network namespace of its own.
  package var isPrivate: Bool
  /// Socket families that it may use, such as `AF_UNIX`; nil: all.
  package var families: [String]?
  /// Addresses that it must not reach.
  package var denied: [String]

  /// - Parameters: see the properties.
  package init(isPrivate: Bool, families: [String]?, denied: [String]) {
    self.isPrivate = isPrivate
    self.families = families
    self.denied = denied
  }

  /// Reads the lines `KEY=VALUE` of `systemctl show`. Nil if the unit does not exist.
  package init?(shown: String) {
    var values: [Substring: Substring] = [:]
    for line in shown.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[line[..<equals]] = line[line.index(after: equals)...]
    }
    guard values["LoadState"] == "loaded" else { return nil }
    func words(_ key: Substring) -> [String] { (values[key] ?? "").split(separator: " ").map(String.init).sorted() }
    let allowed = words("RestrictAddressFamilies")
    self.init(
      isPrivate: values["PrivateNetwork"] == "yes", families: allowed.isEmpty || allowed.first?.hasPrefix("~") == true ? nil : allowed,
      denied: words("IPAddressDeny"))
  }

  private func mayMake(_ family: String) -> Bool { families?.contains(family) ?? true }

  /// Whether the service can send over IPv4 or IPv6.
  package var isOpen: Bool { !isPrivate && denied.isEmpty && (mayMake("AF_INET") || mayMake("AF_INET6")) }

  /// The state as lines for the owner.
  package var words: String {
    let grants = [
      "PrivateNetwork=\(isPrivate ? "yes" : "no")", "RestrictAddressFamilies=\(families?.joined(separator: " ") ?? "(none)")",
      "IPAddressDeny=\(denied.isEmpty ? "(none)" : denied.joined(separator: " "))",
    ].joined(separator: ", ")
    guard isOpen else {
      let why =
        isPrivate
        ? "it has a network of its own with nothing in it" : denied.isEmpty ? "it may make Unix sockets only" : "no address may be reached"
      return "shut: nothing of the service reaches the network, for \(why)\n  \(grants)\ngfctl network on opens it"
    }
    let kinds = [("AF_INET", "IPv4"), ("AF_INET6", "IPv6")].filter { mayMake($0.0) }.map(\.1).joined(separator: " and ")
    return """
      open: the service may send to and hear from every address that this machine reaches, by \(kinds)
        \(grants)
      it sends OSC to osc.target, shares a tempo where tempo.source is link (Ableton Link, UDP 20808), and serves the page where page.network is true (gfctl network page); gfctl network off shuts it
      """
  }
}

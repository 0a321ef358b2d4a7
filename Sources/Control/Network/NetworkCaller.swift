import Foundation
import GestureFlowAPI
import NIOHTTP1
import Settings
import Supervisor

/// Senders of requests from the local network.
extension Caller {
  /// Name of the cookie that holds the secret of a paired browser.
  static let cookie = "gestureflow"

  /// Commands that are accepted only from a person at the box. They end the service, read its files, test or connect
  /// its devices, or change who may use it.
  private static let commandsAtBox: Set<Command.Name> = [
    .shutdown, .reload, .import, .pairingCode, .licenseInstall, .licenseRemove, .test, .midiConnect, .midiDisconnect,
  ]
  /// Texts that name neither a file nor a device nor another machine.
  private static let plainTexts: Set<String> = ["instrument.range", "instrument.sound"]

  /// Classifies the sender of a request.
  ///
  /// The `Host` must be this end of the connection, so a page whose name was made to point here (DNS rebinding) gets
  /// nothing. Each request that may change something must have the `Origin` of this very page: the browser of a paired
  /// person also shows other sites.
  /// - Parameters:
  ///   - here: the box's end of the connection.
  ///   - name: the box's name on the local network.
  ///   - pairing: knows the paired browsers.
  package init(_ head: HTTPRequestHead, at here: NetworkAddress, name: String, pairing: Pairing) {
    let hosts = head.headers["host"].map { $0.lowercased() }
    guard hosts.count == 1, here.isNamed(hosts[0], name: name) else {
      let other = cleaned(hosts.isEmpty ? "a request without a host" : hosts.joined(separator: ", "), limit: 80)
      self = .otherHost(.otherHost(other, place: "http://\(name):\(here.port)"))
      return
    }
    let origins = head.headers["origin"]
    let isRead = head.method == .GET || head.method == .HEAD
    let sites = head.headers["sec-fetch-site"]
    guard origins == ["http://\(hosts[0])"] || isRead && origins.isEmpty, sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
      self = .foreignPage
      return
    }
    self = Self.secret(in: head.headers).map(pairing.isPaired) == true ? .paired : .unpaired
  }

  private static func secret(in headers: HTTPHeaders) -> String? {
    let pairs = headers["cookie"].flatMap { $0.split(separator: ";") }.map { $0.trimmingCharacters(in: .whitespaces) }
    return pairs.first { $0.hasPrefix(cookie + "=") }.map { String($0.dropFirst(cookie.count + 1)) }
  }

  /// - Throws: `Problem` if the network may not send this command.
  package func check(_ command: Command.Name) throws(Problem) {
    if self == .paired, Self.commandsAtBox.contains(command) { throw .notFromNetwork(command.rawValue) }
  }

  /// - Throws: `Problem` if the network may not change this key. Most texts name files, devices and other machines, the
  ///   keys of the page open the network, those of the panel disable the buttons, and the source of the tempo may be
  ///   another machine.
  package func check(_ change: ConfigChange) throws(Problem) {
    guard self == .paired, let key = ConfigKeys.all.first(where: { $0.name == change.key }) else { return }
    let isPlain =
      switch key.kind {
      case .flag, .number, .numberOrAuto, .choice: true
      case .text, .texts, .tables: Self.plainTexts.contains(key.name)
      }
    if !isPlain || ["page", "panel"].contains(key.section) || key.name == "tempo.source" { throw .notFromNetwork(key.name) }
  }
}

import Foundation
import GestureFlowAPI
import NIOHTTP1

/// The sender of a request. The socket's access rights decide which programs on the box may send requests. A browser
/// reaches the box through a forwarded port and may also show pages of other sites; those pages must not send
/// requests.
package enum Caller: Sendable, Equatable {
  /// A program, or the page of the box.
  case ours
  /// A page of another site (Fetch standard: Origin, Sec-Fetch-Site).
  case foreignPage
  /// The request is meant for another host; with the answer to it. A hostile page can have its own name point to the
  /// owner's machine (DNS rebinding). The browser then takes both for the same site, but the requested host name
  /// reveals it.
  case otherHost(Problem)
  /// A browser on the local network that is paired with the box.
  case paired
  /// A browser on the local network that is not paired. It gets the form for the code.
  case unpaired

  /// Host names of this box, with any port. The socket's file name is another one.
  static let names: Set<String> = ["localhost", "127.0.0.1", "[::1]", "box"]

  /// Classifies the sender of a request.
  /// - Parameter socket: file name of the socket.
  package init(_ headers: HTTPHeaders, socket: String) {
    // Programs may omit the host, browsers never do. A valid request never has two.
    let hosts = headers["host"]
    if let other = hosts.first(where: { !Self.isOurs($0, socket) }) {
      self = .otherHost(.otherHost(cleaned(other, limit: 80)))
    } else if hosts.count > 1 {
      self = .otherHost(.otherHost("two hosts at once"))
    } else {
      self = Self.isForeign(headers, host: hosts.first ?? "") ? .foreignPage : .ours
    }
  }

  /// - Throws: `Problem` if this caller must not get an answer.
  func check() throws(Problem) {
    switch self {
    case .ours, .paired: return
    case .unpaired: throw .unpaired
    case .foreignPage: throw .foreign
    case .otherHost(let problem): throw problem
    }
  }

  /// Whether the request may be carried out.
  var mayAsk: Bool { self == .ours || self == .paired }

  /// Whether no request of this sender is answered.
  var isRefused: Bool { !mayAsk && self != .unpaired }

  private static func isOurs(_ host: String, _ socket: String) -> Bool {
    var name = Substring(host.lowercased())
    // A port, but not the end of a bracketed IPv6 address.
    if let colon = name.lastIndex(of: ":"), name[name.index(after: colon)...].allSatisfy({ $0.isASCII && $0.isNumber }),
      !name.hasSuffix("]")
    {
      name = name[..<colon]
    }
    return names.contains(String(name)) || name == socket.lowercased()
  }

  private static func isForeign(_ headers: HTTPHeaders, host: String) -> Bool {
    if let site = headers.first(name: "sec-fetch-site"), site != "same-origin", site != "none" { return true }
    guard let origin = headers.first(name: "origin") else { return false }
    return origin != "http://\(host)" && origin != "https://\(host)"
  }
}

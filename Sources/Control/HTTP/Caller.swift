import Foundation
import GestureFlowAPI
import NIOHTTP1

/// Who sends a request. Programs on the box may ask whatever the socket's access rights allow. A browser reaches the box through a forwarded port and shows
/// other sites' pages beside it; those may not ask.
package enum Caller: Sendable, Equatable {
  /// A program, or the box's own page.
  case ours
  /// A page of another site (Fetch standard: Origin, Sec-Fetch-Site).
  case foreignPage
  /// The request is meant for this other host. An evil page can have its own name point to the owner's machine (DNS rebinding), and is then the same site to
  /// the browser; the name it asked for gives it away.
  case otherHost(String)

  /// Names that mean this box, with any port, besides the socket's file name.
  static let names: Set<String> = ["localhost", "127.0.0.1", "[::1]", "box"]

  /// - Parameter socket: file name of the socket.
  package init(_ headers: HTTPHeaders, socket: String) {
    // Programs may leave the host out, browsers never do. Two of them are nobody's honest request.
    let hosts = headers["host"]
    if let other = hosts.first(where: { !Self.isOurs($0, socket) }) {
      self = .otherHost(cleaned(other, limit: 80))
    } else if hosts.count > 1 {
      self = .otherHost("two hosts at once")
    } else {
      self = Self.isForeign(headers, host: hosts.first ?? "") ? .foreignPage : .ours
    }
  }

  /// - Throws: why this caller gets no answer.
  func check() throws(Problem) {
    switch self {
    case .ours: return
    case .foreignPage: throw .foreign
    case .otherHost(let name): throw .otherHost(name)
    }
  }

  private static func isOurs(_ host: String, _ socket: String) -> Bool {
    var name = Substring(host.lowercased())
    // A port, but no part of an IPv6 address in its brackets.
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

import Foundation
import GestureFlowAPI

/// Requests of the user owner, who is not root. Units of the firmware image carry them out.
package struct BoxRequests: Sendable {
  /// A request. Its name is that of a file for which a unit waits.
  package enum Request: String, Sendable, CaseIterable {
    case restart, reset
    case resetAll = "reset-all"
  }

  private let folder: String

  /// - Parameter folder: belongs to the group owner on the image, and is absent elsewhere; another one in tests.
  package init(folder: String = "/run/gf/requests") { self.folder = folder }

  /// Whether this machine carries out requests.
  package var areTaken: Bool { access(folder, F_OK) == 0 }

  /// Sends a request. It does not wait for its end.
  /// - Throws: `Failure` if this user may not.
  package func send(_ request: Request) throws(Failure) {
    let file = open("\(folder)/\(request.rawValue)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Failure(
        "the box cannot be told to \(request == .restart ? "restart" : "reset itself") (\(String(cString: strerror(errno))))",
        remedy: "log in as owner or root")
    }
    close(file)
  }
}

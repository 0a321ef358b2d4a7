import GestureFlowAPI
import Glibc

/// The bus address, and the meaning of connection errors.
enum MPRISAddress {
  /// Address of the box's own bus.
  static let own = "unix:path=/run/gestureflow/bus"

  /// Returns the address of the configured bus.
  /// - Parameters: the configured address, and a function that returns an environment variable by its name.
  /// - Returns: the address for sd-bus.
  /// - Throws: the reason for a missing address.
  static func resolve(_ address: String, environment: (String) -> String?) throws(Failure) -> String {
    switch address {
    case "": throw Failure("no bus is configured, so the box finds no players", remedy: "set stream.bus to \"\(own)\"")
    case "session":
      if let found = environment("DBUS_SESSION_BUS_ADDRESS"), !found.isEmpty { return found }
      if let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty { return "unix:path=\(folder)/bus" }
      throw Failure(
        "there is no session bus here: DBUS_SESSION_BUS_ADDRESS is not set", remedy: "set stream.bus to \"\(own)\", the box's own bus")
    // sd-bus would report that the bus does not answer.
    case let other where !other.contains(":"): throw trouble(EINVAL, at: other)
    default: return address
    }
  }

  /// Returns the trouble of a connection error.
  /// - Parameters: errno, and the address of the attempt.
  static func trouble(_ code: Int32, at address: String) -> Failure {
    let place = cleaned(address, limit: 100)
    let start =
      address == own
      ? "sudo systemctl restart gestureflow-bus.socket (it needs Debian's packages dbus-daemon and libnss-systemd)"
      : "start the bus there, or set stream.bus to \"\(own)\", the box's own bus"
    switch code {
    case ENOENT, ECONNREFUSED, ENOTDIR: return Failure("no bus answers at \(place)", remedy: start)
    case EACCES, EPERM:
      return Failure(
        "this user may not use the bus at \(place)", remedy: "sudo usermod -aG gestureflow USER, and start that user's programs again")
    case EINVAL, EAFNOSUPPORT, ENAMETOOLONG:
      return Failure("\(place) is not the address of a bus", remedy: "set stream.bus to \"\(own)\", \"session\", or \"\" for none")
    case ECONNRESET, ENOTCONN, EPIPE, ETIMEDOUT, ESHUTDOWN:
      return Failure("the bus at \(place) has gone, or rejects all clients", remedy: start)
    default: return Failure("the bus at \(place) cannot be reached (\(String(cString: strerror(code))))", remedy: start)
    }
  }
}

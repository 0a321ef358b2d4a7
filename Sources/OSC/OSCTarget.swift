import GestureFlowAPI

/// The target of OSC. It is a host's name or address, and a UDP port.
public struct OSCTarget: Sendable, Equatable, CustomStringConvertible {
  /// The form of a target, for messages.
  public static let words = "\"HOST:PORT\", such as \"studio.local:9000\", \"192.168.1.20:9000\" or \"[fd00::2]:9000\", or \"\" for none"
  /// Largest number of characters in a host's name (RFC 1035).
  private static let longestName = 253

  /// Name or address, without brackets.
  public let host: String
  /// UDP port, 1...65535.
  public let port: Int

  /// Reads `HOST:PORT`, with an IPv6 address in brackets. Does not check whether the host exists.
  /// - Throws: `Problem` with the reason.
  public init(_ text: String) throws(Problem) {
    func wrong(_ why: String) -> Problem { .badField("osc.target", "\"\(text)\" is not allowed, for \(why)") }
    guard !text.contains("/") else { throw wrong("a target is a host and a port, without a path or anything before them") }
    guard let colon = text.lastIndex(of: ":") else { throw wrong("it has no port") }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = Int(digits), (1...65535).contains(port) else {
      throw wrong("a port is a number from 1 to 65535")
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":"), host.utf8.allSatisfy({ Self.isNamePart($0) || $0 == 58 || $0 == 37 }) else {
        throw wrong("brackets must enclose an IPv6 address")
      }
    } else {
      guard !host.isEmpty else { throw wrong("it has no host") }
      guard !host.contains(":") else { throw wrong("an IPv6 address must be in brackets") }
      guard host.utf8.count <= Self.longestName, host.utf8.allSatisfy(Self.isNamePart), !host.hasPrefix("-"), !host.hasPrefix(".") else {
        throw wrong("that is not a host name")
      }
    }
    self.host = String(host)
    self.port = port
  }

  /// Returns whether a byte may be part of a host's name. Letters, digits, `-`, `.` and `_` may.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 45, 46, 95: true
    default: false
    }
  }

  /// The target as it is written in the configuration.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

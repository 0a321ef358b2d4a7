import GestureFlowAPI

/// Where OSC goes: a host's name or address, and a UDP port.
public struct OSCTarget: Sendable, Equatable, CustomStringConvertible {
  /// What a target looks like, for messages.
  public static let words = "\"HOST:PORT\", such as \"studio.local:9000\", \"192.168.1.20:9000\" or \"[fd00::2]:9000\", or \"\" for none"
  /// A host's name has this many characters at most (RFC 1035).
  private static let longestName = 253

  /// Name or address, without brackets.
  public let host: String
  /// UDP port, 1...65535.
  public let port: Int

  /// Reads `HOST:PORT`; an IPv6 address stands in brackets. Whether there is such a host is not asked.
  /// - Throws: `Problem` that says what is wrong.
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
        throw wrong("in brackets stands an IPv6 address")
      }
    } else {
      guard !host.isEmpty else { throw wrong("it has no host") }
      guard !host.contains(":") else { throw wrong("an IPv6 address stands in brackets") }
      guard host.utf8.count <= Self.longestName, host.utf8.allSatisfy(Self.isNamePart), !host.hasPrefix("-"), !host.hasPrefix(".") else {
        throw wrong("that is no host's name")
      }
    }
    self.host = String(host)
    self.port = port
  }

  /// Letters, digits and what names of hosts have besides.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 45, 46, 95: true
    default: false
    }
  }

  /// As it is written in the configuration.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

import Glibc

/// Reason why nothing can be sent, with its remedy.
public struct OSCTrouble: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason.
  public var reason: String
  /// The remedy.
  public var remedy: String
  /// Whether only the other end is at fault. The box does its part.
  public var isFarEnd: Bool
  /// Creates a trouble.
  /// - Parameters: the reason, the remedy, and whether only the other end is at fault.
  public init(_ reason: String, remedy: String, isFarEnd: Bool = false) {
    self.reason = reason
    self.remedy = remedy
    self.isFarEnd = isFarEnd
  }
  /// Reason and remedy.
  public var description: String { "\(reason): \(remedy)" }

  /// The service's sandbox has no network. This is the default.
  public static let shut = OSCTrouble("osc.target is set, but the network is shut", remedy: "open it with sudo gfctl network on")

  /// Creates the trouble of a failed call.
  /// - Parameter code: errno of a socket.
  package init(code: Int32, target: OSCTarget) {
    switch code {
    // Errors of the sandbox: a missing address family, no permission, or an empty network namespace.
    case EAFNOSUPPORT, EPERM, EACCES: self = .shut
    case ECONNREFUSED: self.init("nobody listens at \(target)", remedy: "start the program there, or check osc.target", isFarEnd: true)
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL:
      self.init("there is no way to \(target)", remedy: "check the box's network, and that it is open: gfctl network")
    default: self.init("nothing can be sent to \(target) (\(String(cString: strerror(code))))", remedy: "check osc.target")
    }
  }
}

/// A connection for OSC. `UDPWire` is the real one; tests use a double that fails on demand.
public protocol OSCWire: Sendable {
  /// Finds the target and prepares to send. It may take as long as the network's name servers.
  /// - Returns: a function that sends one packet. It never waits, and returns 0 or an errno value.
  func open(_ target: OSCTarget) throws(OSCTrouble) -> @Sendable ([UInt8]) -> Int32
}

/// UDP to a host, a group or a whole network. A host has a name or an address.
public struct UDPWire: OSCWire {
  /// A socket that is closed with its last user.
  private final class Socket: Sendable {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }
  }

  /// Creates a wire; nothing is open yet.
  public init() {}

  /// Looks up the name and connects. The lookup may take seconds. A connected socket lets the kernel report a missing
  /// listener.
  public func open(_ target: OSCTarget) throws(OSCTrouble) -> @Sendable ([UInt8]) -> Int32 {
    // Test for a network first. Without one, the name lookup also fails, and its remedy would be wrong.
    let probe = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else { throw OSCTrouble(code: errno, target: target) }
    close(probe)
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(target.host, String(target.port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard code == 0 else {
      throw OSCTrouble(
        "the host \(target.host) is not found (\(String(cString: gai_strerror(code))))", remedy: "check osc.target, and gfctl network")
    }
    var last = EADDRNOTAVAIL
    var next = found
    while let address = next?.pointee {
      next = address.ai_next
      let number = Glibc.socket(
        address.ai_family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), address.ai_protocol)
      guard number >= 0 else {
        last = errno
        continue
      }
      let socket = Socket(number)
      var yes: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
      guard connect(number, address.ai_addr, address.ai_addrlen) == 0 else {
        last = errno
        continue
      }
      return { bytes in send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 ? errno : 0 }
    }
    throw OSCTrouble(code: last, target: target)
  }
}

import Glibc

/// Why nothing goes out.
public struct OSCTrouble: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public var reason: String
  /// What to do about it.
  public var remedy: String
  /// The box does what it can: only the other end does not.
  public var isFarEnd: Bool
  /// - Parameters: what is wrong, what to do about it, and whether only the other end is to blame.
  public init(_ reason: String, remedy: String, isFarEnd: Bool = false) {
    self.reason = reason
    self.remedy = remedy
    self.isFarEnd = isFarEnd
  }
  /// Reason and remedy.
  public var description: String { "\(reason): \(remedy)" }

  /// The service's sandbox has no network, which is how it is delivered.
  public static let shut = OSCTrouble("osc.target is set, but the network is shut", remedy: "open it with sudo gfctl network on")

  /// - Parameter code: errno of a socket.
  package init(code: Int32, target: OSCTarget) {
    switch code {
    // The sandbox: no such family of addresses, no right to send, a network of its own with nothing in it.
    case EAFNOSUPPORT, EPERM, EACCES: self = .shut
    case ECONNREFUSED: self.init("nobody listens at \(target)", remedy: "start the program there, or check osc.target", isFarEnd: true)
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL:
      self.init("there is no way to \(target)", remedy: "check the box's network, and that it is open: gfctl network")
    default: self.init("nothing can be sent to \(target) (\(String(cString: strerror(code))))", remedy: "check osc.target")
    }
  }
}

/// What OSC goes out by. The real one is `UDPWire`; a test puts a double in its place which fails on demand.
public protocol OSCWire: Sendable {
  /// Finds the target and makes ready to send. It may take as long as the network's name servers.
  /// - Returns: what sends one packet; it never waits, and answers 0 or an errno value.
  func open(_ target: OSCTarget) throws(OSCTrouble) -> @Sendable ([UInt8]) -> Int32
}

/// UDP, to a host by its name or address, a group or a whole network.
public struct UDPWire: OSCWire {
  /// A socket that is closed with whoever sends by it.
  private final class Socket: Sendable {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }
  }

  /// Nothing is open yet.
  public init() {}

  /// Looks the name up, which may take seconds, and connects: so the kernel tells when nobody listens.
  public func open(_ target: OSCTarget) throws(OSCTrouble) -> @Sendable ([UInt8]) -> Int32 {
    // Asked first: without a network a name is not found, either, and the advice would be a wrong one.
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

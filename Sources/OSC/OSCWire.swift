import GestureFlowAPI
import Glibc

/// A connection for OSC. `UDPWire` is the real one; tests use a double that fails on demand.
public protocol OSCWire: Sendable {
  /// Finds the target and prepares to send. It may take as long as the network's name servers.
  /// - Returns: a function that sends one packet. It never waits, and returns 0 or an errno value.
  func open(_ target: OSCTarget) throws(Failure) -> @Sendable ([UInt8]) -> Int32
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
  public func open(_ target: OSCTarget) throws(Failure) -> @Sendable ([UInt8]) -> Int32 {
    // Test for a network first. Without one, the name lookup also fails, and its remedy would be wrong.
    let probe = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else { throw .osc(errno, to: target) }
    close(probe)
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(target.host, String(target.port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard code == 0 else {
      throw Failure(
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
    throw .osc(last, to: target)
  }
}

extension Failure {
  /// The service's sandbox has no network for OSC. The service is delivered this way.
  public static let oscIsShut = Failure("osc.target is set, but the network is shut", remedy: "open it with gfctl network on")

  /// A packet that could not be sent. - Parameter code: errno of a socket.
  package static func osc(_ code: Int32, to target: OSCTarget) -> Failure {
    switch code {
    // The sandbox: no such family of addresses, no right to send, a network of its own with nothing in it.
    case EAFNOSUPPORT, EPERM, EACCES: .oscIsShut
    case ECONNREFUSED: Failure("no program listens at \(target)", remedy: "start the program there, or check osc.target")
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL:
      Failure("\(target) cannot be reached", remedy: "check the box's network, and that it is open (gfctl network)")
    default: Failure("nothing can be sent to \(target) (\(String(cString: strerror(code))))", remedy: "check osc.target")
    }
  }
}

import CLink
import GestureFlowAPI
import Glibc
import Synchronization

/// A peer of Ableton Link. It joins an existing session on the network, or starts one. Start and stop are not shared.
public final class AbletonLink: TempoSession {
  /// Tempi that Link supports, in beats a minute.
  public static let tempi = 20.0...999.0

  /// Link's object, which allows one caller at a time; nil after `close`.
  private let peer: Mutex<OpaquePointer?>

  /// Opens sockets on all interfaces with an IPv4 address. Link checks for new interfaces every few seconds.
  /// - Parameter tempo: of its own session, in beats a minute.
  /// - Throws: `Failure`; `.shut` when the sandbox has no network. A network without other members is not an
  ///   error: see `trouble`.
  public init(tempo: Double = 120) throws(Failure) {
    if case .failure(let trouble) = Self.networks { throw trouble }
    var why = [CChar](repeating: 0, count: 200)
    let made = gf_link_open(min(max(tempo, Self.tempi.lowerBound), Self.tempi.upperBound), &why, Int64(why.count))
    guard let made else {
      let text = String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw Failure("Ableton Link cannot be started (\(text))", remedy: "close other programs")
    }
    gf_link_enable(made, 1)
    peer = Mutex(made)
  }

  deinit { close() }

  /// Reason why this machine cannot share a tempo; nil without one. Poll it during a session, because Link itself
  /// does not report it.
  public static var trouble: Failure? {
    switch networks {
    case .failure(let trouble): trouble
    case .success(let networks): trouble(on: networks)
    }
  }

  /// An interface with an IPv4 address, as the kernel describes it.
  package struct Network: Sendable {
    /// Flags of the C library: `IFF_UP` and similar ones.
    package var flags: Int32
    package init(flags: Int32) { self.flags = flags }
  }

  /// Returns the trouble of a set of interfaces.
  /// - Parameter networks: all existing interfaces.
  /// - Returns: nil when other machines may be behind one of them.
  package static func trouble(on networks: [Network]) -> Failure? {
    let reaches = { (network: Network) in
      let (flags, wanted) = (network.flags, Int32(IFF_UP | IFF_RUNNING))
      // The loopback is always up. An unplugged cable leaves an interface up, but not running.
      return flags & wanted == wanted && flags & Int32(IFF_LOOPBACK) == 0
    }
    if networks.contains(where: reaches) { return nil }
    return Failure("no network interface is up", remedy: "check the box's network, and that it is open (gfctl network)")
  }

  private static var networks: Result<[Network], Failure> {
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else {
      return .failure(errno == EMFILE ? Failure("too many files are open", remedy: "restart the service") : .linkIsShut)
    }
    Glibc.close(probe)
    var first: UnsafeMutablePointer<ifaddrs>?
    // getifaddrs uses netlink, which a sandbox may forbid by itself.
    guard getifaddrs(&first) == 0 else { return .failure(.linkIsShut) }
    defer { freeifaddrs(first) }
    var (found, next) = ([Network](), first)
    while let one = next?.pointee {
      if one.ifa_addr?.pointee.sa_family == sa_family_t(AF_INET) { found.append(Network(flags: Int32(bitPattern: one.ifa_flags))) }
      next = one.ifa_next
    }
    return .success(found)
  }

  /// Returns the session's state at a time. Its beat is that of the session's clock. For a second after a local
  /// change it returns the locally set values.
  public func look(at time: Double, bar: Double) -> TempoSessionState {
    peer.withLock { peer in
      guard let peer else { return TempoSessionState(tempo: Self.tempi.lowerBound, beat: 0, bar: bar, peers: 0) }
      let look = gf_link_look_at(peer, Self.microseconds(time), bar)
      // The tempo comes from another peer and may have any value.
      let tempo = look.bpm.isFinite ? min(max(look.bpm, Self.tempi.lowerBound), Self.tempi.upperBound) : 120
      return TempoSessionState(tempo: tempo, beat: look.beat.isFinite ? look.beat : 0, bar: bar, peers: Int(look.peers))
    }
  }

  /// Sets the tempo of all peers, 20...999; ignores other values.
  public func set(tempo: Double, at time: Double) {
    guard Self.tempi.contains(tempo) else { return }
    peer.withLock { if let peer = $0 { gf_link_set_tempo(peer, tempo, Self.microseconds(time)) } }
  }

  /// Places a beat at a time. With other peers, places it at the next time that fits their bar.
  public func lay(beat: Double, at time: Double, bar: Double) {
    guard beat.magnitude < 1e9 else { return }
    peer.withLock { if let peer = $0 { gf_link_request_beat(peer, beat, Self.microseconds(time), bar) } }
  }

  /// Leaves the session and ends Link's threads; later calls do nothing.
  public func close() {
    // Outside the lock: the session waits for its threads, and `set` may be called on the thread of the controls.
    let last = peer.withLock { peer in
      defer { peer = nil }
      return peer
    }
    if let last { gf_link_close(last) }
  }

  private static func microseconds(_ time: Double) -> Int64 { Int64((time * 1e6).rounded()) }
}

import CMPRISDouble
import ChildPrograms
import Foundation
import Realtime
import ExternalSources
import Synchronization
import TestSupport

/// A private bus with the configuration of the box's bus, and the box's client.
final class PlayerBench {
  static let daemon = "/usr/bin/dbus-daemon"
  static let isThere = FileManager.default.isExecutableFile(atPath: daemon)
  private static let configuration = Places.project.appendingPathComponent("deploy/bus.conf").path

  let folder: URL
  let bus: MPRISBus
  let news = NewsLog()
  private var program: ChildProgram?
  /// Address of the bus, for clients.
  var address: String { "unix:path=\(socket)" }
  private var socket: String { folder.appendingPathComponent("bus").path }

  /// - Parameter isOn: whether the bus exists from the start.
  init(isOn: Bool = true) throws {
    // The path is short, because a socket's name has 107 bytes at most. It is open to all, because VLC runs as
    // another user.
    folder = URL(fileURLWithPath: "/tmp/gf-mpris-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    bus = MPRISBus(address: "unix:path=\(folder.path)/bus")
    if isOn { try switchOn() }
    bus.start { [news] in news.add($0) }
  }

  deinit {
    bus.stop()
    switchOff()
    try? FileManager.default.removeItem(at: folder)
  }

  func switchOn() throws {
    program = try ChildProgram(
      Self.daemon, ["--config-file=\(Self.configuration)", "--address=\(address)", "--nofork", "--nopidfile"], output: .discarded,
      errors: .discarded)
    let (path, daemon) = (socket, program)
    guard waitUntil(300, { LocalSocket.isOpen(path) || daemon?.end != nil }), daemon?.end == nil else {
      throw CocoaError(.fileNoSuchFile)
    }
  }

  func switchOff() {
    program?.kill()
    program?.wait()
    program = nil
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// Whether a client may own that name on the bus.
  func mayOwn(_ name: String) -> Bool { mpris_double_may_own(address, name) == 0 }

  /// The only player that this bench watches; nil without players or with several.
  var player: StreamPlayer? {
    bus.watch()
    let players = bus.players
    return players.count == 1 ? players[0] : nil
  }

  /// Position of the only player, in seconds; -1 if it is unknown.
  var place: Double { player?.position(at: Clock.seconds) ?? -1 }
}

/// A log of events from any source, in order.
final class NewsLog: Sendable {
  private let log = Mutex<[PlayerEvent]>([])
  func add(_ one: PlayerEvent) { log.withLock { $0.append(one) } }
  var all: [PlayerEvent] { log.withLock { $0 } }
}

/// A player that follows all orders.
final class PlayerDouble {
  /// Behaviour of the player; several can be combined: see CMPRISDouble.
  struct Manner: OptionSet {
    let rawValue: Int32
    static let silent = Self(rawValue: 1)
    static let wrongTypes = Self(rawValue: 2)
    static let bare = Self(rawValue: 4)
    static let uncontrolled = Self(rawValue: 8)
    static let refusing = Self(rawValue: 16)
    static let dying = Self(rawValue: 32)
    static let tellingNothing = Self(rawValue: 64)
    static let huge = Self(rawValue: 128)
    static let deaf = Self(rawValue: 256)
  }

  private let handle: OpaquePointer

  init(_ bench: PlayerBench, name: String = "double", second: String? = nil, _ manner: Manner = []) throws {
    struct NoDouble: Error {}
    guard let handle = mpris_double_start(bench.address, name, second, manner.rawValue) else { throw NoDouble() }
    self.handle = handle
  }

  deinit { mpris_double_stop(handle) }

  func be(_ manner: Manner) { mpris_double_be(handle, manner.rawValue) }
  /// Delays each answer by some seconds; 0 answers the waiting calls at once.
  func lag(_ seconds: Double) { mpris_double_lag(handle, Int32(seconds * 1000)) }
  func play(_ status: String) { mpris_double_play(handle, status) }
  func track(_ title: String?, by artist: String? = nil, url: String? = nil) { mpris_double_track(handle, title, artist, url) }
  func cover(bytes: Int) { mpris_double_cover(handle, bytes) }
  func loud(_ volume: Double) { mpris_double_loud(handle, volume) }
  func jump(to seconds: Double) { mpris_double_jump(handle, seconds) }
  func calls(_ what: String) -> Int { Int(mpris_double_calls(handle, what)) }
  var volume: Double { mpris_double_volume(handle) }
  var orders: [String] {
    var text = [CChar](repeating: 0, count: 8192)
    mpris_double_orders(handle, &text, 8192)
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.split(separator: " ").map(String.init)
  }
}

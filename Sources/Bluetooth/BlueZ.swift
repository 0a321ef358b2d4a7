import GestureFlowAPI
import Glibc

/// Bluetooth LE MIDI devices through BlueZ: scan, pair, forget. BlueZ connects a paired device by itself whenever it
/// appears. Its MIDI plugin makes a port of ALSA's sequencer for it, and the box connects to this port as to any
/// device. For one thread; calls block.
public final class BlueZ {
  private static let adapter = "org.bluez.Adapter1"
  private static let device = "org.bluez.Device1"
  /// Longest waits in seconds. `pairing` is for the device to accept, `resolving` for its list of services.
  private static let pairing = 30.0
  private static let resolving = 15.0

  private let bus: BlueZBus
  private let look: UInt32

  /// Connects to the bus.
  /// - Parameters:
  ///   - address: of the bus; nil for the system's.
  ///   - look: seconds between two polls of BlueZ's results.
  /// - Throws: `Problem` when the bus cannot be reached.
  public init(address: String? = nil, look: Double = 0.5) throws(Problem) {
    bus = try BlueZBus(address: address)
    self.look = UInt32(look * 1e6)
  }

  /// Returns the MIDI devices received within a time, and the paired ones. The strongest signal comes first.
  /// - Throws: `Problem` with the remedy.
  public func scan(seconds: Double) throws(Problem) -> [BluetoothDevice] {
    _ = try discover(seconds: seconds) { _ in false }
    return try known()
  }

  /// Returns the MIDI devices that BlueZ knows without a search. The strongest signal comes first.
  /// - Throws: `Problem` with the remedy.
  public func known() throws(Problem) -> [BluetoothDevice] {
    try devices().filter(\.isMIDI).sorted { ($0.signal ?? -1000, $1.address) > ($1.signal ?? -1000, $0.address) }
  }

  /// Pairs a device if necessary, and connects it. From then on BlueZ connects it by itself.
  /// - Parameters:
  ///   - name: its address or its name.
  ///   - seconds: search time if it is unknown.
  /// - Returns: the device, connected.
  /// - Throws: `Problem` with the remedy.
  public func connect(_ name: String, seconds: Double) throws(Problem) -> BluetoothDevice {
    _ = try adapterPath()
    var known = try devices().first { $0.isCalled(name) && ($0.isMIDI || $0.isPaired) }
    if known == nil { known = try discover(seconds: seconds) { $0.isMIDI && $0.isCalled(name) } }
    guard let device = known else {
      throw .notFound("no MIDI device '\(name)' was found: switch it on, near the box, and run gfctl midi bluetooth scan")
    }
    if !device.isPaired {
      try bus.agent(for: device.path)
      try bus.call(device.path, Self.device, "Pair", seconds: Self.pairing, allowed: ["org.bluez.Error.AlreadyExists"])
    }
    // Without this, BlueZ would require a confirmation at each new connection.
    try bus.set(device.path, Self.device, "Trusted", true)
    try bus.call(device.path, Self.device, "Connect", seconds: Self.pairing, allowed: ["org.bluez.Error.AlreadyConnected"])
    return try wait(for: device)
  }

  /// Removes a device from BlueZ.
  /// - Returns: the device before the removal.
  /// - Throws: `Problem` with the remedy.
  public func forget(_ name: String) throws(Problem) -> BluetoothDevice {
    let adapter = try adapterPath()
    guard let device = try devices().first(where: { $0.isCalled(name) }) else {
      throw .notFound("BlueZ knows no device '\(name)': list the known ones with gfctl midi bluetooth scan")
    }
    try bus.call(adapter, Self.adapter, "RemoveDevice", object: device.path)
    return device
  }

  /// Waits until the next poll. Signals of many objects carry BlueZ's results, so a short-lived program polls instead.
  private func pause() { usleep(look) }

  private func wait(for device: BluetoothDevice) throws(Problem) -> BluetoothDevice {
    let end = now + Self.resolving
    while true {
      guard let seen = try devices().first(where: { $0.path == device.path }) else {
        throw .notFound("\(device.name) is not there any more: run gfctl midi bluetooth scan")
      }
      if seen.isConnected, seen.isResolved {
        guard seen.isMIDI else {
          throw .refused("\(seen.name) is connected, but is not a MIDI device: forget it with gfctl midi bluetooth forget \(seen.address)")
        }
        return seen
      }
      guard now < end else { throw .failed("\(device.name) was connected but did not describe itself: switch it off and on again") }
      pause()
    }
  }

  /// Searches for MIDI devices until one matches or the time is over.
  /// - Returns: the matching device.
  private func discover(seconds: Double, until isRight: (BluetoothDevice) -> Bool) throws(Problem) -> BluetoothDevice? {
    let adapter = try adapterPath()
    try bus.filter(adapter, service: BluetoothDevice.midi)
    try bus.call(adapter, Self.adapter, "StartDiscovery")
    // A discovery that is not stopped would end with the connection.
    defer { _ = try? bus.call(adapter, Self.adapter, "StopDiscovery") }
    let end = now + seconds
    while true {
      if let found = try devices().first(where: isRight) { return found }
      guard now < end else { return nil }
      pause()
    }
  }

  /// Returns the first adapter, switched on.
  private func adapterPath() throws(Problem) -> String {
    let adapters = try bus.objects().filter { $0.value.interfaces.contains(Self.adapter) }.sorted { $0.key < $1.key }
    guard let (path, one) = adapters.first else {
      throw .notFound("this machine has no Bluetooth adapter: plug one in, or use a Pi that has one")
    }
    if one.numbers["Powered"] != 1 { try bus.set(path, Self.adapter, "Powered", true) }
    return path
  }

  private func devices() throws(Problem) -> [BluetoothDevice] {
    try bus.objects().filter { $0.value.interfaces.contains(Self.device) }.sorted { $0.key < $1.key }.map { path, one in
      var device = BluetoothDevice(path: path, address: one.texts["Address"]?.first ?? "")
      device.name = cleaned(one.texts["Alias"]?.first ?? device.address, limit: 80)
      device.services = (one.texts["UUIDs"] ?? []).map { $0.lowercased() }
      device.isPaired = one.numbers["Paired"] == 1
      device.isConnected = one.numbers["Connected"] == 1
      device.isResolved = one.numbers["ServicesResolved"] == 1
      device.signal = one.numbers["RSSI"].map { Int($0) }
      return device
    }
  }

  private var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

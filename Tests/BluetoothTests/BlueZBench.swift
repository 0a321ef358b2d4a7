import Bluetooth
import CBlueZDouble

/// A bus with BlueZ, its adapter and four devices.
/// A search finds the first two, which are MIDI devices. The third is a known MIDI device, and the fourth is not a
/// MIDI device.
final class BlueZBench {
  static let keys = "AA:00:00:00:00:01"
  static let pads = "AA:00:00:00:00:02"
  static let known = "AA:00:00:00:00:03"
  static let speaker = "AA:00:00:00:00:04"

  private let bus: PrivateBus
  private let double: OpaquePointer
  let bluez: BlueZ

  /// - Parameters:
  ///   - hasAdapter, isPowered: of the machine.
  ///   - mayAsk: whether users may send to BlueZ.
  ///   - asks: the method of the agent that pairing asks: `other` asks it about another device.
  init(hasAdapter: Bool = true, isPowered: Bool = true, mayAsk: Bool = true, asks: String = "RequestAuthorization") throws {
    struct NoDouble: Error {}
    bus = try PrivateBus(mayAsk: mayAsk)
    guard let double = bluez_double_start(bus.address, hasAdapter ? 1 : 0, isPowered ? 1 : 0) else { throw NoDouble() }
    self.double = double
    bluez_double_add(double, Self.keys, "Keys\u{1B}[31m", BluetoothDevice.midi, 1, asks)
    bluez_double_add(double, Self.pads, "Pads", BluetoothDevice.midi, 1, asks)
    bluez_double_add(double, Self.known, "Known", BluetoothDevice.midi.uppercased(), 0, asks)
    bluez_double_add(double, Self.speaker, "Speaker", "0000110b-0000-1000-8000-00805f9b34fb", 0, asks)
    guard bluez_double_run(double) == 0 else { throw NoDouble() }
    bluez = try BlueZ(address: bus.address, look: 0.01)
  }

  deinit { bluez_double_stop(double) }

  /// Makes a method answer with this error from now on.
  func fail(_ method: String, _ error: String?) { bluez_double_fail(double, method, error) }
  func calls(_ method: String) -> Int { Int(bluez_double_calls(double, method)) }
  /// Whether a device is paired, trusted and connected; nil if BlueZ does not know it.
  func state(_ address: String) -> (paired: Bool, trusted: Bool, connected: Bool)? {
    let state = bluez_double_state(double, address)
    return state < 0 ? nil : (state & 1 != 0, state & 2 != 0, state & 4 != 0)
  }
}

/// A Bluetooth Low Energy device as BlueZ reports it.
public struct BluetoothDevice: Sendable, Equatable {
  /// UUID of the MIDI service (Bluetooth LE MIDI 1.0).
  public static let midi = "03b80e5a-ede8-4b33-a751-6ce34ec4c700"

  /// Path of its BlueZ object.
  package var path: String
  /// Its address: `AA:BB:CC:DD:EE:FF`.
  public var address = ""
  /// Its own name or the one from its owner; not trusted.
  public var name = ""
  /// UUIDs of its services, in lower case.
  public var services: [String] = []
  /// Whether it is paired.
  public var isPaired = false
  /// Whether it is connected now.
  public var isConnected = false
  /// Whether its services have been read since the connection.
  public var isResolved = false
  /// Signal strength in dBm; nil when it was not received recently.
  public var signal: Int?

  /// Whether it sends and receives MIDI.
  public var isMIDI: Bool { services.contains(Self.midi) }

  /// Returns whether a text is its address or name. Upper and lower case are equal.
  package func isCalled(_ text: String) -> Bool {
    let text = text.lowercased()
    return address.lowercased() == text || name.lowercased() == text
  }

  /// A line for the owner.
  public var line: String {
    let state = isConnected ? "connected" : isPaired ? "paired" : "new"
    let strength = signal.map { "\($0) dBm" } ?? "not heard"
    return [address, state + String(repeating: " ", count: max(9 - state.count, 0)), strength, name].joined(separator: "  ")
  }
}

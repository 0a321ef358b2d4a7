/// A Bluetooth Low Energy device as BlueZ knows it.
public struct BluetoothDevice: Sendable, Equatable {
  /// The service that makes a device a MIDI device (Bluetooth LE MIDI 1.0).
  public static let midi = "03b80e5a-ede8-4b33-a751-6ce34ec4c700"

  /// Its object at BlueZ.
  package var path: String
  /// `AA:BB:CC:DD:EE:FF`.
  public var address = ""
  /// As it calls itself, or its owner calls it; not trusted.
  public var name = ""
  /// What it offers, in lower case.
  public var services: [String] = []
  /// The two know each other.
  public var isPaired = false
  /// It is connected now.
  public var isConnected = false
  /// Its services have been read since it was connected.
  public var isResolved = false
  /// Strength of its signal in dBm; nil when it was not heard lately.
  public var signal: Int?

  /// It sends and takes MIDI.
  public var isMIDI: Bool { services.contains(Self.midi) }

  /// Whether an owner means this one: its address, or its name, without regard to case.
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

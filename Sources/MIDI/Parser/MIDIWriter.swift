/// From messages to the bytes of a wire.
public struct MIDIWriter: Sendable {
  private let usesRunningStatus: Bool
  /// The status byte that need not be said again; 0 for none.
  private var running: UInt8 = 0

  /// - Parameter usesRunningStatus: leaves a status byte out where it is that of the message before.
  public init(usesRunningStatus: Bool = false) { self.usesRunningStatus = usesRunningStatus }

  /// Adds a message's bytes, one to three. A message with a number out of its range adds nothing. - Returns: whether it was added.
  @discardableResult public mutating func write(_ message: MIDIMessage, to bytes: inout [UInt8]) -> Bool {
    guard let (status, data) = Self.bytes(of: message) else { return false }
    switch status {
    case ..<0xF0:
      if !usesRunningStatus || status != running { bytes.append(status) }
      running = status
    case ..<0xF8:
      running = 0
      bytes.append(status)
    default: bytes.append(status)
    }
    bytes.append(contentsOf: data)
    return true
  }

  /// The next message says its status: somebody may listen from now on.
  public mutating func beginAnew() { running = 0 }

  /// A message's status and data bytes; nil when a number is out of its range.
  static func bytes(of message: MIDIMessage) -> (status: UInt8, data: [UInt8])? {
    guard message.isValid else { return nil }
    return switch message {
    case .noteOff(let channel, let note, let velocity): (0x80 | channel, [note, velocity])
    case .noteOn(let channel, let note, let velocity): (0x90 | channel, [note, velocity])
    case .keyPressure(let channel, let note, let pressure): (0xA0 | channel, [note, pressure])
    case .control(let channel, let controller, let value): (0xB0 | channel, [controller, value])
    case .program(let channel, let program): (0xC0 | channel, [program])
    case .channelPressure(let channel, let pressure): (0xD0 | channel, [pressure])
    case .bend(let channel, let bend): (0xE0 | channel, halves(bend))
    case .quarterFrame(let part): (0xF1, [part])
    case .songPosition(let position): (0xF2, halves(position))
    case .songSelect(let song): (0xF3, [song])
    case .tuneRequest: (0xF6, [])
    case .clock: (0xF8, [])
    case .start: (0xFA, [])
    case .continue: (0xFB, [])
    case .stop: (0xFC, [])
    case .activeSensing: (0xFE, [])
    case .reset: (0xFF, [])
    }
  }

  private static func halves(_ value: UInt16) -> [UInt8] { [UInt8(value & 127), UInt8(value >> 7)] }
}

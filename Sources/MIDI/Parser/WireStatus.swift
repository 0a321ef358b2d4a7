/// Status bytes: what they begin, and how many data bytes follow.
enum WireStatus {
  static let sysex: UInt8 = 0xF0
  static let sysexEnd: UInt8 = 0xF7

  /// Data bytes behind a status byte; nil for bytes that begin no message: data, system-exclusive ones and their end, and those that MIDI does not define.
  static func length(_ status: UInt8) -> Int? {
    switch status {
    case 0x80..<0xC0, 0xE0..<0xF0, 0xF2: 2
    case 0xC0..<0xE0, 0xF1, 0xF3: 1
    case 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF: 0
    default: nil
    }
  }

  /// - Parameters: a status byte that begins a message, and its data, below 128; what it does not take counts for nothing.
  static func message(_ status: UInt8, _ a: UInt8, _ b: UInt8) -> MIDIMessage? {
    let channel = status & 15
    return switch status & 0xF0 {
    case 0x80: .noteOff(channel: channel, note: a, velocity: b)
    case 0x90: .noteOn(channel: channel, note: a, velocity: b)
    case 0xA0: .keyPressure(channel: channel, note: a, pressure: b)
    case 0xB0: .control(channel: channel, controller: a, value: b)
    case 0xC0: .program(channel: channel, program: a)
    case 0xD0: .channelPressure(channel: channel, pressure: a)
    case 0xE0: .bend(channel: channel, bend: fourteen(a, b))
    default: system(status, a, b)
    }
  }

  private static func system(_ status: UInt8, _ a: UInt8, _ b: UInt8) -> MIDIMessage? {
    switch status {
    case 0xF1: .quarterFrame(a)
    case 0xF2: .songPosition(fourteen(a, b))
    case 0xF3: .songSelect(a)
    case 0xF6: .tuneRequest
    case 0xF8: .clock
    case 0xFA: .start
    case 0xFB: .continue
    case 0xFC: .stop
    case 0xFE: .activeSensing
    case 0xFF: .reset
    default: nil
    }
  }

  private static func fourteen(_ low: UInt8, _ high: UInt8) -> UInt16 { UInt16(high & 127) << 7 | UInt16(low & 127) }
}

/// A message of MIDI 1.0, except system exclusive messages. Channels are 0...15 here and 1...16 for people.
public enum MIDIMessage: Sendable, Equatable, BitwiseCopyable {
  /// Channel, note 0...127, velocity 0...127.
  case noteOff(channel: UInt8, note: UInt8, velocity: UInt8)
  /// Channel, note 0...127, velocity 0...127; with velocity 0 it ends the note.
  case noteOn(channel: UInt8, note: UInt8, velocity: UInt8)
  /// Channel, note 0...127, pressure 0...127.
  case keyPressure(channel: UInt8, note: UInt8, pressure: UInt8)
  /// Channel, controller 0...127 (from 120 on a channel mode), value 0...127.
  case control(channel: UInt8, controller: UInt8, value: UInt8)
  /// Channel, program 0...127.
  case program(channel: UInt8, program: UInt8)
  /// Channel, pressure 0...127.
  case channelPressure(channel: UInt8, pressure: UInt8)
  /// Channel, bend 0...16383; 8192 is the middle.
  case bend(channel: UInt8, bend: UInt16)
  /// A part of a time code, 0...127.
  case quarterFrame(UInt8)
  /// Sixteenths from the song's beginning, 0...16383.
  case songPosition(UInt16)
  /// Song number, 0...127.
  case songSelect(UInt8)
  case tuneRequest
  case clock, start, `continue`, stop, activeSensing, reset

  /// Whether every number is in its range.
  public var isValid: Bool {
    switch self {
    case .noteOff(let channel, let a, let b), .noteOn(let channel, let a, let b), .keyPressure(let channel, let a, let b),
      .control(let channel, let a, let b):
      channel < 16 && a < 128 && b < 128
    case .program(let channel, let a), .channelPressure(let channel, let a): channel < 16 && a < 128
    case .bend(let channel, let bend): channel < 16 && bend < 16384
    case .quarterFrame(let a), .songSelect(let a): a < 128
    case .songPosition(let position): position < 16384
    case .tuneRequest, .clock, .start, .continue, .stop, .activeSensing, .reset: true
    }
  }

  /// The message's channel; nil for messages to the whole system.
  public var channel: UInt8? {
    switch self {
    case .noteOff(let channel, _, _), .noteOn(let channel, _, _), .keyPressure(let channel, _, _), .control(let channel, _, _),
      .program(let channel, _), .channelPressure(let channel, _), .bend(let channel, _):
      channel
    default: nil
    }
  }

  /// The message for `ClockFollower`. Nil if it does not belong to the clock.
  public var ofClock: ClockMessage? {
    switch self {
    case .clock: .tick
    case .start: .start
    case .continue: .continue
    case .stop: .stop
    case .songPosition(let sixteenths): .position(Int(sixteenths))
    default: nil
    }
  }

  /// Creates the MIDI message of a clock message.
  /// - Parameter clock: positions beyond 0...16383 wrap to the beginning.
  public init(_ clock: ClockMessage) {
    self =
      switch clock {
      case .tick: .clock
      case .start: .start
      case .continue: .continue
      case .stop: .stop
      case .position(let sixteenths): .songPosition(UInt16(truncatingIfNeeded: sixteenths) & 0x3FFF)
      }
  }
}

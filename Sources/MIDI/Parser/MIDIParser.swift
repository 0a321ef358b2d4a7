/// From the bytes of a wire to messages: running status, real-time bytes within other messages, system-exclusive ones left out. It keeps two bytes, however long a message is, and nothing that comes can harm it.
public struct MIDIParser: Sendable {
  /// Bytes that belonged to nothing: data without a status, undefined status bytes, ends of nothing.
  public private(set) var strays = 0
  /// Messages that another one cut short.
  public private(set) var cut = 0
  /// Bytes of system-exclusive messages, without their first and last ones.
  public private(set) var exclusiveBytes = 0
  /// A system-exclusive message has begun and not ended.
  public private(set) var isInExclusive = false

  /// 0 for none.
  private var running: UInt8 = 0
  /// Of the message that has begun; 0 between messages.
  private var status: UInt8 = 0
  private var first: UInt8?

  /// Between messages.
  public init() {}

  /// - Parameter byte: the wire's next one. - Returns: the message that ends with it.
  public mutating func take(_ byte: UInt8) -> MIDIMessage? {
    switch byte {
    case 0xF8...: return realTime(byte)
    case 0xF0...: return system(byte)
    case 0x80...:
      interrupt()
      running = byte
      status = byte
      return nil
    default: return data(byte)
    }
  }

  /// What began is not gone on with: the wire was gone meanwhile. Counters stay.
  public mutating func interrupt() {
    if isBegun { cut += 1 }
    isInExclusive = false
    status = 0
    first = nil
  }

  /// Of the present message a byte has come that would be lost: data, or a status byte that is no running one.
  private var isBegun: Bool { first != nil || status != 0 }

  private mutating func realTime(_ byte: UInt8) -> MIDIMessage? {
    guard let message = WireStatus.message(byte, 0, 0) else {
      strays += 1
      return nil
    }
    return message
  }

  /// Those end running status, and so does what is undefined.
  private mutating func system(_ byte: UInt8) -> MIDIMessage? {
    let endsExclusive = byte == WireStatus.sysexEnd && isInExclusive
    interrupt()
    running = 0
    switch byte {
    case WireStatus.sysex: isInExclusive = true
    case WireStatus.sysexEnd: if !endsExclusive { strays += 1 }
    default:
      guard let length = WireStatus.length(byte) else {
        strays += 1
        return nil
      }
      if length == 0 { return WireStatus.message(byte, 0, 0) }
      status = byte
    }
    return nil
  }

  private mutating func data(_ byte: UInt8) -> MIDIMessage? {
    if isInExclusive {
      exclusiveBytes &+= 1
      return nil
    }
    let begun = status != 0 ? status : running
    guard let length = WireStatus.length(begun), begun != 0 else {
      strays &+= 1
      return nil
    }
    if length == 2, first == nil {
      first = byte
      return nil
    }
    defer {
      status = 0
      first = nil
    }
    return WireStatus.message(begun, first ?? byte, byte)
  }
}

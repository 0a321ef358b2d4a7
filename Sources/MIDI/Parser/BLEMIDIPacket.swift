/// The packets of MIDI over Bluetooth Low Energy (MMA/AMEI RP-052): a header with the stamp's upper six bits, then messages, each behind a byte with the stamp's lower seven bits where that has changed.
public enum BLEMIDIPacket {
  /// A message and the sender's time.
  public struct Stamped: Sendable, Equatable, BitwiseCopyable {
    /// The sender's clock in milliseconds, 0...8191; it goes round.
    public var stamp: UInt16
    /// What was sent.
    public var message: MIDIMessage

    /// - Parameters: the sender's clock in milliseconds, of which 13 bits count, and the message.
    public init(stamp: UInt16, message: MIDIMessage) {
      self.stamp = stamp & BLEMIDIPacket.stampBits
      self.message = message
    }
  }

  /// Bytes that a packet has at most where nothing else was agreed on: 23 of the link, three of them its own.
  public static let usualSize = 20
  /// The least: a header, a stamp and a message of three bytes.
  public static let leastSize = 5
  /// Stamps have 13 bits.
  static let stampBits: UInt16 = 0x1FFF

  static func header(_ stamp: UInt16) -> UInt8 { 0x80 | UInt8(stamp >> 7 & 0x3F) }
  static func low(_ stamp: UInt16) -> UInt8 { 0x80 | UInt8(stamp & 0x7F) }
}

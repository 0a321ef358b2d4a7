/// From packets of MIDI over Bluetooth Low Energy to messages. What is kept between two packets is only whether a system-exclusive message goes on; nothing that comes can harm it.
public struct BLEMIDIDecoder: Sendable {
  /// Packets that were nothing from some byte on: without a header, or with a message that was cut short.
  public private(set) var refused = 0
  /// Bytes of system-exclusive messages, without their first and last ones.
  public private(set) var exclusiveBytes = 0
  /// A system-exclusive message goes on with the next packet.
  public private(set) var isInExclusive = false

  /// Between messages.
  public init() {}

  /// A packet was lost, or the link: what had begun is not gone on with.
  public mutating func interrupt() { isInExclusive = false }

  /// - Parameter packet: of any length. - Returns: its messages with their stamps, up to the first byte that makes no sense.
  public mutating func take(_ packet: [UInt8]) -> [BLEMIDIPacket.Stamped] {
    var found: [BLEMIDIPacket.Stamped] = []
    guard let header = packet.first, header & 0xC0 == 0x80 else {
      if !packet.isEmpty { refused += 1 }
      return []
    }
    var reader = Reader(packet: packet, stamp: UInt16(header & 0x3F) << 7)
    while let byte = reader.next() {
      guard take(byte, &reader, &found) else {
        refused += 1
        break
      }
    }
    return found
  }

  /// - Returns: false when the rest of the packet makes no sense.
  private mutating func take(_ byte: UInt8, _ reader: inout Reader, _ found: inout [BLEMIDIPacket.Stamped]) -> Bool {
    guard byte >= 0x80 else { return takeData(byte, &reader, &found) }
    reader.takeStamp(byte)
    guard let next = reader.next() else { return false }
    guard next >= 0x80 else { return takeData(next, &reader, &found) }
    if next < 0xF8 {
      let endsExclusive = isInExclusive
      isInExclusive = next == WireStatus.sysex
      if next == WireStatus.sysex || next == WireStatus.sysexEnd {
        reader.running = 0
        return next == WireStatus.sysex || endsExclusive
      }
    }
    // Of the system's messages none ends running status here, unlike on a wire.
    if next < 0xF0 { reader.running = next }
    return takeMessage(next, first: nil, &reader, &found)
  }

  private mutating func takeData(_ byte: UInt8, _ reader: inout Reader, _ found: inout [BLEMIDIPacket.Stamped]) -> Bool {
    if isInExclusive {
      exclusiveBytes &+= 1
      return true
    }
    guard reader.running != 0, reader.hasStamp else { return false }
    return takeMessage(reader.running, first: byte, &reader, &found)
  }

  /// - Parameter first: the first data byte, when that was read already.
  private func takeMessage(_ status: UInt8, first: UInt8?, _ reader: inout Reader, _ found: inout [BLEMIDIPacket.Stamped]) -> Bool {
    guard let length = WireStatus.length(status) else { return false }
    var data: [UInt8] = first.map { [$0] } ?? []
    while data.count < length {
      guard let byte = reader.next(), byte < 0x80 else { return false }
      data.append(byte)
    }
    guard let message = WireStatus.message(status, data.first ?? 0, data.last ?? 0) else { return false }
    found.append(BLEMIDIPacket.Stamped(stamp: reader.stamp, message: message))
    return true
  }
}

/// Where in a packet the decoder is.
private struct Reader {
  let packet: [UInt8]
  var stamp: UInt16
  var hasStamp = false
  /// 0 for none; each packet begins without.
  var running: UInt8 = 0
  /// Behind the header.
  private var place = 1

  init(packet: [UInt8], stamp: UInt16) {
    self.packet = packet
    self.stamp = stamp
  }

  mutating func next() -> UInt8? {
    guard place < packet.count else { return nil }
    defer { place += 1 }
    return packet[place]
  }

  /// Lower bits that have become less tell that the upper ones have become one more.
  mutating func takeStamp(_ byte: UInt8) {
    let low = UInt16(byte & 0x7F)
    if hasStamp, low < stamp & 0x7F { stamp &+= 128 }
    stamp = (stamp & ~0x7F | low) & BLEMIDIPacket.stampBits
    hasStamp = true
  }
}

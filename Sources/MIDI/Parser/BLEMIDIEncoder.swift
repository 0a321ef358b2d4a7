/// From messages to packets of MIDI over Bluetooth Low Energy.
///
/// Within a packet a status byte is left out where it is that of the channel message before; a stamp with it where that is the same, too. Each packet begins with a whole message, or goes on with a system-exclusive one.
public struct BLEMIDIEncoder: Sendable {
  private let size: Int

  /// - Parameter size: bytes that a packet may have; less than `BLEMIDIPacket.leastSize` counts as that.
  public init(size: Int = BLEMIDIPacket.usualSize) { self.size = max(size, BLEMIDIPacket.leastSize) }

  /// Packets with all of the messages that are valid, in their order. - Parameter messages: their stamps may go round, and no two neighbours are more than 8 seconds apart.
  public func packets(_ messages: [BLEMIDIPacket.Stamped]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var packet: [UInt8] = []
    /// Of the packet: its last stamp, and the status that need not be said again.
    var stamp: UInt16 = 0
    var running: UInt8 = 0
    var needsStamp = true
    for item in messages {
      guard let (status, data) = MIDIWriter.bytes(of: item.message) else { continue }
      let way = (item.stamp &- stamp) & BLEMIDIPacket.stampBits
      // A packet's later stamps are known by their lower bits alone: less than 128 ms from one to the next.
      var isNew = packet.isEmpty || way >= 128
      var bytes = isNew ? [] : Self.bytes(item, status, data, running, needsStamp: needsStamp || way != 0)
      if !isNew, packet.count + bytes.count > size { isNew = true }
      if isNew {
        if !packet.isEmpty { packets.append(packet) }
        packet = [BLEMIDIPacket.header(item.stamp)]
        running = 0
        bytes = Self.bytes(item, status, data, 0, needsStamp: true)
      }
      packet += bytes
      stamp = item.stamp
      // System messages leave running status as it is, but what follows one says its stamp.
      needsStamp = status >= 0xF0
      if status < 0xF0 { running = status }
    }
    if !packet.isEmpty { packets.append(packet) }
    return packets
  }

  /// Packets with one system-exclusive message. - Parameters: its bytes between F0 and F7, of which those above 127 are left out, and its stamp.
  public func packets(exclusive data: some Sequence<UInt8>, stamp: UInt16) -> [[UInt8]] {
    let header = BLEMIDIPacket.header(stamp), low = BLEMIDIPacket.low(stamp)
    var packets: [[UInt8]] = []
    var packet = [header, low, WireStatus.sysex]
    for byte in data where byte < 0x80 {
      if packet.count == size {
        packets.append(packet)
        packet = [header]
      }
      packet.append(byte)
    }
    if packet.count + 2 > size {
      packets.append(packet)
      packet = [header]
    }
    packets.append(packet + [low, WireStatus.sysexEnd])
    return packets
  }

  private static func bytes(
    _ item: BLEMIDIPacket.Stamped, _ status: UInt8, _ data: [UInt8], _ running: UInt8, needsStamp: Bool
  ) -> [UInt8] {
    let leavesStatusOut = status == running
    let stamp = needsStamp || !leavesStatusOut ? [BLEMIDIPacket.low(item.stamp)] : []
    return stamp + (leavesStatusOut ? [] : [status]) + data
  }
}

/// A page of an Ogg file (https://www.rfc-editor.org/rfc/rfc3533#section-6). Its checksum is not looked at.
package struct OggPage {
  /// Bytes of the longest page.
  package static let longest = 65_307
  /// Bytes of the longest head.
  package static let longestHead = 27 + 255

  private let flags: UInt8
  /// The place in the stream that its last packet reaches, in the stream's own unit.
  package let granule: Int64
  /// The number of its stream.
  package let serial: UInt32
  /// The checksum that it tells.
  package let checksum: UInt32
  /// Lengths of the pieces of its packets.
  package let lacing: ArraySlice<UInt8>
  /// All of it, in the bytes in which it was found; and what follows its head.
  package let bytes: Range<Int>
  package let body: Range<Int>

  /// The page that begins at a place; nil if there is not a whole one.
  package init?(_ bytes: [UInt8], at place: Int) {
    self.init(head: bytes, at: place)
    guard body.upperBound <= bytes.count else { return nil }
  }

  /// The page whose head begins at a place; nil if there is not a whole head. Its body may lie behind the bytes.
  package init?(head bytes: [UInt8], at place: Int) {
    let head = bytes[place...].prefix(27)
    guard head.count == 27, head.starts(with: "OggS\0".utf8) else { return nil }
    lacing = bytes[(place + 27)...].prefix(Int(head[place + 26]))
    body = lacing.endIndex..<lacing.endIndex + lacing.reduce(0) { $0 + Int($1) }
    self.bytes = place..<body.upperBound
    guard lacing.count == Int(head[place + 26]) else { return nil }
    func number<Number: FixedWidthInteger>(_ from: Int, _: Number.Type) -> Number {
      head.dropFirst(from).prefix(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
    flags = head[place + 5]
    granule = number(6, Int64.self)
    serial = number(14, UInt32.self)
    checksum = number(22, UInt32.self)
  }

  /// The page that ends with the file; nil if there is not one.
  /// - Parameters: - tail: the file's last bytes. - isMeant: whether it is one that counts.
  package static func last(in tail: [UInt8], _ isMeant: (OggPage) -> Bool = { _ in true }) -> OggPage? {
    // From the end: the letters may stand in the sound, too, and then no page is meant that ends with the file.
    for place in tail.indices.reversed() where tail[place] == UInt8(ascii: "O") {
      if let page = OggPage(tail, at: place), page.bytes.upperBound == tail.count, isMeant(page) { return page }
    }
    return nil
  }

  /// Packets that end in it.
  package var packets: Int { lacing.count { $0 < 255 } }
  /// It begins with the rest of a packet.
  package var continues: Bool { flags & 1 != 0 }
  /// It is the first of its stream.
  package var isFirst: Bool { flags & 2 != 0 }
}

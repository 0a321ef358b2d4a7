/// A page of an Ogg file (https://www.rfc-editor.org/rfc/rfc3533#section-6). Only `isWhole` verifies its checksum.
package struct OggPage {
  /// Length of the longest page in bytes.
  package static let longest = 65_307
  /// Length of the longest header in bytes.
  package static let longestHead = 27 + 255

  private let flags: UInt8
  /// Position where its last packet ends, in the stream's unit.
  package let granule: Int64
  /// Serial number of its stream.
  package let serial: UInt32
  /// Checksum as written in the page.
  package let checksum: UInt32
  /// Lengths of its packet segments.
  package let lacing: ArraySlice<UInt8>
  /// Ranges of the page and of its body in the given bytes.
  package let bytes: Range<Int>
  package let body: Range<Int>

  /// Reads the page at a place; nil if it is not complete.
  package init?(_ bytes: [UInt8], at place: Int) {
    self.init(head: bytes, at: place)
    guard body.upperBound <= bytes.count else { return nil }
  }

  /// Reads the page whose header stands at a place. Nil if the header is not complete. The body may lie beyond the
  /// bytes.
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

  /// Returns the page that ends with the file; nil without one.
  /// - Parameters: - tail: the file's last bytes. - isMeant: whether a page counts.
  package static func last(in tail: [UInt8], _ isMeant: (OggPage) -> Bool = { _ in true }) -> OggPage? {
    // Search from the end. The sound may contain the same letters, but then no page that ends with the file begins
    // there.
    for place in tail.indices.reversed() where tail[place] == UInt8(ascii: "O") {
      if let page = OggPage(tail, at: place), page.bytes.upperBound == tail.count, isMeant(page) { return page }
    }
    return nil
  }

  /// Returns the last complete page in which a packet ends. The packet may end anywhere in it. Returns nil without one.
  package static func lastWhole(in bytes: [UInt8]) -> OggPage? {
    for place in bytes.indices.reversed() where bytes[place] == UInt8(ascii: "O") {
      if let page = OggPage(bytes, at: place), page.granule >= 0, page.isWhole(in: bytes) { return page }
    }
    return nil
  }

  /// Polynomial 04C11DB7, with the highest bit first.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }

  /// Returns whether the checksum is right. Its own four bytes count as zeros.
  /// - Parameter bytes: in which the page was found.
  package func isWhole(in bytes: [UInt8]) -> Bool {
    Self.table.withUnsafeBufferPointer { table in
      bytes[self.bytes].withUnsafeBufferPointer { bytes in
        var sum: UInt32 = 0
        for place in bytes.indices {
          let byte = (22..<26).contains(place) ? 0 : bytes[place]
          sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
        }
        return sum == checksum
      }
    }
  }

  /// Number of packets that end in the page.
  package var packets: Int { lacing.count { $0 < 255 } }
  /// Whether the page begins with the rest of a packet.
  package var continues: Bool { flags & 1 != 0 }
  /// Whether it is the first page of its stream.
  package var isFirst: Bool { flags & 2 != 0 }
}

import GestureFlowAPI

/// What an Ogg Vorbis file says of itself, without a decoder.
///
/// A decoder builds the tables of all codebooks before it says anything, which costs more than the rest of a look into
/// the file. The checksums of Ogg's pages (https://www.rfc-editor.org/rfc/rfc3533#section-6) say the same: the headers
/// and the first sound are whole, and the last page has the length. A file that is unusual in any way is left to the
/// decoder: one with other streams in it, one that is joined, cut off or damaged, or one with a large cover.
package struct VorbisHead: Equatable {
  /// Frames of sound.
  package var frames: Int64
  /// Hz.
  package var rate: Int
  package var channels: Int

  package init(frames: Int64, rate: Int, channels: Int) { (self.frames, self.rate, self.channels) = (frames, rate, channels) }

  /// Bytes that are read at the begin, and at the end. Usual headers have 4 to 8 kB, and pages too.
  private static let window = 1 << 15

  /// - Parameter descriptor: of an open file, whose place stays where it is. Nil where a decoder has to look.
  package init?(_ descriptor: Int32) {
    guard var file = TagBytes(descriptor: descriptor) else { return nil }
    let head = Array(file.read(at: 0, Self.window))
    guard let first = Self.page(head, at: 0), first.isFirst, first.lacing.elementsEqual([30]) else { return nil }
    let identity = head[first.body]
    guard identity.starts(with: "\u{1}vorbis\0\0\0\0".utf8), let blocks = identity.dropFirst(28).first else { return nil }
    channels = Int(identity[identity.startIndex + 11])
    rate = Int(identity.dropFirst(12).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    guard (1...64).contains(channels), (1000...768_000).contains(rate) else { return nil }
    // Comments and setup, and the first page of sound.
    guard let begin = Self.endOfHeaders(head, first), let sound = Self.page(head, at: begin), sound.serial == first.serial,
      !sound.continues, !sound.isFirst
    else { return nil }
    // More frames than its packets can hold: the sound begins in the middle of a stream.
    let most = Int64(sound.packets - 1) << Int64(max(blocks >> 4, 1) - 1)
    guard sound.granule > 0, sound.granule <= most else { return nil }
    let tail = Array(file.read(at: max(0, file.count - Self.window), Self.window))
    guard let last = OggPage.last(in: tail, { Self.isWhole($0, tail) }), last.serial == first.serial, last.granule >= sound.granule else {
      return nil
    }
    frames = last.granule
    guard frames < Int64.max / 64 else { return nil }
  }

  /// The place behind the pages of comments and setup, if they are whole and follow the first one.
  private static func endOfHeaders(_ bytes: [UInt8], _ first: OggPage) -> Int? {
    var place = first.bytes.upperBound
    var packets = 0
    while packets < 2 {
      guard let page = page(bytes, at: place), page.serial == first.serial, !page.isFirst else { return nil }
      // Each begins with its number, and a packet more in the last page would be sound.
      if packets == 0, place == first.bytes.upperBound, bytes[page.body.lowerBound...].first != 3 { return nil }
      packets += page.packets
      place = page.bytes.upperBound
      if packets >= 2, packets > 2 || page.lacing.last == 255 { return nil }
    }
    return place
  }

  /// The page that begins at a place; nil if there is not a whole one with the right checksum.
  private static func page(_ bytes: [UInt8], at place: Int) -> OggPage? {
    OggPage(bytes, at: place).flatMap { isWhole($0, bytes) ? $0 : nil }
  }

  // MARK: - Checksum

  /// Polynomial 04C11DB7, with the highest bit first.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }

  /// Whether a page's checksum is right, in which its own four bytes count as zeros.
  private static func isWhole(_ page: OggPage, _ bytes: [UInt8]) -> Bool {
    table.withUnsafeBufferPointer { table in
      bytes[page.bytes].withUnsafeBufferPointer { bytes in
        var sum: UInt32 = 0
        for place in bytes.indices {
          let byte = (22..<26).contains(place) ? 0 : bytes[place]
          sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
        }
        return sum == page.checksum
      }
    }
  }
}

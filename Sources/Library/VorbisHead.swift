import Glibc

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

  private struct Page {
    var flags: UInt8
    var granule: Int64
    var serial: UInt32
    var lacing: ArraySlice<UInt8>
    var body: Int
    var end: Int
    /// Packets that end in it.
    var packets: Int { lacing.count { $0 < 255 } }
    var continues: Bool { flags & 1 != 0 }
    var isFirst: Bool { flags & 2 != 0 }
  }

  /// - Parameter descriptor: of an open file, whose place stays where it is. Nil where a decoder has to look.
  package init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    let head = Self.bytes(descriptor, at: 0, min(size, Self.window))
    guard let first = Self.page(head, at: 0), first.isFirst, first.lacing.elementsEqual([30]) else { return nil }
    let identity = head[first.body..<first.end]
    guard identity.starts(with: "\u{1}vorbis\0\0\0\0".utf8), let blocks = identity.dropFirst(28).first else { return nil }
    channels = Int(identity[identity.startIndex + 11])
    rate = Int(Self.number(identity, at: 12, bytes: 4))
    guard (1...64).contains(channels), (1000...768_000).contains(rate) else { return nil }
    // Comments and setup, and the first page of sound.
    guard let begin = Self.endOfHeaders(head, first), let sound = Self.page(head, at: begin), sound.serial == first.serial,
      !sound.continues, !sound.isFirst
    else { return nil }
    // More frames than its packets can hold: the sound begins in the middle of a stream.
    let most = Int64(sound.packets - 1) << Int64(max(blocks >> 4, 1) - 1)
    guard sound.granule > 0, sound.granule <= most else { return nil }
    guard let last = Self.lastPage(descriptor, size), last.serial == first.serial, last.granule >= sound.granule else { return nil }
    frames = last.granule
    guard frames < Int64.max / 64 else { return nil }
  }

  /// The place behind the pages of comments and setup, if they are whole and follow the first one.
  private static func endOfHeaders(_ bytes: [UInt8], _ first: Page) -> Int? {
    var place = first.end
    var packets = 0
    while packets < 2 {
      guard let page = page(bytes, at: place), page.serial == first.serial, !page.isFirst else { return nil }
      // Each begins with its number, and a packet more in the last page would be sound.
      if packets == 0, place == first.end, bytes[page.body...].first != 3 { return nil }
      packets += page.packets
      place = page.end
      if packets >= 2, packets > 2 || page.lacing.last == 255 { return nil }
    }
    return place
  }

  /// The page that ends with the file.
  private static func lastPage(_ descriptor: Int32, _ size: Int) -> Page? {
    let tail = bytes(descriptor, at: max(0, size - window), min(size, window))
    // From the end: the letters may stand in the sound, too, and then no page is meant that ends with the file.
    for place in tail.indices.reversed() where tail[place] == UInt8(ascii: "O") {
      if let page = page(tail, at: place), page.end == tail.count { return page }
    }
    return nil
  }

  /// The page that begins at a place; nil if there is not a whole one with the right checksum.
  private static func page(_ bytes: [UInt8], at place: Int) -> Page? {
    let head = bytes[place...].prefix(27)
    guard head.count == 27, head.starts(with: "OggS\0".utf8) else { return nil }
    let lacing = bytes[(place + 27)...].prefix(Int(head[place + 26]))
    let body = lacing.endIndex
    let end = body + lacing.reduce(0) { $0 + Int($1) }
    guard lacing.count == Int(head[place + 26]), end <= bytes.count else { return nil }
    guard checksum(bytes[place..<end]) == number(head, at: 22, bytes: 4) else { return nil }
    return Page(
      flags: head[place + 5], granule: Int64(bitPattern: number(head, at: 6, bytes: 8)),
      serial: UInt32(truncatingIfNeeded: number(head, at: 14, bytes: 4)), lacing: lacing, body: body, end: end)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, at place: Int, bytes count: Int) -> UInt64 {
    bytes.dropFirst(place).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(_ descriptor: Int32, at place: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
      got = max(0, pread(descriptor, buffer.baseAddress!, count, off_t(place)))
    }
  }

  // MARK: - Checksum

  /// Polynomial 04C11DB7, with the highest bit first.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }

  /// That of a page, in which its own four bytes count as zeros.
  private static func checksum(_ page: ArraySlice<UInt8>) -> UInt64 {
    table.withUnsafeBufferPointer { table in
      page.withUnsafeBufferPointer { page in
        var sum: UInt32 = 0
        for place in page.indices {
          let byte = (22..<26).contains(place) ? 0 : page[place]
          sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
        }
        return UInt64(sum)
      }
    }
  }
}

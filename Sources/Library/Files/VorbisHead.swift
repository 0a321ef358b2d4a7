import GestureFlowAPI

/// Facts of an Ogg Vorbis file, read without a decoder.
///
/// A decoder first builds the tables of all codebooks, which takes longer than the rest of the check. The checksums
/// of Ogg's pages (https://www.rfc-editor.org/rfc/rfc3533#section-6) give the same assurance: the headers and the
/// first sound are intact, and the last page has the length. The decoder handles every unusual file: one with other
/// streams, one that is joined, truncated or damaged, or one with a large cover.
package struct VorbisHead: Equatable {
  /// Number of frames.
  package var frames: Int64
  /// Sample rate in Hz.
  package var rate: Int
  package var channels: Int

  package init(frames: Int64, rate: Int, channels: Int) { (self.frames, self.rate, self.channels) = (frames, rate, channels) }

  /// Number of bytes read at the start and at the end. Usual headers have 4 to 8 kB, and so have pages.
  private static let window = 1 << 15

  /// Reads the headers. Nil if a decoder must check the file.
  /// - Parameter descriptor: an open file; its offset is not changed.
  package init?(_ descriptor: Int32) {
    guard var file = TagBytes(descriptor: descriptor) else { return nil }
    let head = Array(file.read(at: 0, Self.window))
    guard let first = Self.page(head, at: 0), first.isFirst, first.lacing.elementsEqual([30]) else { return nil }
    let identity = head[first.body]
    guard identity.starts(with: "\u{1}vorbis\0\0\0\0".utf8), let blocks = identity.dropFirst(28).first else { return nil }
    channels = Int(identity[identity.startIndex + 11])
    rate = Int(identity.dropFirst(12).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    guard TrackProbe.channels.contains(channels), TrackProbe.rates.contains(rate) else { return nil }
    // Skip the comment and setup pages, to the first page of sound.
    guard let begin = Self.endOfHeaders(head, first), let sound = Self.page(head, at: begin), sound.serial == first.serial,
      !sound.continues, !sound.isFirst
    else { return nil }
    // More frames than the packets can hold: the sound begins in the middle of a stream.
    let most = Int64(sound.packets - 1) << Int64(max(blocks >> 4, 1) - 1)
    guard sound.granule > 0, sound.granule <= most else { return nil }
    let tail = Array(file.read(at: max(0, file.count - Self.window), Self.window))
    guard let last = OggPage.last(in: tail, { $0.isWhole(in: tail) }), last.serial == first.serial, last.granule >= sound.granule else {
      return nil
    }
    frames = last.granule
    guard frames < Int64.max / 64 else { return nil }
  }

  /// Returns the offset after the pages of comments and setup. Nil if they are not intact or do not follow the first
  /// page.
  private static func endOfHeaders(_ bytes: [UInt8], _ first: OggPage) -> Int? {
    var place = first.bytes.upperBound
    var packets = 0
    while packets < 2 {
      guard let page = page(bytes, at: place), page.serial == first.serial, !page.isFirst else { return nil }
      // Each header begins with its number. A further packet in the last page would be sound.
      if packets == 0, place == first.bytes.upperBound, bytes[page.body.lowerBound...].first != 3 { return nil }
      packets += page.packets
      place = page.bytes.upperBound
      if packets >= 2, packets > 2 || page.lacing.last == 255 { return nil }
    }
    return place
  }

  /// Returns the page at an offset. Nil unless it is complete with the right checksum.
  private static func page(_ bytes: [UInt8], at place: Int) -> OggPage? {
    OggPage(bytes, at: place).flatMap { $0.isWhole(in: bytes) ? $0 : nil }
  }
}

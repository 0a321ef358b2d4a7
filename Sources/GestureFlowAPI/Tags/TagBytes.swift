import Glibc

/// The bytes in which tags are searched: a file or memory. Reads never leave these bytes.
package struct TagBytes {
  /// Number of bytes.
  package let count: Int
  private let descriptor: Int32
  /// Place of the first byte in the file.
  private let base: Int
  private let read: FileRead.Call
  /// Error number of a read that the medium failed; nil without one.
  package private(set) var failure: Int32?
  private var window: [UInt8] = []
  private var windowAt = 0
  /// Bytes per read: tags are many small pieces next to each other.
  private static let windowSize = 4096

  /// - Parameters:
  ///   - descriptor: of an open file; its offset does not move. - part: of the file; nil for all of it.
  ///   - read: reads the file.
  package init?(descriptor: Int32, part: Range<Int>? = nil, read: @escaping FileRead.Call = FileRead.system) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    self.descriptor = descriptor
    self.read = read
    base = part.map { max(0, $0.lowerBound) } ?? 0
    count = max(0, min(part?.upperBound ?? Int(status.st_size), Int(status.st_size)) - base)
  }

  package init(_ bytes: [UInt8]) {
    (descriptor, base, read) = (-1, 0, FileRead.system)
    window = bytes
    count = bytes.count
  }

  /// Returns up to `length` bytes from a place on. There are fewer only at the end, and none after a read error.
  package mutating func read(at place: Int, _ length: Int) -> ArraySlice<UInt8> {
    guard place >= 0, place < count, length > 0 else { return [] }
    let length = min(length, count - place)
    if !isHeld(place, length) { fill(place, length) }
    let from = place - windowAt
    guard from >= 0, from < window.count else { return [] }
    return window[from..<min(window.count, from + length)]
  }

  private func isHeld(_ place: Int, _ length: Int) -> Bool {
    place >= windowAt && place - windowAt <= window.count && length <= window.count - (place - windowAt)
  }

  private mutating func fill(_ place: Int, _ length: Int) {
    guard descriptor >= 0 else { return }
    let wanted = min(max(length, Self.windowSize), count - place)
    window = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, got in
      got = 0
      while got < wanted {
        let n = read(descriptor, buffer.baseAddress! + got, wanted - got, off_t(base + place + got))
        if n < 0, errno == EINTR { continue }
        if n < 0 { failure = errno }
        if n <= 0 { break }
        got += n
      }
    }
    windowAt = place
  }

  /// Returns whether these letters stand at a place.
  package mutating func has(_ letters: String, at place: Int) -> Bool { read(at: place, letters.utf8.count).elementsEqual(letters.utf8) }

  /// Reads a number of up to four bytes; nil beyond the end.
  package mutating func number(at place: Int, bytes: Int = 4, isBigEndian: Bool) -> Int? {
    let raw = read(at: place, bytes)
    guard raw.count == bytes else { return nil }
    return isBigEndian ? raw.reduce(0) { $0 << 8 | Int($1) } : raw.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A block of a FLAC file's metadata. Source: RFC 9639, section 8.1.
  package struct FLACBlock {
    /// Place of its head, which has four bytes.
    package let place: Int
    /// A bit for the last block, the kind and the length.
    fileprivate let head: Int

    fileprivate var kind: Int { head >> 24 & 0x7F }
    fileprivate var isLast: Bool { head >> 31 == 1 }
    /// Greatest length that a head can state, in bytes.
    package static let longest = 0xFF_FFFF
    /// Place of the content.
    package var content: Int { place + 4 }
    /// Place after the block.
    package var end: Int { content + head & Self.longest }
  }

  /// Returns the first block of a kind, or the last block. Nil if it is not there.
  /// - Parameters:
  ///   - kind: number of the block's kind; nil for the last block.
  ///   - first: place of the first block of metadata.
  package mutating func flacBlock(_ kind: Int?, from first: Int) -> FLACBlock? {
    var place = first
    for _ in 0..<SoundTags.mostPieces {
      guard let head = number(at: place, isBigEndian: true) else { return nil }
      let block = FLACBlock(place: place, head: head)
      if kind.map({ $0 == block.kind }) ?? block.isLast { return block }
      if block.isLast { return nil }
      place = block.end
    }
    return nil
  }
}

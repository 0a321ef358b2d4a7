import GestureFlowAPI

/// The end of the sound that a FLAC file really holds.
///
/// The header states a length, too. It is wrong in a file that was cut off, and missing in one whose writer never came
/// to its end. Each frame has its place in the stream and a checksum, so the last complete frame gives the true length.
package struct FLACEnd {
  /// Position of the letters `fLaC`. An ID3 tag may stand before them.
  package let begin: Int
  /// The form of the frames.
  let stream: FLACStream
  /// Samples per channel up to the end of the last complete frame.
  package let samples: Int64
  /// Position after that frame.
  package let end: Int

  /// Samples per channel that the header states; 0 if it states none.
  package var stated: Int64 { stream.stated }

  /// Offset of the stated length behind `fLaC`. The length has 36 bits, of which the first four share a byte.
  private static let lengthAt = 21
  /// Bytes of the stated length.
  private static let lengthBytes = 5
  /// Bytes read first at the end of the file. Most frames are much shorter.
  private static let tail = 16 << 10

  /// Searches the end of a file.
  /// - Parameter file: all of it.
  /// - Returns: nil for a file of another kind, without a complete frame, or on a medium that refuses a read.
  package init?(_ file: inout TagBytes) {
    let begin = SoundTags.endOfTag(Array(file.read(at: 0, 10))) ?? 0
    guard file.has("fLaC", at: begin), let stream = FLACStream(Array(file.read(at: begin, FLACStream.head))) else { return nil }
    let sound = begin + FLACStream.head..<max(begin + FLACStream.head, file.count)
    // At least one complete frame lies in any part of this length.
    let width = 2 * stream.longest
    let tail = max(sound.lowerBound, sound.upperBound - Self.tail)..<sound.upperBound
    guard let last = stream.last(&file, tail) ?? FileTail.last(in: sound, width: width, { stream.last(&file, $0) }) else { return nil }
    // In a file of two that were joined, places of the first are not before those of the last frame.
    let middle = sound.lowerBound + (last.bytes.lowerBound - sound.lowerBound) / 2
    if last.end != stream.stated, let inside = stream.last(&file, middle..<min(middle + width, sound.upperBound)), inside.end > last.end {
      return nil
    }
    guard file.failure == nil else { return nil }
    (self.begin, self.stream, samples, end) = (begin, stream, last.end, last.bytes.upperBound)
  }

  /// The header's bytes that state the true length. `place` is their position in the file.
  /// - Parameter file: the same file.
  package func header(_ file: inout TagBytes) -> (place: Int, bytes: [UInt8]) {
    let place = begin + Self.lengthAt
    let shared = file.read(at: place, 1).first ?? 0
    let rest = (1..<Self.lengthBytes).map { UInt8(truncatingIfNeeded: samples >> Int64(8 * (Self.lengthBytes - 1 - $0))) }
    return (place, [shared & 0xF0 | UInt8(truncatingIfNeeded: samples >> 32) & 0x0F] + rest)
  }
}

/// A complete frame.
private struct Frame {
  let bytes: Range<Int>
  /// Samples per channel from the stream's start to the frame's end.
  let end: Int64
}

extension FLACStream {
  /// Finds the last complete frame in a part of the file.
  fileprivate func last(_ file: inout TagBytes, _ part: Range<Int>) -> Frame? {
    let piece = Array(file.read(at: part.lowerBound, part.count))
    guard let frame = piece.withUnsafeBufferPointer({ last(in: $0) }) else { return nil }
    let bytes = frame.bytes
    return Frame(bytes: part.lowerBound + bytes.lowerBound..<part.lowerBound + bytes.upperBound, end: frame.end)
  }

  /// A frame ends where another one begins, or at the end. The checksum tells which of the places it is: the sound
  /// may hold the same bytes as a header.
  private func last(in bytes: UnsafeBufferPointer<UInt8>) -> Frame? {
    var ends = [bytes.count]
    for at in stride(from: bytes.count - 6, through: 0, by: -1) where bytes[at] == 0xFF && bytes[at + 1] & 0xFE == 0xF8 {
      guard let header = FLACFrameHeader(bytes, at: at), let end = end(of: header) else { continue }
      var (sum, place) = (UInt16(0), at)
      for next in ends.suffix(8).reversed() {
        sum = Self.checksum(bytes[place..<next], sum)
        place = next
        if sum == 0, next > at + header.length { return Frame(bytes: at..<next, end: end) }
      }
      // Other data may follow the last frame, such as a tag.
      if ends.count == 1, end == stated, let next = Self.end(of: bytes, from: at, header) { return Frame(bytes: at..<next, end: end) }
      ends.append(at)
    }
    return nil
  }

  /// Returns the first place at which a frame's checksum is right.
  private static func end(of bytes: UnsafeBufferPointer<UInt8>, from: Int, _ header: FLACFrameHeader) -> Int? {
    var sum = checksum(bytes[from..<from + header.length], 0)
    for at in from + header.length..<bytes.count {
      sum = checksum(bytes[at...at], sum)
      if sum == 0 { return at + 1 }
    }
    return nil
  }

  /// Polynomial 8005, with the highest bit first.
  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum << 1 ^ (sum >> 15 == 1 ? 0x8005 : 0) }
  }

  /// Continues the checksum of a frame. It is 0 after the two bytes in which the frame states it.
  private static func checksum(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ sum: UInt16) -> UInt16 {
    table.withUnsafeBufferPointer { table in
      bytes.reduce(sum) { $0 << 8 ^ table[Int(UInt8($0 >> 8) ^ $1)] }
    }
  }
}

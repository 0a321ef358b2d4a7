import Foundation

/// A repair for FLAC files that a power cut left unclosed. It cuts off the bytes after the last
/// complete frame, and writes the length into the header. It reads only the end of the file.
///
/// For files of `FLACFile` only: frames of one size, with numbers from 0 (RFC 9639, sections 8.2 and 9.1).
package enum FLACRepair {
  /// Bytes searched at the end of the file. A power cut damages the data of the last seconds.
  private static let window = 8 << 20
  /// Offset of the length field in the file, within the stream information.
  private static let lengthAt = 21

  /// Repairs a file.
  /// - Returns: frames of sound in the file. Nil if it holds no complete FLAC frame; then the file stays unchanged.
  package static func repair(_ path: String) -> Int64? {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    guard size > 42 else { return nil }
    var head = [UInt8](repeating: 0, count: 26)
    guard pread(descriptor, &head, head.count, 0) == head.count, head.starts(with: Array("fLaC".utf8)) else { return nil }
    let blockSize = Int64(head[8]) << 8 | Int64(head[9])
    let from = max(size - window, 0)
    var tail = [UInt8](repeating: 0, count: size - from)
    guard pread(descriptor, &tail, tail.count, off_t(from)) == tail.count, let last = lastFrame(in: tail, blockSize) else { return nil }
    let frames = last.number * blockSize + last.frames
    // 36 bits; the first four share a byte with the sample size.
    head[lengthAt] = head[lengthAt] & 0xF0 | UInt8(truncatingIfNeeded: frames >> 32) & 0x0F
    for i in 0..<4 { head[lengthAt + 1 + i] = UInt8(truncatingIfNeeded: frames >> (24 - 8 * i)) }
    guard ftruncate(descriptor, off_t(from + last.end)) == 0, pwrite(descriptor, &head, head.count, 0) == head.count,
      fsync(descriptor) == 0
    else { return nil }
    return frames
  }

  /// A complete FLAC frame: its number, length and end in a piece of the file.
  private struct Whole {
    var number: Int64
    var frames: Int64
    var end: Int
  }

  /// Returns the last frame with a correct checksum. It must end where another frame begins, or at the end of the
  /// file.
  private static func lastFrame(in bytes: [UInt8], _ blockSize: Int64) -> Whole? {
    var ends = [bytes.count]
    var at = bytes.count - 6
    while at >= 0 {
      if let header = FLACFrameHeader(bytes, at: at) {
        for end in ends.suffix(8) where end > at + header.length && crc16(bytes[at..<end]) == 0 {
          return Whole(number: header.number, frames: header.frames ?? blockSize, end: end)
        }
        ends.append(at)
      }
      at -= 1
    }
    return nil
  }

  /// Returns the checksum of a frame that includes its own: 0 if correct.
  private static func crc16(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x8005 : crc << 1 }
    }
    return crc
  }
}

/// The header of a FLAC frame, in a stream of equal frames.
struct FLACFrameHeader {
  /// Number of the frame, counted from 0.
  let number: Int64
  /// Length in frames of sound; nil if the header does not state it.
  let frames: Int64?
  /// Bytes of the header, its checksum included.
  let length: Int

  /// Parses a header; nil if none begins here.
  /// - Parameter at: offset in `bytes`; at least 6 bytes must follow from there.
  init?(_ bytes: [UInt8], at: Int) {
    guard at + 6 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] == 0xF8, bytes[at + 3] & 1 == 0 else { return nil }
    let (size, rate) = (bytes[at + 2] >> 4, bytes[at + 2] & 15)
    // 48 kHz, by its code or by the stream's own rate; any kind of stereo.
    guard size > 0, rate == 10 || rate == 0, (1...10).contains(bytes[at + 3] >> 4) else { return nil }
    // The number, encoded as in UTF-8.
    let first = bytes[at + 4]
    let more = first < 0x80 ? 0 : (~first).leadingZeroBitCount - 1
    guard first < 0x80 || (1...6).contains(more), at + 5 + more + 3 <= bytes.count else { return nil }
    var number = first < 0x80 ? Int64(first) : Int64(first & (0x3F >> UInt8(more)))
    for i in 0..<more {
      guard bytes[at + 5 + i] & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int64(bytes[at + 5 + i] & 0x3F)
    }
    var next = at + 5 + more
    switch size {
    case 6:
      frames = Int64(bytes[next]) + 1
      next += 1
    case 7:
      frames = (Int64(bytes[next]) << 8 | Int64(bytes[next + 1])) + 1
      next += 2
    default: frames = nil
    }
    var crc: UInt8 = 0
    for byte in bytes[at...next] {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x07 : crc << 1 }
    }
    guard crc == 0 else { return nil }
    self.number = number
    length = next + 1 - at
  }
}

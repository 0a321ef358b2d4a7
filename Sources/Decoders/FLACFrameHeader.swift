/// Header of a FLAC frame (https://www.rfc-editor.org/rfc/rfc9639#section-9.1).
struct FLACFrameHeader {
  /// Whether `number` counts samples. It does in a stream with blocks of different lengths. Otherwise it counts frames.
  let countsSamples: Bool
  /// Number of the frame, or of its first sample; from 0.
  let number: Int64
  /// Samples per channel.
  let samples: Int64
  let channels: Int
  /// Bits per sample; nil if only the stream's header states them.
  let bits: Int?
  /// Length of the header in bytes, its checksum included.
  let length: Int

  /// Bytes of the longest header, and more.
  static let most = 32
  private static let widths: [Int?] = [nil, 8, 12, nil, 16, 20, 24, 32]

  /// Parses a header. Fails if none begins here, or if its checksum is wrong.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at: Int) {
    guard at >= 0, at + 6 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] & 0xFE == 0xF8, bytes[at + 3] & 1 == 0 else { return nil }
    let (size, rate, form, width) = (bytes[at + 2] >> 4, bytes[at + 2] & 15, bytes[at + 3] >> 4, Int(bytes[at + 3] >> 1 & 7))
    guard size > 0, rate < 15, form <= 10, width != 3 else { return nil }
    // The number is written as UTF-8 writes a letter, in up to seven bytes.
    let first = bytes[at + 4]
    let more = first < 0x80 ? 0 : (~first).leadingZeroBitCount - 1
    let rateBytes = rate == 12 ? 1 : rate > 12 ? 2 : 0
    let sizeBytes = size == 6 ? 1 : size == 7 ? 2 : 0
    let end = at + 5 + more + sizeBytes + rateBytes
    guard first < 0x80 || (1...6).contains(more), end < bytes.count else { return nil }
    var number = first < 0x80 ? Int64(first) : Int64(first & (0x3F >> UInt8(more)))
    for byte in bytes[at + 5..<at + 5 + more] {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int64(byte & 0x3F)
    }
    switch size {
    case 1: samples = 192
    case 2...5: samples = 144 << Int64(size)
    case 6, 7: samples = bytes[at + 5 + more..<at + 5 + more + sizeBytes].reduce(0) { $0 << 8 | Int64($1) } + 1
    default: samples = 1 << Int64(size)
    }
    var sum: UInt8 = 0
    for byte in bytes[at...end] {
      sum ^= byte
      for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
    }
    guard sum == 0 else { return nil }
    countsSamples = bytes[at + 1] & 1 == 1
    self.number = number
    channels = form < 8 ? Int(form) + 1 : 2
    bits = Self.widths[width]
    length = end + 1 - at
  }
}

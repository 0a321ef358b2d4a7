/// The form of all frames, as a FLAC file's header describes it. Source: RFC 9639, section 8.2.
struct FLACStream {
  /// Samples per channel of a frame; of the last one at most.
  private let block: ClosedRange<Int64>
  private let channels: Int
  private let bits: Int
  /// Samples per channel of the file; 0 if not stated.
  let stated: Int64
  /// Bytes of the header: `fLaC` and the first block of metadata.
  static let head = 42
  /// A header states the length in 36 bits.
  private static let mostSamples: Int64 = 1 << 36

  /// Fails for other bytes than a header.
  init?(_ head: [UInt8]) {
    guard head.count == Self.head, head[4] & 0x7F == 0, head[5..<8].elementsEqual([0, 0, 34]) else { return nil }
    let (least, most) = (Int64(head[8]) << 8 | Int64(head[9]), Int64(head[10]) << 8 | Int64(head[11]))
    guard least > 0, least <= most else { return nil }
    block = least...most
    channels = Int(head[20] >> 1 & 7) + 1
    bits = (Int(head[20] & 1) << 4 | Int(head[21] >> 4)) + 1
    stated = head[22..<26].reduce(Int64(head[21] & 0x0F)) { $0 << 8 | Int64($1) }
  }

  /// Bytes of the longest frame, not compressed.
  var longest: Int { 64 + channels * (8 + Int(block.upperBound) * (bits + 1) / 8) }

  /// Returns the number of samples up to the end of a frame. It is nil if the frame does not fit the stream.
  func end(of header: FLACFrameHeader) -> Int64? {
    guard header.channels == channels, header.bits ?? bits == bits, header.samples <= block.upperBound,
      header.countsSamples || block.lowerBound == block.upperBound
    else { return nil }
    let end = (header.countsSamples ? header.number : header.number * block.upperBound) + header.samples
    return end < Self.mostSamples ? end : nil
  }
}

import GestureFlowAPI

/// The repair of wrong metadata in a FLAC file.
///
/// libsndfile finds no sound behind a wrong picture, or behind a last block that is longer than it states. Programs
/// write such a block when a picture has more bytes than its length can state. The repair replaces all metadata behind
/// the stream's header by blocks of padding up to the first frame. Tags are read elsewhere.
enum FLACBlockRepair {
  /// Bytes of a read of the search.
  private static let part = 16 << 10
  /// Most bytes to search.
  private static let most = 32 << 20
  /// Kind of a block with padding.
  private static let padding = 1

  /// Returns whether a decoder finds the first frame behind the last block. A frame that follows a damaged one counts
  /// too.
  /// - Parameter begin: place of the letters `fLaC`.
  static func isRight(_ file: inout TagBytes, from begin: Int, _ stream: FLACStream) -> Bool {
    guard let end = file.flacBlock(nil, from: begin + 4)?.end else { return false }
    // Nearly always the frame stands there, and a few bytes tell.
    let next = find(&file, end..<end + 1, stream) ?? find(&file, end..<end + stream.longest, stream)
    return next.map { $0.place == end || $0.number != 0 } ?? false
  }

  /// Returns the heads of the padding, with places in the file.
  /// - Parameter begin: place of the letters `fLaC`.
  /// - Returns: empty if the first frame is not there, or if nothing stands before it.
  static func heads(_ file: inout TagBytes, from begin: Int, _ stream: FLACStream) -> [HeaderRepair.Patch] {
    var place = begin + FLACStream.head
    guard let frame = first(&file, from: place, stream), frame >= place + 4 else { return [] }
    // The stream's header is not the last block any more.
    var patches = [HeaderRepair.Patch(place: begin + 4, bytes: [0])]
    while true {
      let rest = frame - place - 4
      let isLast = rest <= TagBytes.FLACBlock.longest
      // Another head must fit behind this block.
      let length = isLast ? rest : min(TagBytes.FLACBlock.longest, rest - 4)
      let head = (isLast ? 1 << 31 : 0) | padding << 24 | length
      patches.append(HeaderRepair.Patch(place: place, bytes: (0..<4).map { UInt8(truncatingIfNeeded: head >> (24 - 8 * $0)) }))
      if isLast { return patches }
      place += 4 + length
    }
  }

  /// Returns the place of the first frame.
  private static func first(_ file: inout TagBytes, from begin: Int, _ stream: FLACStream) -> Int? {
    // A file that was cut out of a longer one begins with another frame.
    if let end = file.flacBlock(nil, from: begin)?.end, let found = find(&file, end..<end + 1, stream) { return found.place }
    for place in stride(from: begin, to: min(file.count, begin + most), by: part) where file.failure == nil {
      if let found = find(&file, place..<place + part, stream, where: { $0 == 0 }) { return found.place }
    }
    return nil
  }

  /// Returns the first header of the stream in a part.
  /// - Parameter isWanted: whether a header with this number counts.
  private static func find(
    _ file: inout TagBytes, _ part: Range<Int>, _ stream: FLACStream, where isWanted: (Int64) -> Bool = { _ in true }
  ) -> (place: Int, number: Int64)? {
    let bytes = Array(file.read(at: part.lowerBound, part.count + FLACFrameHeader.most))
    return bytes.withUnsafeBufferPointer { bytes in
      for at in bytes.indices.prefix(part.count) {
        guard let header = FLACFrameHeader(bytes, at: at), isWanted(header.number), stream.end(of: header) != nil else { continue }
        return (part.lowerBound + at, header.number)
      }
      return nil
    }
  }
}

import GestureFlowAPI

/// The repair of wrong metadata in a FLAC file.
///
/// libsndfile finds no sound behind a wrong picture, or behind a last block that is longer than it states. Programs
/// write such a block when a picture has more bytes than its length can state. The repair replaces all metadata behind
/// the stream's header by blocks of padding up to the first frame. Tags are read elsewhere.
enum FLACBlockRepair {
  /// Bytes of a read of the search.
  private static let part = 16 << 10
  /// Bytes of the longest header of a frame, and more.
  private static let header = 32
  /// Most bytes to search.
  private static let most = 32 << 20
  /// Kind of a block with padding.
  private static let padding = 1

  /// Returns whether a decoder finds the first frame behind the last block. A frame that follows a damaged one counts
  /// too.
  /// - Parameter begin: place of the letters `fLaC`.
  static func isRight(_ file: inout TagBytes, from begin: Int) -> Bool {
    guard let stream = FLACStream(Array(file.read(at: begin, FLACStream.head))),
      let end = file.flacBlock(nil, from: begin + 4)?.end
    else { return false }
    if find(&file, end..<end + 1, { stream.end(of: $0) != nil }) != nil { return true }
    var isFirst = false
    let next = find(&file, end..<end + stream.longest) { header in
      isFirst = header.number == 0
      return stream.end(of: header) != nil
    }
    return next != nil && !isFirst
  }

  /// Returns the heads of the padding, with places in the file.
  /// - Parameter begin: place of the letters `fLaC`.
  /// - Returns: empty if the first frame is not there, or if nothing stands before it.
  static func heads(_ file: inout TagBytes, from begin: Int) -> [HeaderRepair.Patch] {
    let header = begin + FLACStream.head
    guard let stream = FLACStream(Array(file.read(at: begin, FLACStream.head))), let frame = first(&file, from: header, stream),
      frame >= header + 4
    else { return [] }
    // The stream's header is not the last block any more.
    var patches = [HeaderRepair.Patch(place: begin + 4, bytes: [0])]
    var place = header
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
    if let end = file.flacBlock(nil, from: begin)?.end, let place = find(&file, end..<end + 1, { stream.end(of: $0) != nil }) {
      return place
    }
    for place in stride(from: begin, to: min(file.count, begin + most), by: part) where file.failure == nil {
      if let found = find(&file, place..<place + part, { $0.number == 0 && stream.end(of: $0) != nil }) { return found }
    }
    return nil
  }

  /// Returns the place of the first such header in a part.
  private static func find(_ file: inout TagBytes, _ part: Range<Int>, _ isWanted: (FLACFrameHeader) -> Bool) -> Int? {
    let bytes = Array(file.read(at: part.lowerBound, part.count + header))
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.prefix(part.count).first { FLACFrameHeader(bytes, at: $0).map(isWanted) ?? false }
    }.map { part.lowerBound + $0 }
  }
}

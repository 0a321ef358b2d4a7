import GestureFlowAPI

/// The repair of a last block of metadata that is longer than it states.
///
/// Programs write such a block when a picture has more bytes than its length can state. libsndfile rejects the file.
/// The repair makes the block a chain of padding blocks that ends at the first frame.
enum FLACBlockRepair {
  /// Bytes in which a read of the search looks for a header's begin.
  private static let part = 4 << 10
  /// Bytes of the longest header of a frame, and more.
  private static let header = 32
  /// Most bytes to search.
  private static let most = 32 << 20
  /// Kind of a block with padding.
  private static let padding = 1

  /// Returns the new heads, with places in the file.
  /// - Parameter begin: place of the letters `fLaC`.
  /// - Returns: empty if the blocks are right, or if the first frame is not there.
  static func heads(_ file: inout TagBytes, from begin: Int) -> [HeaderRepair.Patch] {
    guard let stream = FLACStream(Array(file.read(at: begin, FLACStream.head))),
      let block = file.flacBlock(nil, from: begin + 4), let frame = first(&file, from: block.end, stream), frame > block.end
    else { return [] }
    var patches: [HeaderRepair.Patch] = []
    var place = block.place
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

  /// Returns the place of the first header of a frame. Nil if it is not the header of frame 0.
  private static func first(_ file: inout TagBytes, from begin: Int, _ stream: FLACStream) -> Int? {
    let end = min(file.count, begin + most)
    for place in stride(from: begin, to: end, by: part) {
      let bytes = Array(file.read(at: place, part + header))
      let found = bytes.withUnsafeBufferPointer { bytes in
        bytes.indices.prefix(part).lazy.compactMap { at in
          FLACFrameHeader(bytes, at: at).flatMap { stream.end(of: $0) == nil ? nil : (at, $0.number) }
        }.first
      }
      if let found { return found.1 == 0 ? place + found.0 : nil }
    }
    return nil
  }
}

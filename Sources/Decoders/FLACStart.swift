import GestureFlowAPI

/// The first frame of a FLAC file.
package enum FLACStart {
  /// Greatest number of blocks of metadata that are passed.
  private static let mostBlocks = 1000
  /// Bytes of the longest header of a frame, and more.
  private static let header = 32

  /// Returns the first sample per channel that the file holds. It is above 0 in a file that was cut out of a longer
  /// one: the decoder cannot seek to the beginning of such a file, although nothing is damaged. It is 0 in any other
  /// file.
  /// - Parameter descriptor: of the open file; its offset does not move.
  package static func sample(_ descriptor: Int32) -> Int64 {
    guard var file = TagBytes(descriptor: descriptor) else { return 0 }
    let begin = SoundTags.endOfTag(Array(file.read(at: 0, 10))) ?? 0
    guard file.has("fLaC", at: begin) else { return 0 }
    var place = begin + 4
    for _ in 0..<mostBlocks {
      // One bit marks the last block, seven are its kind, and the rest is its length.
      guard let block = file.number(at: place, isBigEndian: true) else { return 0 }
      place += 4 + (block & 0xFF_FFFF)
      if block >> 31 == 1 { break }
    }
    let bytes = Array(file.read(at: place, header))
    guard let first = bytes.withUnsafeBufferPointer({ FLACFrameHeader($0, at: 0) }) else { return 0 }
    return first.countsSamples ? first.number : first.number * first.samples
  }
}

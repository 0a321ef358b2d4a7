import GestureFlowAPI

/// The first frame of a FLAC file.
package enum FLACStart {
  /// Returns the first sample per channel that the file holds. It is above 0 in a file that was cut out of a longer
  /// one: the decoder cannot seek to the beginning of such a file, although nothing is damaged. It is 0 in any other
  /// file.
  /// - Parameter descriptor: of the open file; its offset does not move.
  package static func sample(_ descriptor: Int32) -> Int64 {
    guard var file = TagBytes(descriptor: descriptor) else { return 0 }
    let begin = SoundTags.endOfTag(Array(file.read(at: 0, 10))) ?? 0
    guard file.has("fLaC", at: begin), let block = file.flacBlock(nil, from: begin + 4) else { return 0 }
    let bytes = Array(file.read(at: block.end, FLACFrameHeader.most))
    guard let first = bytes.withUnsafeBufferPointer({ FLACFrameHeader($0, at: 0) }) else { return 0 }
    return first.countsSamples ? first.number : first.number * first.samples
  }
}

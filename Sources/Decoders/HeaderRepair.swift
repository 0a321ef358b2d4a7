import GestureFlowAPI

/// A header that states a wrong length, and its repair. The repair is the bytes that a decoder reads in their place.
/// The file stays as it is.
///
/// libsndfile rejects such a file, reads no sound from it, or stops too early or too late. It copes by itself with most
/// wrong lengths of WAV and AIFF.
struct HeaderRepair {
  /// Bytes to read in place of others.
  struct Patch {
    /// Position of the first byte.
    let place: Int
    let bytes: [UInt8]
  }

  /// The file without a tag in front.
  let part: Range<Int>
  /// The bytes with their positions in `part`, one at least.
  let patches: [Patch]
  /// Length in frames that the header states, if the file holds less. Nil otherwise.
  let stated: Int64?

  /// Greatest number of chunks to examine.
  private static let mostChunks = 1000

  /// - Parameter hidesMetadata: whether to replace a FLAC file's metadata by padding, even if its lengths are right.
  /// - Returns: nil if the header is right. It is also nil if the true length is not known.
  init?(_ file: inout TagBytes, hidesMetadata: Bool = false) {
    if let end = FLACEnd(&file) {
      let isHidden = hidesMetadata || !FLACBlockRepair.isRight(&file, from: end.begin, end.stream)
      var patches = isHidden ? FLACBlockRepair.heads(&file, from: end.begin, end.stream) : []
      // Without these patches the decoder would reject the file again.
      if hidesMetadata, patches.isEmpty { return nil }
      if end.samples != end.stated {
        let header = end.header(&file)
        patches.append(Patch(place: header.place, bytes: header.bytes))
      }
      guard !patches.isEmpty else { return nil }
      part = end.begin..<file.count
      self.patches = patches.map { Patch(place: $0.place - end.begin, bytes: $0.bytes) }
      stated = end.stated > end.samples ? end.stated : nil
      return
    }
    guard !hidesMetadata, let size = Self.soundSize(&file), file.failure == nil else { return nil }
    (part, patches, stated) = (0..<file.count, [size], nil)
  }

  /// Returns the right size of a sound chunk. Nil if a decoder finds it by itself.
  private static func soundSize(_ file: inout TagBytes) -> Patch? {
    if file.has("RIFF", at: 0) || file.has("RF64", at: 0), file.has("WAVE", at: 8) { return waveSize(&file) }
    if file.has("caff", at: 0) { return coreAudioSize(&file) }
    guard file.has(".snd", at: 0), let begin = file.number(at: 4, isBigEndian: true), file.number(at: 8, isBigEndian: true) == 0,
      begin < file.count
    else { return nil }
    // In this format the greatest number means: up to the end.
    return Patch(place: 8, bytes: [0xFF, 0xFF, 0xFF, 0xFF])
  }

  /// A recorder that was switched off leaves a size of zero.
  private static func waveSize(_ file: inout TagBytes) -> Patch? {
    let isLarge = file.has("RF64", at: 0)
    var (place, large) = (12, Int?.none)
    for _ in 0..<mostChunks {
      guard let size = file.number(at: place + 4, isBigEndian: false) else { return nil }
      let body = place + 8
      if file.has("data", at: place) {
        let rest = file.count - body
        if isLarge, let large, size == 0xFFFF_FFFF {
          guard let told = file.number(at: large, bytes: 8, isBigEndian: false), told < 1 || told > rest, isSound(&file, at: body) else {
            return nil
          }
          return Patch(place: large, bytes: (0..<8).map { UInt8(truncatingIfNeeded: rest >> (8 * $0)) })
        }
        guard size == 0, isSound(&file, at: body) else { return nil }
        let told = min(rest, 0xFFFF_FFFE)
        return Patch(place: place + 4, bytes: (0..<4).map { UInt8(truncatingIfNeeded: told >> (8 * $0)) })
      }
      if file.has("ds64", at: place) { large = body + 8 }
      place = body + size + size & 1
    }
    return nil
  }

  /// A recorder leaves a size of -1 or 0. A file that was cut off has less than the size.
  private static func coreAudioSize(_ file: inout TagBytes) -> Patch? {
    var place = 8
    for _ in 0..<mostChunks {
      guard let size = file.number(at: place + 4, bytes: 8, isBigEndian: true) else { return nil }
      let body = place + 12
      let rest = file.count - body
      if file.has("data", at: place) {
        // The sound begins behind a number of four bytes.
        guard size < 5 || size > rest, isSound(&file, at: body + 4) else { return nil }
        return Patch(place: place + 4, bytes: (0..<8).map { UInt8(truncatingIfNeeded: rest >> (56 - 8 * $0)) })
      }
      guard (0...max(0, rest)).contains(size) else { return nil }
      place = body + size
    }
    return nil
  }

  /// Returns whether bytes follow that are not another chunk.
  private static func isSound(_ file: inout TagBytes, at place: Int) -> Bool {
    let head = file.read(at: place, 4)
    guard head.count == 4 else { return false }
    guard head.allSatisfy({ (0x20..<0x7F).contains($0) }), let size = file.number(at: place + 4, isBigEndian: false) else { return true }
    return size > file.count - place - 8
  }
}

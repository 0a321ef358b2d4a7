import GestureFlowAPI

/// Finds the first frame of MPEG audio in a file. Any data may stand before it.
enum MPEGSearch {
  /// Most bytes to search before the first frame.
  private static let most = 16 << 20
  /// Bytes per search step.
  private static let block = 65_536
  /// Number of frames that must follow each other.
  private static let enough = 4
  /// Most tags that may follow each other, at either end.
  private static let mostTags = 8

  /// Result of examining a file.
  enum Verdict {
    case stream(MPEGStream)
    /// It begins like MPEG audio but is not.
    case broken
    /// Another decoder may read it.
    case other
    /// The medium refused a read, with this error number. The readable part is not a stream.
    case failed(Int32)
  }

  /// Searches a file that begins like MPEG audio. It begins with a tag or with a frame.
  static func atBegin(_ descriptor: Int32, _ read: @escaping FileRead.Call) -> Verdict {
    guard var bytes = TagBytes(descriptor: descriptor, read: read), var walk = MPEGWalk(descriptor, read) else { return .other }
    let begin = behindTags(&bytes)
    let isFrame = MPEGHeader(bytes.read(at: begin, 4)) != nil
    if begin > 0 || isFrame, !isOther(&bytes, at: begin), let stream = stream(&bytes, &walk, from: begin) { return .stream(stream) }
    return (bytes.failure ?? walk.failure).map { .failed($0) } ?? (isFrame ? .broken : .other)
  }

  /// Searches a file that no other decoder reads.
  static func anywhere(_ descriptor: Int32, _ read: @escaping FileRead.Call) -> Verdict {
    guard var bytes = TagBytes(descriptor: descriptor, read: read), var walk = MPEGWalk(descriptor, read) else { return .other }
    let begin = behindTags(&bytes)
    if !isOther(&bytes, at: begin), let stream = stream(&bytes, &walk, from: begin) { return .stream(stream) }
    return (bytes.failure ?? walk.failure).map { .failed($0) } ?? .other
  }

  private static func stream(_ bytes: inout TagBytes, _ walk: inout MPEGWalk, from begin: Int) -> MPEGStream? {
    let end = beforeTags(&bytes)
    // A tag that overstates its length hides the first frames. So search again right after its header.
    for from in begin > 0 ? [begin, 10] : [begin] {
      guard let first = firstFrame(&bytes, &walk, from: from, end: end) else { continue }
      var stream = MPEGStream(&walk, begin: first, end: end)
      stream.failure = bytes.failure ?? walk.failure
      return stream
    }
    return nil
  }

  private static func firstFrame(_ bytes: inout TagBytes, _ walk: inout MPEGWalk, from: Int, end: Int) -> Int? {
    let last = min(end, from + most)
    var place = from
    while place < last {
      let window = bytes.read(at: place, min(block, end - place))
      guard window.count > 3 else { return nil }
      for at in window.indices.dropLast(3) where window[at] == 0xFF && window[at + 1] >= 0xE0 {
        guard MPEGHeader(window[at...]) != nil else { continue }
        let found = place + at - window.startIndex
        if isFirst(&walk, found, isAtBegin: found == from, end: end) { return found }
      }
      place += window.count - 3
    }
    return nil
  }

  /// Whether enough frames follow each other here. At the end of the stream fewer are enough.
  private static func isFirst(_ walk: inout MPEGWalk, _ place: Int, isAtBegin: Bool, end: Int) -> Bool {
    let chain = walk.chain(at: place, end: end, most: enough)
    if chain.count >= enough { return true }
    guard isAtBegin else { return chain.count > 1 && chain.isToEnd }
    if chain.count > 0, let header = walk.header(at: place), walk.told(at: place, header) != nil { return true }
    return chain.count > 1 || chain.count > 0 && chain.isToEnd
  }

  // MARK: - Around the stream

  private static func behindTags(_ bytes: inout TagBytes) -> Int {
    var place = 0
    for _ in 0..<mostTags {
      guard let length = SoundTags.endOfTag(Array(bytes.read(at: place, 10))), place + length < bytes.count else { break }
      place += length
    }
    return place
  }

  /// Returns the start of the tags at the end. These are ID3v1, APE, Lyrics3 and ID3v2.4 with a footer.
  private static func beforeTags(_ bytes: inout TagBytes) -> Int {
    var end = bytes.count
    for _ in 0..<mostTags {
      let length = lengthOfTag(&bytes, endingAt: end)
      guard length > 0, length <= end else { break }
      end -= length
    }
    return end
  }

  private static func lengthOfTag(_ bytes: inout TagBytes, endingAt end: Int) -> Int {
    if bytes.has("TAG", at: end - 128) { return 128 }
    if bytes.has("APETAGEX", at: end - 32), let size = bytes.number(at: end - 20, isBigEndian: false),
      let flags = bytes.number(at: end - 12, isBigEndian: false)
    {
      return size + (flags >> 31 & 1 == 1 ? 32 : 0)
    }
    if bytes.has("LYRICS200", at: end - 9) {
      return Int(String(decoding: bytes.read(at: end - 15, 6), as: UTF8.self)).map { max(0, $0) + 15 } ?? 0
    }
    if bytes.has("3DI", at: end - 10) {
      let size = bytes.read(at: end - 4, 4)
      return size.allSatisfy { $0 < 0x80 } ? size.reduce(0) { $0 << 7 | Int($1) } + 20 : 0
    }
    return 0
  }

  /// Whether it is sound or a film of another kind. A film may hold frames of MPEG audio between its images.
  private static func isOther(_ bytes: inout TagBytes, at place: Int) -> Bool {
    guard let kind = SoundSignature(Array(bytes.read(at: place, SoundSignature.length))) else {
      return bytes.has("RIFF", at: place) || bytes.has("FORM", at: place)
    }
    return kind.isCertain && !kind.isMPEG
  }
}

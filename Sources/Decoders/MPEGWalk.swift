import GestureFlowAPI

/// Walks along frames of MPEG audio by their headers.
struct MPEGWalk {
  private var file: TagBytes
  /// Number of frames to check at each place of a constant-bitrate stream.
  private static let most = 64
  /// Places at which a constant-bitrate stream's frames are checked. They must lie at computed positions.
  private static let places = 8

  /// Fails if the descriptor is not a file.
  init?(_ descriptor: Int32, _ read: @escaping FileRead.Call) {
    guard let file = TagBytes(descriptor: descriptor, read: read) else { return nil }
    self.file = file
  }

  /// Size of the file in bytes.
  var count: Int { file.count }
  /// Error number with which the medium refused a read. Nil without an error.
  var failure: Int32? { file.failure }

  mutating func header(at place: Int) -> MPEGHeader? { MPEGHeader(file.read(at: place, 4)) }

  /// A run of frames that follow each other.
  struct Chain {
    /// Number of frames; 0 if no frame begins here.
    var count = 0
    /// Position after the last frame.
    var next: Int
    /// Whether at most a part of a frame follows.
    var isToEnd = false
  }

  /// Returns the frames that follow each other from a position.
  /// - Parameters: - end: of the stream. - most: number of frames after which it stops.
  mutating func chain(at place: Int, end: Int, most: Int) -> Chain {
    guard let first = header(at: place) else { return Chain(next: place) }
    if first.bitrate != nil { return chain(at: place, first, bare: nil, end: end, most: most) }
    // In a free format the distance of two headers gives the size.
    let ahead = Array(file.read(at: place, min(8192, max(0, end - place))))
    for distance in stride(from: 24, to: ahead.count - 3, by: 1) where ahead[distance] == 0xFF {
      guard let second = MPEGHeader(ahead[distance...]), second.kind == first.kind, second.bitrate == nil else { continue }
      let chain = chain(at: place, first, bare: distance - first.padding, end: end, most: most)
      if chain.count > 2 { return chain }
    }
    return Chain(next: place)
  }

  /// - Parameter bare: bytes of a frame in a free format, without padding.
  private mutating func chain(at place: Int, _ first: MPEGHeader, bare: Int?, end: Int, most: Int) -> Chain {
    var chain = Chain(next: place)
    while chain.count < most, end - chain.next > 3, let header = header(at: chain.next), header.kind == first.kind,
      let size = header.size ?? bare.map({ $0 + header.padding }), (header.bitrate == nil) == (bare != nil)
    {
      if chain.next + size > end {
        chain.isToEnd = true
        break
      }
      chain.count += 1
      chain.next += size
    }
    if end - chain.next < 4 { chain.isToEnd = true }
    return chain
  }

  /// Whether frames follow each other here, or the stream ends.
  mutating func isRun(at place: Int, end: Int) -> Bool {
    let chain = chain(at: place, end: end, most: 4)
    return chain.count > 3 || chain.count > 0 && chain.isToEnd
  }

  /// Reads a first frame that describes the stream and has no sound. It may be Xing, Info
  /// (http://gabriel.mp3-tech.org/mp3infotag.html) or VBRI.
  /// - Returns: its figures, and whether the decoder would take it for sound.
  mutating func told(at place: Int, _ header: MPEGHeader) -> (frames: Int?, bytes: Int?, isForeign: Bool)? {
    guard header.layer == 3 else { return nil }
    // A checksum of two bytes may stand before the side information.
    for behind in [4 + header.sideSize, 6 + header.sideSize] {
      let at = place + behind
      guard file.has("Xing", at: at) || file.has("Info", at: at), let flags = file.number(at: at + 4, isBigEndian: true) else { continue }
      let frames = flags & 1 != 0 ? file.number(at: at + 8, isBigEndian: true) : nil
      let bytes = flags & 2 != 0 ? file.number(at: at + (flags & 1 != 0 ? 12 : 8), isBigEndian: true) : nil
      // libmpg123 checks one position only, and only after zeros.
      let isOwn = behind == 4 + header.sideSize && file.read(at: place + 6, header.sideSize - 2).allSatisfy { $0 == 0 }
      return (frames, bytes, !isOwn)
    }
    guard file.has("VBRI", at: place + 36) else { return nil }
    return (file.number(at: place + 50, isBigEndian: true), file.number(at: place + 46, isBigEndian: true), true)
  }

  /// Returns the number of frames of a constant-bitrate stream. It does not read all of it: it checks that frames lie
  /// at computed positions at the beginning, at the end and at places between.
  /// - Returns: nil if they do not.
  mutating func constantCount(_ bytes: Range<Int>) -> Int? {
    guard let first = header(at: bytes.lowerBound), let exact = first.exactSize, let least = first.size.map({ $0 - first.padding }) else {
      return nil
    }
    guard let start = run(at: bytes.lowerBound, first, end: bytes.upperBound, most: Self.most) else { return nil }
    if start.count < Self.most { return isEnd(start.next, first, bytes.upperBound) ? start.count : nil }
    // Some writers never pad.
    let size = start.padded == 0 ? Double(least) : exact
    let whole = Int(Double(bytes.count) / size)
    var last = 0
    for step in 1...Self.places {
      last = max(0, step * whole / Self.places - (step == Self.places ? 8 : 0))
      let place = bytes.lowerBound + Int(Double(last) * size)
      guard
        let found = [0, 1, -1].map({ place + $0 * first.slot }).first(where: { run(at: $0, first, end: bytes.upperBound, most: 3) != nil })
      else { return nil }
      guard step == Self.places else { continue }
      guard let end = run(at: found, first, end: bytes.upperBound, most: Self.most), isEnd(end.next, first, bytes.upperBound) else {
        return nil
      }
      return last + end.count
    }
    return nil
  }

  /// Counts frames of one bitrate that follow each other. Returns nil without a frame here, or if one has another
  /// bitrate.
  private mutating func run(at place: Int, _ first: MPEGHeader, end: Int, most: Int) -> (count: Int, padded: Int, next: Int)? {
    var (count, padded, next) = (0, 0, place)
    while count < most, next < end {
      guard let header = header(at: next), header.kind == first.kind, let size = header.size, next + size <= end else { break }
      guard header.bitrate == first.bitrate else { return nil }
      count += 1
      padded += header.isPadded ? 1 : 0
      next += size
    }
    return count == 0 ? nil : (count, padded, next)
  }

  /// Whether at most one truncated frame follows.
  private mutating func isEnd(_ place: Int, _ first: MPEGHeader, _ end: Int) -> Bool {
    place == end || end - place < (first.size ?? 0) + first.slot && (end - place < 4 || header(at: place)?.kind == first.kind)
  }
}

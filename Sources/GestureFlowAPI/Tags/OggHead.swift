/// Checks the sizes of an Ogg file's first packets before decoding. A decoder holds each packet in memory as a whole,
/// and the comments twice.
package enum OggHead {
  /// Largest packet in bytes: a cover image of 12 MB as text.
  package static let most = 16 << 20
  /// Greatest number of comments. Each takes its own memory, even an empty one.
  package static let mostComments = 10_000
  /// Number of packets to check. They are those before the sound, and the first of the sound.
  private static let packets = 4
  /// Number of bytes and pages that are examined.
  private static let mostBytes = 2 * most
  private static let mostPages = 100_000
  private static let remedy = "remove the images from its tags"

  /// Returns why an open file must not be decoded. The result is nil if it may be, and for a file that is not Ogg.
  /// The offset of the file does not move.
  /// - Parameter part: of the file; nil for all of it.
  package static func fault(descriptor: Int32, part: Range<Int>? = nil) -> String? {
    guard var bytes = TagBytes(descriptor: descriptor, part: part) else { return nil }
    return fault(&bytes)
  }

  /// Does the same check for a file in memory.
  package static func fault(_ file: [UInt8]) -> String? {
    var bytes = TagBytes(file)
    return fault(&bytes)
  }

  private static func fault(_ bytes: inout TagBytes) -> String? {
    guard bytes.has("OggS", at: 0) else { return nil }
    if isHeavy(&bytes) { return "its tags or first packets have more than \(most >> 20) MB: \(remedy)" }
    guard let comments = OggComments.read(&bytes) else { return nil }
    var texts = TagBytes(comments)
    guard let vendor = texts.number(at: 0, isBigEndian: false) else { return nil }
    // With so long a vendor name, the number of comments is not read.
    let isCut = comments.count >= OggComments.most - OggComments.longestMark
    guard let count = texts.number(at: 4 + vendor, isBigEndian: false) else {
      return isCut ? "its tags begin with a name of \(vendor) bytes: write them anew" : nil
    }
    return count > mostComments ? "its tags have \(count) comments, more than \(mostComments): write them anew" : nil
  }

  /// First bytes of music streams, for each format that a decoder knows.
  private static let marks = ["\u{1}vorbis", "OpusHead", "\u{7F}FLAC", "Speex   "]

  /// Returns whether one of the music's first packets is too large. A decoder skips other streams.
  private static func isHeavy(_ bytes: inout TagBytes) -> Bool {
    var (place, size, before) = (0, 0, 0)
    var music: Int?
    for _ in 0..<mostPages {
      guard place < mostBytes else { return true }
      guard bytes.has("OggS", at: place), let serial = bytes.number(at: place + 14, isBigEndian: false),
        let kind = bytes.number(at: place + 5, bytes: 1, isBigEndian: false),
        let segments = bytes.number(at: place + 26, bytes: 1, isBigEndian: false)
      else { return false }
      let body = place + 27 + segments
      if music == nil {
        if marks.contains(where: { bytes.has($0, at: body) }) { music = serial }
        // All first pages come before other pages.
        if music == nil, kind & 2 == 0 { return false }
      }
      place = body
      for length in bytes.read(at: body - segments, segments) {
        place += Int(length)
        guard serial == music else { continue }
        size += Int(length)
        if size > most { return true }
        if length < 255 { (size, before) = (0, before + 1) }
      }
      if before >= packets { return false }
    }
    return true
  }
}

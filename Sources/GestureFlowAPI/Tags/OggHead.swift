/// Weighs the first packets of an Ogg file before a decoder takes them into memory, each as a whole and its comments twice.
package enum OggHead {
  /// Bytes of one packet at most: a cover of 12 MB, as text.
  package static let most = 16 << 20
  /// Comments at most: each takes memory of its own, an empty one, too.
  package static let mostComments = 10_000
  /// Packets in front of the sound, and the first of the sound.
  private static let packets = 4
  /// Bytes and pages that are looked at.
  private static let mostBytes = 2 * most
  private static let mostPages = 100_000
  private static let remedy = "take the pictures out of its tags"

  /// Why an open file is not given to a decoder; nil for one that may be, and for what is not Ogg. Its place stays where it is.
  /// - Parameter part: of the file; nil for all of it.
  package static func fault(descriptor: Int32, part: Range<Int>? = nil) -> String? {
    guard var bytes = TagBytes(descriptor: descriptor, part: part) else { return nil }
    return fault(&bytes)
  }

  /// The same for a file in memory.
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
    // Behind a name of that length their number is not looked for.
    let isCut = comments.count >= OggComments.most - OggComments.longestMark
    guard let count = texts.number(at: 4 + vendor, isBigEndian: false) else {
      return isCut ? "its tags begin with a name of \(vendor) bytes: write them anew" : nil
    }
    return count > mostComments ? "its tags have \(count) comments, more than \(mostComments): write them anew" : nil
  }

  /// Beginnings of the first packets of music, in every form that a decoder knows.
  private static let marks = ["\u{1}vorbis", "OpusHead", "\u{7F}FLAC", "Speex   "]

  /// Whether one of the first packets of the music is too large. A decoder passes over other streams.
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
        // First pages come before all others.
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

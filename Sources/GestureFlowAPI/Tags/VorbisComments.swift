/// A reader for comments of FLAC, Ogg Vorbis and Opus. Source: https://xiph.org/vorbis/doc/v-comment.html.
enum VorbisComments {
  /// Reads the comments from a place on. A name may occur several times.
  static func read(_ bytes: inout TagBytes, at place: Int, _ tags: inout SoundTags) {
    guard let vendor = bytes.number(at: place, isBigEndian: false),
      let count = bytes.number(at: place + 4 + vendor, isBigEndian: false)
    else { return }
    var place = place + 8 + vendor
    var found: [SoundTags.Field: [String]] = [:]
    for _ in 0..<min(count, SoundTags.mostPieces) {
      guard let length = bytes.number(at: place, isBigEndian: false), length <= bytes.count - place - 4 else { break }
      let text = bytes.read(at: place + 4, min(length, SoundTags.mostBytes))
      if let sign = text.prefix(32).firstIndex(of: UInt8(ascii: "=")),
        let field = SoundTags.field(String(decoding: text[..<sign], as: UTF8.self)), (found[field]?.count ?? 0) < SoundTags.mostValues
      {
        found[field, default: []].append(TagText.text(text[(sign + 1)...]))
      }
      place += 4 + length
    }
    for (field, values) in found { tags.take(field, values) }
  }
}

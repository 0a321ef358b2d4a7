/// A reader for APE tags at the end of a file. Source:
/// https://wiki.hydrogenaud.io/index.php?title=APEv2_specification.
enum APETag {
  private static let footer = 32
  /// Largest tag that is read, in bytes, including cover images.
  private static let most = 16 << 20

  /// Reads a tag whose footer may end at a place.
  static func read(_ bytes: inout TagBytes, endingAt end: Int, _ tags: inout SoundTags) {
    let foot = end - footer
    guard foot >= 0, bytes.has("APETAGEX", at: foot), let size = bytes.number(at: foot + 12, isBigEndian: false),
      let count = bytes.number(at: foot + 16, isBigEndian: false), (footer...most).contains(size), size <= end
    else { return }
    var place = end - size
    for _ in 0..<min(count, SoundTags.mostPieces) {
      // An item: length, flags, name, a zero, value.
      guard place + 8 < foot, let length = bytes.number(at: place, isBigEndian: false),
        let flags = bytes.number(at: place + 4, isBigEndian: false)
      else { return }
      let name = bytes.read(at: place + 8, 256).prefix { $0 != 0 }
      let value = place + 8 + name.count + 1
      guard name.count < 256, value <= foot, length <= foot - value else { return }
      // The flags of values that are not text are different.
      if flags >> 1 & 3 == 0, let field = SoundTags.field(String(decoding: name, as: UTF8.self)) {
        let text = bytes.read(at: value, min(length, SoundTags.mostBytes))
        tags.take(field, text.split(separator: 0).map { TagText.text($0) })
      }
      place = value + length
    }
  }
}

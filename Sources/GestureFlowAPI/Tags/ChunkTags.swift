/// Reads tags in chunks of WAV and AIFF. These are a whole ID3 tag, the `INFO` list of RIFF, and the name and author
/// of AIFF.
enum ChunkTags {
  /// Number of bytes of a list that are examined.
  private static let mostList = 1 << 20

  static func read(_ bytes: inout TagBytes, isBigEndian: Bool, _ tags: inout SoundTags) {
    var plain = SoundTags()
    var place = 12
    // Files over 4 GiB have the sound's true length in chunk `ds64`.
    var soundLength: Int?
    for _ in 0..<SoundTags.mostPieces {
      let id = String(decoding: bytes.read(at: place, 4), as: UTF8.self)
      guard var size = bytes.number(at: place + 4, isBigEndian: isBigEndian) else { break }
      let body = place + 8
      if id == "data", size == 0xFFFF_FFFF, let soundLength { size = soundLength }
      guard size <= bytes.count - body else {
        // The last chunk may be truncated, but may still hold texts.
        if id == "LIST" { readInfo(&bytes, at: body, bytes.count - body, &plain) }
        break
      }
      switch id {
      case "id3 ", "ID3 ": ID3Tag.read(&bytes, at: body, &tags)
      case "LIST": readInfo(&bytes, at: body, size, &plain)
      case "NAME" where isBigEndian: plain.take(.title, text(&bytes, at: body, size))
      case "AUTH" where isBigEndian: plain.take(.artist, text(&bytes, at: body, size))
      case "ds64":
        if let low = bytes.number(at: body + 8, isBigEndian: false), let high = bytes.number(at: body + 12, isBigEndian: false),
          high < 1 << 20
        {
          soundLength = high << 32 | low
        }
      default: break
      }
      place = body + size + size & 1
    }
    tags.fill(from: plain)
  }

  private static func text(_ bytes: inout TagBytes, at place: Int, _ size: Int) -> [String] {
    [TagText.text(bytes.read(at: place, min(size, SoundTags.mostBytes)).prefix { $0 != 0 })]
  }

  private static func readInfo(_ bytes: inout TagBytes, at list: Int, _ size: Int, _ tags: inout SoundTags) {
    guard bytes.has("INFO", at: list) else { return }
    let end = list + min(size, mostList)
    var place = list + 4
    for _ in 0..<SoundTags.mostPieces {
      guard place + 8 <= end, let size = bytes.number(at: place + 4, isBigEndian: false) else { return }
      let id = String(decoding: bytes.read(at: place, 4), as: UTF8.self)
      let field: SoundTags.Field? =
        switch id {
        case "INAM": .title
        case "IART": .artist
        case "IPRD": .album
        case "ITRK", "IPRT", "TRCK": .track
        default: nil
        }
      if let field { tags.take(field, text(&bytes, at: place + 8, min(size, end - place - 8))) }
      guard size <= end - place - 8 else { return }
      place += 8 + size + size & 1
    }
  }
}

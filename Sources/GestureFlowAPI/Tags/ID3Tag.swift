/// A reader for ID3 tags of all versions. Sources: https://id3.org/id3v2.4.0-structure, https://id3.org/id3v2.3.0,
/// https://id3.org/ID3v1.
enum ID3Tag {
  /// Largest part of an unsynchronised tag that is read, in bytes. Such a tag has extra zeros and must be read as a
  /// whole.
  private static let mostUnsynchronised = 1 << 18

  /// Layout of the frames of a version.
  private struct Form {
    let version: Int
    var idLength: Int { version == 2 ? 3 : 4 }
    var headLength: Int { version == 2 ? 6 : 10 }
  }

  /// Reads a tag that may stand at a place.
  /// - Returns: the place after the tag; the same place without one.
  @discardableResult static func read(_ bytes: inout TagBytes, at place: Int, _ tags: inout SoundTags) -> Int {
    let head = Array(bytes.read(at: place, 10))
    guard head.count == 10, head.starts(with: "ID3".utf8), (2...4).contains(head[3]), let size = synchsafe(head[6...]) else { return place }
    let form = Form(version: Int(head[3]))
    let flags = head[5]
    let end = place + 10 + size + (form.version == 4 && flags & 0x10 != 0 ? 10 : 0)
    // Version 2.2 used one bit for a compression that was never specified.
    if form.version == 2, flags & 0x40 != 0 { return end }
    if flags & 0x80 != 0, form.version < 4 {
      var plain = TagBytes(synchronised(bytes.read(at: place + 10, min(size, mostUnsynchronised))))
      readFrames(&plain, from: 0, to: plain.count, flags, form, &tags)
    } else {
      readFrames(&bytes, from: place + 10, to: min(place + 10 + size, bytes.count), flags, form, &tags)
    }
    return end
  }

  private static func readFrames(
    _ bytes: inout TagBytes, from: Int, to end: Int, _ flags: UInt8, _ form: Form, _ tags: inout SoundTags
  ) {
    var place = from
    if form.version > 2, flags & 0x40 != 0 {
      // The extended header's size includes itself in version 2.4, not in 2.3.
      let raw = bytes.read(at: place, 4)
      guard raw.count == 4 else { return }
      let isNewest = form.version == 4
      guard let size = isNewest ? synchsafe(raw) : plain(raw) else { return }
      place += isNewest ? max(size, 6) : size + 4
    }
    var (own, free): ([SoundTags.Field: [String]], [SoundTags.Field: [String]]) = ([:], [:])
    for _ in 0..<SoundTags.mostPieces {
      guard place + form.headLength <= end else { break }
      let head = Array(bytes.read(at: place, form.headLength))
      guard head.count == form.headLength, head[..<form.idLength].allSatisfy(isIDLetter),
        let size = frameSize(head, &bytes, at: place, end, form)
      else { break }
      let body = place + form.headLength
      guard size <= end - body else { break }
      let id = String(decoding: head[..<form.idLength], as: UTF8.self)
      if id == "TXXX" || id == "TXX" {
        var values = texts(&bytes, at: body, size, head, form)
        if !values.isEmpty, let field = SoundTags.field(values.removeFirst()) { add(values, to: field, of: &free) }
      } else if let field = field(id) {
        add(texts(&bytes, at: body, size, head, form), to: field, of: &own)
      }
      place = body + size
    }
    // A standard frame takes precedence over a free (TXXX) one.
    for (field, values) in own { tags.take(field, values) }
    for (field, values) in free { tags.take(field, values) }
  }

  /// Adds the new values of a frame. Programs repeat a frame for several values, against the standard.
  private static func add(_ values: [String], to field: SoundTags.Field, of found: inout [SoundTags.Field: [String]]) {
    var all = found[field] ?? []
    for value in values where all.count < SoundTags.mostValues && !value.isEmpty && !all.contains(value) { all.append(value) }
    found[field] = all
  }

  private static func isIDLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) }

  private static func field(_ id: String) -> SoundTags.Field? {
    switch id {
    case "TIT2", "TT2": .title
    case "TPE1", "TP1": .artist
    case "TALB", "TAL": .album
    case "TRCK", "TRK": .track
    case "TPOS", "TPA": .disc
    default: nil
    }
  }

  private static func frameSize(_ head: [UInt8], _ bytes: inout TagBytes, at place: Int, _ end: Int, _ form: Form) -> Int? {
    switch form.version {
    case 2: return plain(head[3..<6])
    case 3: return plain(head[4..<8])
    default:
      // Some programs write sizes of version 2.3 into 2.4. Choose the size after which another frame begins.
      guard let old = plain(head[4..<8]), let size = synchsafe(head[4..<8]) else { return plain(head[4..<8]) }
      guard size != old else { return size }
      func fits(_ size: Int) -> Bool {
        let next = place + form.headLength + size
        if next >= end { return next == end }
        return bytes.read(at: next, 4).allSatisfy { isIDLetter($0) } || bytes.read(at: next, 4).allSatisfy { $0 == 0 }
      }
      return !fits(size) && fits(old) ? old : size
    }
  }

  /// Returns the texts of a frame. A free frame has its name first. A compressed or encrypted frame gives none.
  private static func texts(_ bytes: inout TagBytes, at place: Int, _ size: Int, _ head: [UInt8], _ form: Form) -> [String] {
    var place = place
    var size = size
    var isUnsynchronised = false
    if form.version == 3 {
      if head[9] & 0xC0 != 0 { return [] }
      if head[9] & 0x20 != 0 { (place, size) = (place + 1, size - 1) }
    } else if form.version == 4 {
      if head[9] & 0x0C != 0 { return [] }
      isUnsynchronised = head[9] & 0x02 != 0
      if head[9] & 0x40 != 0 { (place, size) = (place + 1, size - 1) }
      if head[9] & 0x01 != 0 { (place, size) = (place + 4, size - 4) }
    }
    guard size > 1 else { return [] }
    let raw = bytes.read(at: place, min(size, SoundTags.mostBytes))
    let body = isUnsynchronised ? synchronised(raw) : Array(raw)
    guard let encoding = body.first else { return [] }
    return split(Array(body.dropFirst()), encoding)
  }

  /// Splits the bytes into texts at the zeros.
  private static func split(_ bytes: [UInt8], _ encoding: UInt8) -> [String] {
    switch encoding {
    case 0, 3: return bytes.split(separator: 0, omittingEmptySubsequences: false).map { TagText.text($0) }
    case 1, 2:
      // The first text's byte order mark applies to later texts without one.
      let isBigEndian = encoding == 2 || bytes.starts(with: [0xFE, 0xFF])
      var texts: [String] = []
      var begin = 0
      for at in stride(from: 0, to: bytes.count - 1, by: 2) where bytes[at] == 0 && bytes[at + 1] == 0 {
        texts.append(TagText.utf16(Array(bytes[begin..<at]), isBigEndian: isBigEndian))
        begin = at + 2
      }
      return texts + [TagText.utf16(Array(bytes[begin...]), isBigEndian: isBigEndian)]
    default: return []
    }
  }

  /// Returns the bytes without the zero after each 0xFF.
  private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isBehind = false
    for byte in bytes {
      if !(isBehind && byte == 0) { plain.append(byte) }
      isBehind = byte == 0xFF
    }
    return plain
  }

  /// Returns a number with seven bits per byte. Returns nil if a byte uses the eighth bit.
  private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.prefix(4).allSatisfy { $0 < 0x80 } ? bytes.prefix(4).reduce(0) { $0 << 7 | Int($1) } : nil
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> Int? { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// Reads the ID3v1 tag, 128 bytes at the end of a file. Its short fields truncate texts, so it has the lowest
  /// priority.
  static func readOld(_ bytes: inout TagBytes, at place: Int, _ tags: inout SoundTags) {
    let raw = Array(bytes.read(at: place, 128))
    guard raw.count == 128 else { return }
    func text(_ from: Int) -> [String] {
      let field = raw[from..<from + 30].prefix { $0 != 0 }
      return [TagText.text(field)]
    }
    tags.take(.title, text(3))
    tags.take(.artist, text(33))
    tags.take(.album, text(63))
    if raw[125] == 0, raw[126] != 0 { tags.take(.track, [String(raw[126])]) }
  }
}

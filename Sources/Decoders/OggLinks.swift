import GestureFlowAPI

/// Finds the pieces of joined Ogg files ("chained", RFC 3533). Each piece is a stream with its own number.
enum OggLinks {
  /// Most pieces. A decoder opens each of them once for its length.
  private static let most = 100
  /// Bytes per step of the search for the next page. Usual pages have 4 to 16 kB.
  private static let block = 8192

  /// Returns the position after the last complete page. Bytes behind it are not sound: a part of a page, or other data.
  ///
  /// A decoder does not find the length of a file that ends with such bytes.
  /// - Returns: the file's end if it has no page, or if the medium refuses a read.
  static func end(_ file: inout TagBytes) -> Int {
    // Most files end with a page. Then its checksum need not be verified.
    if lastStream(&file) != nil { return file.count }
    let end = FileTail.last(in: 0..<file.count, width: 2 * OggPage.longest) { part in
      OggPage.lastWhole(in: Array(file.read(at: part.lowerBound, part.count))).map { part.lowerBound + $0.bytes.upperBound }
    }
    return file.failure == nil ? end ?? file.count : file.count
  }

  /// Whether the last page is of another stream than the first. The file's position does not change.
  /// - Parameter part: of the file; nil for all of it.
  static func areSeveral(_ descriptor: Int32, _ part: Range<Int>?) -> Bool {
    guard var file = TagBytes(descriptor: descriptor, part: part), let first = Page(&file, at: 0), let last = lastStream(&file) else {
      return false
    }
    return last != first.serial
  }

  /// Returns the bytes of each piece. The file's position does not change.
  /// - Parameter part: the file up to its last page.
  /// - Returns: nil for a file of one piece, of too many, or with several streams beside one another.
  static func pieces(_ descriptor: Int32, _ part: Range<Int>) -> [Range<Int>]? {
    guard var file = TagBytes(descriptor: descriptor, part: part), let first = Page(&file, at: 0), let last = lastStream(&file),
      last != first.serial
    else { return nil }
    var pieces: [Range<Int>] = []
    while pieces.count < most {
      let begin = pieces.last?.upperBound ?? 0
      guard let head = Page(&file, at: begin), head.isFirst, let second = Page(&file, at: head.bytes.upperBound), !second.isFirst,
        second.serial == head.serial
      else { return nil }
      let end = head.serial == last ? file.count : end(of: head, &file)
      pieces.append(begin..<end)
      if end == file.count { return pieces }
    }
    return nil
  }

  /// Returns the last page's stream number. Returns nil if the file does not end with a page.
  private static func lastStream(_ file: inout TagBytes) -> UInt32? {
    OggPage.last(in: Array(file.read(at: max(0, file.count - OggPage.longest), OggPage.longest)))?.serial
  }

  /// Finds the first page of another stream by bisection. It does not read the whole file.
  private static func end(of head: Page, _ file: inout TagBytes) -> Int {
    var (low, high, end) = (head.bytes.upperBound, file.count, file.count)
    while low < end {
      // Near the end of the piece, step page by page.
      let isNear = high - low <= OggPage.longest
      let middle = isNear ? low : low + (high - low) / 2
      guard let page = page(&file, from: middle, to: isNear ? end : high) else {
        if isNear { break }
        high = middle
        continue
      }
      if page.serial == head.serial {
        low = page.bytes.upperBound
      } else {
        (high, end) = (middle, page.bytes.lowerBound)
        if isNear { break }
      }
    }
    return end
  }

  /// Returns the first page that begins in a part of the file.
  private static func page(_ file: inout TagBytes, from: Int, to: Int) -> Page? {
    var place = from
    while place < to {
      let bytes = Array(file.read(at: place, block))
      for at in bytes.indices.dropLast(3) where bytes[at] == UInt8(ascii: "O") && bytes[at + 1] == UInt8(ascii: "g") && place + at < to {
        if let page = Page(&file, at: place + at) { return page }
      }
      guard bytes.count > 3 else { return nil }
      place += bytes.count - 3
    }
    return nil
  }

  /// A page, recognised by its head. The same letters may occur in the sound, so another page or the end of the file
  /// must follow.
  private struct Page {
    let serial: UInt32
    let isFirst: Bool
    let bytes: Range<Int>

    init?(_ file: inout TagBytes, at place: Int) {
      guard let page = OggPage(head: Array(file.read(at: place, OggPage.longestHead)), at: 0) else { return nil }
      let end = place + page.bytes.upperBound
      guard end == file.count || file.has("OggS\0", at: end) else { return nil }
      (serial, isFirst, bytes) = (page.serial, page.isFirst, place..<end)
    }
  }
}

import Glibc

/// Ogg files that were joined to one ("chained", RFC 3533): each piece is a stream with a number of its own.
enum OggLinks {
  /// The longest page (https://www.rfc-editor.org/rfc/rfc3533#section-6).
  private static let page = 65_307

  /// Whether the last page is of another stream than the first. The file's place stays where it is.
  static func areSeveral(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, let first = serial(bytes(descriptor, at: 0, 27)[...]) else { return false }
    let tail = bytes(descriptor, at: max(0, Int(status.st_size) - page), page)
    // From the end: the letters may stand in the sound, too, and then no page is meant that ends with the file.
    for place in tail.indices.reversed() where tail[place] == UInt8(ascii: "O") && isLast(tail[place...]) {
      return serial(tail[place...]).map { $0 != first } ?? false
    }
    return false
  }

  /// Whether a page begins here and ends with the file.
  private static func isLast(_ page: ArraySlice<UInt8>) -> Bool {
    guard serial(page) != nil, page.count > 26 else { return false }
    let count = Int(page[page.startIndex + 26])
    let lacing = page.dropFirst(27).prefix(count)
    return lacing.count == count && 27 + count + lacing.reduce(0) { $0 + Int($1) } == page.count
  }

  private static func serial(_ page: ArraySlice<UInt8>) -> [UInt8]? {
    page.count > 17 && page.starts(with: "OggS".utf8) ? Array(page.dropFirst(14).prefix(4)) : nil
  }

  private static func bytes(_ descriptor: Int32, at place: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
      got = max(0, pread(descriptor, buffer.baseAddress!, count, off_t(place)))
    }
  }
}

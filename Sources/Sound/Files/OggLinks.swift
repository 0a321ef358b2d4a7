import GestureFlowAPI

/// Ogg files that were joined to one ("chained", RFC 3533): each piece is a stream with a number of its own.
enum OggLinks {
  /// Whether the last page is of another stream than the first. The file's place stays where it is.
  static func areSeveral(_ descriptor: Int32) -> Bool {
    guard var file = TagBytes(descriptor: descriptor) else { return false }
    let tail = Array(file.read(at: max(0, file.count - OggPage.longest), OggPage.longest))
    guard let first = OggPage(Array(file.read(at: 0, OggPage.longest)), at: 0), let last = OggPage.last(in: tail) else { return false }
    return last.serial != first.serial
  }
}

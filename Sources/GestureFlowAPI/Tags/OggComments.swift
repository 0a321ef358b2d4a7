/// Finds the comment packet of an Ogg file (https://www.rfc-editor.org/rfc/rfc3533).
enum OggComments {
  /// Number of bytes kept of the packet. Cover images follow the texts.
  static let most = 1 << 17
  /// Length of the longest mark before the comments, in bytes.
  static let longestMark = 8
  private static let mostPages = 64

  /// Returns the bytes of the packet after its mark. Returns nil if the first pages do not have it.
  static func read(_ bytes: inout TagBytes) -> [UInt8]? {
    var place = 0
    // Serial number of the music's stream, and its packet so far.
    var serial: Int?
    var packet: [UInt8] = []
    var isFirst = true
    for _ in 0..<mostPages {
      let head = Array(bytes.read(at: place, 27))
      guard head.count == 27, head.starts(with: "OggS".utf8), let number = bytes.number(at: place + 14, isBigEndian: false) else {
        return nil
      }
      let lacing = Array(bytes.read(at: place + 27, Int(head[26])))
      guard lacing.count == Int(head[26]) else { return nil }
      var body = place + 27 + lacing.count
      let isOurs = serial.map { $0 == number } ?? (bytes.has("\u{1}vorbis", at: body) || bytes.has("OpusHead", at: body))
      if isOurs { serial = number }
      for length in lacing.map(Int.init) {
        defer { body += length }
        guard isOurs else { continue }
        if !isFirst { packet += bytes.read(at: body, min(length, most - packet.count)) }
        let isEnd = length < 255
        if isEnd, isFirst {
          isFirst = false
        } else if isEnd || packet.count >= most {
          return comments(packet)
        }
      }
      place = body
    }
    return packet.isEmpty ? nil : comments(packet)
  }

  private static func comments(_ packet: [UInt8]) -> [UInt8]? {
    for mark in ["\u{3}vorbis", "OpusTags"] where packet.starts(with: mark.utf8) { return Array(packet.dropFirst(mark.utf8.count)) }
    return nil
  }
}

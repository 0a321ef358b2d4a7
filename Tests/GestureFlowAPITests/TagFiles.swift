import Foundation

/// Beginnings of sound files with tags, as bytes.
enum TagFiles {
  /// Returns the pieces behind one another.
  /// A sum of many arrays takes the compiler too long. This module is compiled without optimisation, in which
  /// `joined` would copy the bytes one by one.
  static func join(_ pieces: [UInt8]...) -> [UInt8] { gather(pieces) }

  static func gather(_ pieces: [[UInt8]]) -> [UInt8] {
    var all: [UInt8] = []
    for piece in pieces { all += piece }
    return all
  }
  static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  static func big(_ value: Int, _ count: Int = 4) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  static func little(_ value: Int, _ count: Int = 4) -> [UInt8] { big(value, count).reversed() }
  static func synchsafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }
  static func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }
  static func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
    gather(text.utf16.map { isBigEndian ? big(Int($0), 2) : little(Int($0), 2) })
  }

  /// Returns a text frame in an encoding of ID3.
  static func frame(_ id: String, _ body: [UInt8], version: Int = 4, encoding: UInt8 = 3, flags: Int = 0) -> [UInt8] {
    let size = body.count + 1
    let head: [UInt8] =
      switch version {
      case 2: big(size, 3)
      case 3: join(big(size), big(flags, 2))
      default: join(synchsafe(size), big(flags, 2))
      }
    return join(ascii(id), head, [encoding], body)
  }

  static func frame(_ id: String, _ text: String, version: Int = 4) -> [UInt8] { frame(id, ascii(text), version: version) }

  static func id3(_ frames: [[UInt8]], version: Int = 4, flags: UInt8 = 0, padding: Int = 0) -> [UInt8] {
    let body = join(gather(frames), zeros(padding))
    return join(ascii("ID3"), [UInt8(version), 0, flags], synchsafe(body.count), body)
  }

  static func ape(_ items: [(name: String, value: [UInt8], flags: Int)]) -> [UInt8] {
    let body = gather(items.map { join(little($0.value.count), little($0.flags), ascii($0.name), [0], $0.value) })
    return join(body, ascii("APETAGEX"), little(2000), little(body.count + 32), little(items.count), zeros(12))
  }

  static func old(_ title: String, _ artist: String, _ album: String, track: UInt8 = 0) -> [UInt8] {
    func field(_ text: String, _ count: Int) -> [UInt8] { Array(join(latin(text), zeros(count)).prefix(count)) }
    return join(ascii("TAG"), field(title, 30), field(artist, 30), field(album, 30), field("1999", 4), field("", 28), [0, track, 12])
  }

  static func comments(_ lines: [String]) -> [UInt8] {
    join(little(4), ascii("none"), little(lines.count), gather(lines.map { join(little($0.utf8.count), ascii($0)) }))
  }

  static func flac(_ lines: [String]) -> [UInt8] {
    let comments = comments(lines)
    return join(ascii("fLaC"), [0], big(34, 3), zeros(34), [0x84], big(comments.count, 3), comments)
  }

  /// Returns pages of one packet each; a long packet spans several pages.
  static func ogg(_ packets: [[UInt8]], serial: Int = 7) -> [UInt8] {
    var pages: [UInt8] = []
    for packet in packets {
      let segments = packet.count / 255 + 1
      for first in stride(from: 0, to: segments, by: 255) {
        let count = min(segments - first, 255)
        var lacing = [UInt8](repeating: 255, count: count)
        if first + count == segments { lacing[count - 1] = UInt8(packet.count % 255) }
        let body = Array(packet[(255 * first)..<min(255 * (first + count), packet.count)])
        pages += join(ascii("OggS"), zeros(10), little(serial), zeros(8), [UInt8(count)], lacing, body)
      }
    }
    return pages
  }

  static func chunk(_ id: String, _ body: [UInt8], isBigEndian: Bool = false) -> [UInt8] {
    join(ascii(id), isBigEndian ? big(body.count) : little(body.count), body, zeros(body.count % 2))
  }

  static func wav(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = join(ascii("WAVE"), gather(chunks))
    return join(ascii("RIFF"), little(body.count), body)
  }

  static func aiff(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = join(ascii("AIFF"), gather(chunks))
    return join(ascii("FORM"), big(body.count), body)
  }
}

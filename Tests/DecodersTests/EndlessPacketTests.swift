import CSndFile
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests of endless packets. A packet of an Ogg file is in memory as a whole, so a packet without an end is not read
/// completely.
@Suite struct EndlessPacketTests {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }

  /// Returns a page with other content and its checksum.
  private func page(_ old: [UInt8], kind: UInt8, granule: Int64, number: Int, lacing: [UInt8], body: [UInt8]) -> [UInt8] {
    func little(_ value: Int64, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var page = Array(old[0..<5]) + [kind]
    page += little(granule, 8)
    page += old[14..<18]
    page += little(Int64(number), 4) + [0, 0, 0, 0]
    page += [UInt8(lacing.count)] + lacing + body
    let sum: UInt32 = Self.table.withUnsafeBufferPointer { table in
      page.withUnsafeBufferPointer { page in
        var sum: UInt32 = 0
        for byte in page { sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
        return sum
      }
    }
    page.replaceSubrange(22..<26, with: little(Int64(sum), 4))
    return page
  }

  /// Writes sound with a huge packet in it. The file has three seconds of sound, a packet of at least this many
  /// bytes, and a page that announces ten more seconds of sound.
  private func write(_ path: String, coding: Int, packet: Int) throws {
    Signals.write(Signals.sine(440, seconds: 3), to: path, format: SF_FORMAT_OGG | coding)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var pages: [[UInt8]] = []
    var place = 0
    while place < whole.count {
      let lacing = whole[place + 27..<place + 27 + Int(whole[place + 26])]
      let end = lacing.endIndex + lacing.reduce(0) { $0 + Int($1) }
      pages.append(Array(whole[place..<end]))
      place = end
    }
    let last = pages.removeLast()
    let (count, granule) = (Int(last[26]), last[6..<14].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) })
    let (lacing, body) = (Array(last[27..<27 + count]), Array(last[(27 + count)...]))
    var file = pages.flatMap { $0 }
    file += page(last, kind: 0, granule: granule, number: pages.count, lacing: lacing, body: body)
    let full = [UInt8](repeating: 255, count: 255)
    let some = [UInt8](repeating: 0, count: 255 * 255)
    let more = packet / some.count + 1
    for number in 1...more {
      file += page(last, kind: number == 1 ? 0 : 1, granule: -1, number: pages.count + number, lacing: full, body: some)
    }
    file += page(last, kind: 4, granule: granule + 480_000, number: pages.count + more + 1, lacing: lacing, body: body)
    try Data(file).write(to: URL(fileURLWithPath: path))
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS]) func `the sound ends where the packet begins`(coding: Int) throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.ogg"
      try write(path, coding: coding, packet: 40 << 20)
      let bytes = Mutex(0)
      let decoder = try #require(
        try Decoded.open(path) { descriptor, buffer, count, place in
          let got = pread(descriptor, buffer, count, place)
          bytes.withLock { $0 += max(0, got) }
          return got
        })
      #expect(decoder.frames > 600_000)
      var count = 0
      while case let part = Decoded.part(of: decoder, 4096), !part.isEmpty { count += part.count }
      #expect(count > 130_000 && count < 200_000, "\(count) frames")
      let read = bytes.withLock { $0 }
      #expect(read < 20 << 20, "\(read) bytes")
      // The decoder stays at its end.
      #expect(Decoded.part(of: decoder, 100).isEmpty && bytes.withLock { $0 } == read)
    }
  }
}

import Foundation
import GestureFlowAPI
import Testing

/// Tests of beginnings of Ogg files that would overload a decoder.
@Suite struct OggHeadTests {
  private let first = TagFiles.join(TagFiles.ascii("\u{1}vorbis"), TagFiles.zeros(23))
  private let setup = TagFiles.join(TagFiles.ascii("\u{5}vorbis"), TagFiles.zeros(3000))
  private let sound = TagFiles.zeros(100)

  private func tags(_ comments: [UInt8]) -> [UInt8] { TagFiles.join(TagFiles.ascii("\u{3}vorbis"), comments, [1]) }

  /// Returns a file with this packet in the place of its comments.
  private func file(_ packet: [UInt8]) -> [UInt8] { TagFiles.ogg([first, packet, setup, sound, sound]) }

  @Test func `a cover of ten megabytes is taken`() {
    let cover = "METADATA_BLOCK_PICTURE=" + String(repeating: "A", count: 10 << 20)
    #expect(OggHead.fault(file(tags(TagFiles.comments(["TITLE=x", cover])))) == nil)
    #expect(OggHead.fault(file(tags(TagFiles.comments((0..<500).map { "A=\($0)" })))) == nil)
  }

  @Test func `a packet beyond sixteen megabytes is not taken`() {
    let heavy = TagFiles.zeros(OggHead.most + 1)
    for packets in [[first, heavy], [first, tags(TagFiles.comments([])), heavy], [first, tags(TagFiles.comments([])), setup, heavy]] {
      let fault = OggHead.fault(TagFiles.ogg(packets))
      #expect(fault?.contains("more than 16 MB") == true)
    }
    // A decoder skips another stream of any size.
    let beside =
      TagFiles.ogg([first], serial: 7) + TagFiles.ogg([heavy], serial: 8) + TagFiles.ogg([tags(TagFiles.comments([])), setup, sound])
    #expect(OggHead.fault(beside) == nil)
    #expect(OggHead.fault(heavy) == nil, "not Ogg")
  }

  /// Four bytes announce 4 million comments. Each one takes memory even if it is empty.
  @Test func `comments without number are not taken`() {
    let many = TagFiles.join(TagFiles.little(0), TagFiles.little(4_000_000), TagFiles.zeros(4000))
    #expect(OggHead.fault(file(tags(many)))?.contains("4000000 comments") == true)
    let opus = TagFiles.ogg([
      TagFiles.join(TagFiles.ascii("OpusHead"), TagFiles.zeros(11)), TagFiles.join(TagFiles.ascii("OpusTags"), many),
    ])
    #expect(OggHead.fault(opus)?.contains("4000000 comments") == true)
    let hidden = TagFiles.join(TagFiles.little(200_000), TagFiles.zeros(200_000), TagFiles.little(4_000_000))
    #expect(OggHead.fault(file(tags(hidden)))?.contains("a name of 200000 bytes") == true)
  }

  @Test func `a part of a file is weighed by itself`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("gf-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (light, heavy) = (file(tags(TagFiles.comments(["TITLE=x"]))), TagFiles.ogg([first, TagFiles.zeros(OggHead.most + 1)]))
    try Data(light + heavy).write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(OggHead.fault(descriptor: descriptor) == nil)
    #expect(OggHead.fault(descriptor: descriptor, part: 0..<light.count) == nil)
    #expect(OggHead.fault(descriptor: descriptor, part: light.count..<light.count + heavy.count)?.contains("more than 16 MB") == true)
  }

  /// The decoder judges damaged files.
  @Test func `truncated or damaged heads are left to the decoder`() {
    let whole = file(tags(TagFiles.comments(["TITLE=x"])))
    for count in stride(from: 0, to: whole.count, by: 7) { #expect(OggHead.fault(Array(whole.prefix(count))) == nil) }
    var seed: UInt64 = 1
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<4 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(seed >> 33) % min(bytes.count, 300)] = UInt8(truncatingIfNeeded: seed >> 20)
      }
      _ = OggHead.fault(bytes)
    }
    #expect(OggHead.fault(whole) == nil)
  }
}

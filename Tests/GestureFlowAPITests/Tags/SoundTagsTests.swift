import Foundation
import GestureFlowAPI
import TestSupport
import Testing

@Suite struct SoundTagsTests {
  private let sound = [UInt8](repeating: 0xAA, count: 1000)

  @Test(arguments: [2, 3, 4]) func `ID3 of each version is read`(version: Int) {
    let names = version == 2 ? ["TT2", "TP1", "TAL", "TRK", "TPA"] : ["TIT2", "TPE1", "TALB", "TRCK", "TPOS"]
    let texts = ["Für Élise", "Mötley Crüe", "Façade", "7/12", "2"]
    let frames = zip(names, texts).map { TagFiles.frame($0, TagFiles.latin($1), version: version, encoding: 0) }
    let tags = SoundTags(TagFiles.id3(frames, version: version, padding: 100) + sound)
    #expect(tags.title == texts[0] && tags.artist == texts[1] && tags.album == texts[2] && tags.track == 7 && tags.disc == 2)
  }

  @Test func `texts are read in each encoding`() {
    func title(_ body: [UInt8], _ encoding: UInt8) -> String? {
      SoundTags(TagFiles.id3([TagFiles.frame("TIT2", body, encoding: encoding)])).title
    }
    let text = "Für “Élise”"
    let (big, little) = (TagFiles.wide(text, isBigEndian: true), TagFiles.wide(text, isBigEndian: false))
    #expect(title([0xFE, 0xFF] + big, 1) == text && title([0xFF, 0xFE] + little, 1) == text && title(big, 2) == text)
    #expect(title(Array(text.utf8), 3) == text)
    #expect(title(Array(text.utf8), 0) == text, "many programs write UTF-8 where Latin-1 is said")
    #expect(title([0x46, 0xFC, 0x72, 0x20, 0x93, 0x78, 0x94], 0) == "Für “x”")
    #expect(title([0x46, 0xFC, 0x72], 3) == "Für", "and the other way round")
    #expect(title(big, 9) == nil)
  }

  @Test func `several values are shown with commas`() {
    let wide = TagFiles.wide("\u{FEFF}A\0\u{FEFF}B", isBigEndian: false)
    let id3 = SoundTags(TagFiles.id3([TagFiles.frame("TPE1", Array("A\0B\0".utf8)), TagFiles.frame("TALB", wide, encoding: 1)]))
    #expect(id3.artist == "A, B" && id3.album == "A, B")
    #expect(SoundTags(TagFiles.flac(["ARTIST=A", "Artist=B", "TITLE=x"])).artist == "A, B")
    #expect(SoundTags(sound + TagFiles.ape([("Artist", Array("A\0B".utf8), 0)])).artist == "A, B")
    let repeated = ["A", "B", ""].map { TagFiles.frame("TPE1", $0, version: 3) } + [TagFiles.frame("TPE1", "C", version: 3)]
    #expect(SoundTags(TagFiles.id3(repeated, version: 3)).artist == "A, B, C")
    #expect(SoundTags(TagFiles.id3([TagFiles.frame("TIT2", "Song"), TagFiles.frame("TIT2", "Song")])).title == "Song")
    #expect(SoundTags(TagFiles.id3([TagFiles.frame("TRCK", "0"), TagFiles.frame("TRCK", "5/9")])).track == 5)
    let frames = (0..<20).map { TagFiles.frame("TPE1", "\($0)") }
    #expect(SoundTags(TagFiles.id3(frames)).artist == (0..<16).map(String.init).joined(separator: ", "))
    let many = SoundTags(TagFiles.flac((0..<100).map { "ARTIST=\(String(repeating: "x", count: 50))\($0)" }))
    #expect((many.artist?.count ?? 0) <= SoundTags.longest)
  }

  @Test func `a free frame counts where its own frame is missing`() {
    let free = [TagFiles.frame("TXXX", "ALBUM\0Free"), TagFiles.frame("TXXX", "Artist\0Free"), TagFiles.frame("TXXX", "other\0x")]
    let tags = SoundTags(TagFiles.id3(free + [TagFiles.frame("TALB", "Own")]))
    #expect(tags.album == "Own" && tags.artist == "Free" && tags.title == nil)
  }

  @Test func `a large cover is passed over, and sizes of another version are seen through`() {
    let cover = TagFiles.frame("APIC", [UInt8](repeating: 0x11, count: 300_000))
    #expect(SoundTags(TagFiles.id3([cover, TagFiles.frame("TIT2", "Song")])).title == "Song")
    // 0x0101 is 257 as four bytes, and 129 as seven bits each.
    let body = [UInt8](repeating: 0x61, count: 256)
    let wrong = TagFiles.join(TagFiles.ascii("TALB"), TagFiles.big(257), [0, 0, 3], body)
    #expect(SoundTags(TagFiles.id3([wrong, TagFiles.frame("TIT2", "Song")])).title == "Song")
  }

  @Test func `frames that cannot be read are passed over`() {
    let frames = [
      TagFiles.frame("TIT2", Array("packed".utf8), flags: 0x08), TagFiles.frame("TPE1", Array("secret".utf8), flags: 0x04),
      TagFiles.frame("TALB", TagFiles.join([0, 0, 6, 3], TagFiles.ascii("Album")), encoding: 0, flags: 0x01),
    ]
    let tags = SoundTags(TagFiles.id3(frames))
    #expect(tags.title == nil && tags.artist == nil && tags.album == "Album", "a length in front is passed over")
    // The size does not include the zeros behind each 0xFF.
    var zeros = TagFiles.frame("TIT2", [0xFF, 0xFE, 0x41, 0x00], version: 3, encoding: 1)
    zeros.insert(0, at: zeros.count - 3)
    #expect(SoundTags(TagFiles.id3([zeros], version: 3, flags: 0x80)).title == "A")
  }

  @Test func `tags at the end fill what is missing`() {
    let ape = TagFiles.ape([("Title", Array("Für Élise".utf8), 0), ("Cover", sound, 2), ("TRACK", Array("3/9".utf8), 0)])
    let old = TagFiles.old("Old", "Mötley Crüe", "Façade", track: 5)
    let both = SoundTags(sound + ape + old)
    #expect(both.title == "Für Élise" && both.artist == "Mötley Crüe" && both.album == "Façade" && both.track == 3)
    #expect(SoundTags(sound + old).track == 5)
    let front = SoundTags(TagFiles.id3([TagFiles.frame("TIT2", "Front")]) + sound + ape)
    #expect(front.title == "Front" && front.track == 3)
  }

  @Test func `chunks of WAV and AIFF are read`() {
    let id3 = TagFiles.id3([TagFiles.frame("TIT2", "Song")])
    let info = TagFiles.chunk(
      "LIST",
      TagFiles.join(
        TagFiles.ascii("INFO"), TagFiles.chunk("INAM", TagFiles.latin("Für Élise\0")), TagFiles.chunk("IART", TagFiles.latin("Crüe"))))
    let wav = SoundTags(TagFiles.wav([TagFiles.chunk("data", sound + [1]), info]))
    #expect(wav.title == "Für Élise" && wav.artist == "Crüe")
    let both = SoundTags(TagFiles.wav([info, TagFiles.chunk("data", sound), TagFiles.chunk("id3 ", id3)]))
    #expect(both.title == "Song" && both.artist == "Crüe", "what ID3 does not say the list says")
    let aiff = SoundTags(
      TagFiles.aiff([
        TagFiles.chunk("NAME", Array("Name".utf8), isBigEndian: true), TagFiles.chunk("AUTH", Array("Author".utf8), isBigEndian: true),
        TagFiles.chunk("ID3 ", id3, isBigEndian: true),
      ]))
    #expect(aiff.title == "Song" && aiff.artist == "Author")
  }

  @Test func `comments of FLAC and Ogg are read`() {
    let lines = ["TITLE=Für Élise", "artist=Crüe", "ALBUM=x=y", "TRACKNUMBER=07", "DISCNUMBER=2/3", "noequals"]
    let flac = SoundTags(TagFiles.flac(lines))
    #expect(flac.title == "Für Élise" && flac.artist == "Crüe" && flac.album == "x=y" && flac.track == 7 && flac.disc == 2)
    let head = TagFiles.id3([TagFiles.frame("TIT2", "Front"), TagFiles.frame("TALB", "Front")])
    let both = SoundTags(head + TagFiles.flac(["TITLE=Own"]))
    #expect(both.title == "Own" && both.album == "Front")
    let long = TagFiles.comments(lines + ["COVER=" + String(repeating: "x", count: 200_000)])
    let film = TagFiles.ogg([Array("\u{80}theora".utf8)], serial: 1)
    let vorbis = TagFiles.ogg([Array("\u{1}vorbis12345678".utf8), Array("\u{3}vorbis".utf8) + long])
    let opus = TagFiles.ogg([Array("OpusHead12345678".utf8), Array("OpusTags".utf8) + TagFiles.comments(lines)])
    for file in [vorbis, film + vorbis, opus] { #expect(SoundTags(file) == flac) }
  }

  @Test(arguments: ["", "0", "A1", "7A", "99999", "999999999999999999999", "-3", "٣"])
  func `a number that no record has is not taken`(_ text: String) {
    #expect(SoundTags(TagFiles.flac(["TRACKNUMBER=" + text, "TITLE=x"])).track == nil)
  }

  @Test func `texts are cleaned`() {
    let tags = SoundTags(TagFiles.flac(["TITLE=a\nb\u{1B}[2J\u{202E}", "ARTIST=\u{200B}", "ALBUM=" + String(repeating: "x", count: 5000)]))
    #expect(tags.title == "a b [2J" && tags.artist == nil && tags.album?.count == SoundTags.longest)
  }

  @Test func `an open file is read where it lies, and its place stays`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/x.flac"
      try Data(TagFiles.flac(["COVER=" + String(repeating: "x", count: 9000), "TITLE=behind"])).write(to: URL(fileURLWithPath: path))
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      #expect(SoundTags(descriptor: descriptor).title == "behind" && lseek(descriptor, 0, SEEK_CUR) == 0)
      #expect(SoundTags(descriptor: -1) == SoundTags())
    }
  }

  /// Tags with damage in every place.
  /// For any numbers in them, the reader stays inside the file and within its memory limits.
  @Test func `mutated tags are read within their limits`() {
    let id3 = TagFiles.id3([TagFiles.frame("TIT2", "Song"), TagFiles.frame("TXXX", "album\0x")], flags: 0x40)
    let seeds = [
      id3 + sound, TagFiles.id3([TagFiles.frame("TT2", "Song", version: 2)], version: 2, flags: 0x80),
      sound + TagFiles.ape([("Title", Array("x".utf8), 0), ("Artist", Array("y".utf8), 0)]) + TagFiles.old("a", "b", "c"),
      TagFiles.flac(["TITLE=a", "ARTIST=b"]),
      TagFiles.ogg([Array("\u{1}vorbis".utf8), Array("\u{3}vorbis".utf8) + TagFiles.comments(["TITLE=a"])]),
      TagFiles.wav([
        TagFiles.chunk("ds64", [UInt8](repeating: 1, count: 28)), TagFiles.chunk("LIST", Array("INFOINAM".utf8) + [1, 0, 0, 0, 65, 0]),
      ]),
      TagFiles.aiff([TagFiles.chunk("NAME", [65], isBigEndian: true), TagFiles.chunk("ID3 ", id3, isBigEndian: true)]),
    ]
    var random = SplitMix(33)
    for _ in 0..<(Ring.isLong ? 10_000 : 300) {
      var bytes = seeds[Int(random.next() % UInt64(seeds.count))]
      for _ in 0...random.next() % 8 {
        let at = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[at] = random.next() % 2 == 0 ? 0xFF : 0
        case 2: bytes.replaceSubrange(at..<min(at + 4, bytes.count), with: [0x7F, 0xFF, 0xFF, 0xFF])
        default: bytes.removeLast(min(bytes.count - 1, Int(random.next() % 64)))
        }
      }
      let tags = SoundTags(bytes)
      #expect([tags.title, tags.artist, tags.album].allSatisfy { ($0?.count ?? 0) <= SoundTags.longest && $0 != "" })
      #expect([tags.track, tags.disc].allSatisfy { $0.map { (1...9999).contains($0) } ?? true })
    }
  }
}

import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Files that libsndfile rejects and ffmpeg reads are offered for import. The list of problems carries the result.
@Suite struct ImportOfferTests {
  private static let offer = "it must be imported before it can be played: run gfctl import, or set library.import = true"

  private func scan(_ root: URL, _ index: LibraryIndex, isImported: @escaping @Sendable (FoundFile) -> Bool = { _ in false }) throws
    -> StickScanner.Outcome
  {
    try StickScanner(stick: "S", root: root.path, index: index, isImported: isImported).run()
  }

  /// Writes a file's first bytes, followed by zeros.
  private func write(_ head: [UInt8], _ path: String) throws {
    try Data(head + [UInt8](repeating: 0, count: 600)).write(to: URL(fileURLWithPath: path))
  }

  private static let signatures: [(head: String, kind: String)] = [
    ("\0\0\0\u{20}ftypM4A ", "MP4"), ("MAC ", "Monkey's Audio"), ("wvpk", "WavPack"), ("TTA1", "True Audio"), ("#!AMR\n", "AMR"),
    ("DSD ", "DSD"),
    ("OggS\0\u{2}" + String(repeating: "\0", count: 20) + "\u{1}\u{13}\u{7F}FLAC", "Ogg FLAC"),
    ("OggS\0\u{2}" + String(repeating: "\0", count: 20) + "\u{1}\u{13}Speex   ", "Speex"),
    ("RIFF\0\0\0\0WAVEfmt \u{12}\0\0\0\u{0}\u{16}", "AAC in WAV"),
  ]

  @Test(arguments: 0..<signatures.count) func `a file under a wrong ending is offered by what it is`(_ place: Int) throws {
    let (head, kind) = Self.signatures[place]
    try Places.withFolder { root in
      try write(Array(head.utf8), root.path + "/song.mp3")
      let index = try LibraryIndex(nil)
      for round in 0..<2 {
        let outcome = try scan(root, index)
        #expect(outcome.importable.map(\.name) == ["song.mp3"] && outcome.problems == 1, "\(kind), scan \(round)")
        #expect(try index.problems(of: "S").map(\.reason) == ["it is \(kind), which cannot be played as it is: \(Self.offer)"])
      }
      // With a copy, nothing is reported.
      let outcome = try scan(root, index) { _ in true }
      #expect(try outcome.importable.isEmpty && outcome.problems == 0 && index.problems(of: "S").isEmpty)
    }
  }

  @Test func `FLAC of an unsupported width is reported with the width`() throws {
    try Places.withFolder { root in
      // The width minus one spans two bytes: 31 is one bit in the first and four in the second.
      var head = Array("fLaC".utf8) + [0, 0, 0, 34]
      head += [UInt8](repeating: 0, count: 12) + [0x01, 0xF0]
      try write(head, root.path + "/song.flac")
      let index = try LibraryIndex(nil)
      _ = try scan(root, index)
      #expect(try index.problems(of: "S").first?.reason.hasPrefix("it is FLAC of 32 bit, ") == true)
    }
  }

  @Test func `a kind that nothing reads is not offered`() throws {
    try Places.withFolder { root in
      try write(Array("MThd".utf8), root.path + "/song.mp3")
      try write(Array("dear diary".utf8), root.path + "/diary.wav")
      let index = try LibraryIndex(nil)
      #expect(try scan(root, index).importable.isEmpty)
      #expect(
        try index.problems(of: "S").map(\.reason) == [
          "it is not a sound file that can be played: its content is not music", "it is a MIDI file, which contains notes but no sound",
        ])
    }
  }

  @Test func `no music is passed over without a word for its ending`() throws {
    try Places.withFolder { root in
      try write(Array("fLaC".utf8), root.path + "/a.fla")
      try write(Array("ID3\u{3}\0\0\0\0\0\0".utf8), root.path + "/b")
      for name in ["c.mid", "d.wpl", "e.tta"] { try write([1], root.path + "/" + name) }
      for name in ["README", "f.jpg", "g.xyz"] { try write(Array("no music".utf8), root.path + "/" + name) }
      // A UTF-16 text whose byte order mark looks like an MPEG frame.
      try write([0xFF, 0xFE, 0x41, 0], root.path + "/h.srx")
      try FileManager.default.createSymbolicLink(atPath: root.path + "/link.xyz", withDestinationPath: root.path + "/README")
      let index = try LibraryIndex(nil)
      #expect(try scan(root, index).importable.map(\.name) == ["e.tta"])
      let told = try index.problems(of: "S").map { $0.relative + ": " + $0.reason }
      #expect(
        told == [
          "a.fla: its extension '.fla' is not that of a music file, and it seems to be FLAC: give it the right extension",
          "b: its name has no extension, and it seems to be MP3: give it the right extension",
          "c.mid: a MIDI file contains notes but no sound",
          "d.wpl: this kind of playlist is not supported: save it as .m3u8", "e.tta: \(Self.offer)",
        ])
    }
  }

  @Test func `the result of an import is kept until the file changes`() throws {
    try Places.withFolder { root in
      try write([1], root.path + "/film.mp4")
      try write(Array("MAC ".utf8), root.path + "/song.mp3")
      let index = try LibraryIndex(nil)
      _ = try scan(root, index)
      for name in ["film.mp4", "song.mp3"] { try index.settle(name, of: "S", root: root.path, .failed("it contains no sound")) }
      let failed = ["its import failed: it contains no sound", "its import failed: it contains no sound"]
      #expect(try index.problems(of: "S").map(\.reason) == failed)
      // This stays the same. A request to import all retries it.
      #expect(try scan(root, index).importable.count == 2)
      #expect(try index.problems(of: "S").map(\.reason) == failed)
      try write([1, 2], root.path + "/film.mp4")
      _ = try scan(root, index)
      #expect(try index.problems(of: "S").map(\.reason).first == Self.offer)
      for name in ["film.mp4", "song.mp3"] { try index.settle(name, of: "S", root: root.path, .done("/copy")) }
      #expect(try index.problems(of: "S").isEmpty)
    }
  }

  @Test func `an import says nothing of a track that plays, and nothing of a file that is gone`() throws {
    try Places.withFolder { root in
      try Music.write(root.appendingPathComponent("a.wav"), seconds: 0.05)
      let index = try LibraryIndex(nil)
      _ = try scan(root, index)
      try index.settle("a.wav", of: "S", root: root.path, .failed("x"))
      try index.settle("a.wav", of: "S", root: root.path, .done("x"))
      try index.settle("gone.mp4", of: "S", root: root.path, .failed("x"))
      #expect(try index.problems(of: "S").isEmpty && index.tracks(of: "S").count == 1)
    }
  }

  @Test func `the library's list of problems changes when an import ends`() throws {
    try Places.withFolder { root in
      let stick = root.appendingPathComponent("stick")
      try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: true)
      // ffmpeg finds no sound in it.
      try write(Array("MAC ".utf8), stick.path + "/song.mp3")
      var settings = MusicLibrary.Settings()
      settings.mountRoot = root.path + "/none"
      settings.folders = [stick.path]
      settings.importFolder = root.path + "/imports"
      let library = MusicLibrary(settings, index: try LibraryIndex(nil), table: { "" }) { _ in }
      library.start()
      defer { library.stop() }
      #expect(waitUntil { library.sticks.first { $0.id == stick.path }?.isWhole == true })
      library.importer?.add(stick.path + "/song.mp3")
      #expect(
        waitUntil { (try? library.problems().first?.reason.hasPrefix("its import failed: ")) == true },
        "\(String(describing: try? library.problems()))")
    }
  }

  @Test func `mutated heads are reported or not, and nothing more`() throws {
    var random = SplitMix(34)
    try Places.withFolder { root in
      let path = root.path + "/song.mp3"
      for _ in 0..<(Ring.isLong ? 10_000 : 100) {
        let seed = Self.signatures[Int(random.next() % UInt64(Self.signatures.count))]
        try Music.mutate(Data(seed.head.utf8) + Data(count: 30), &random).write(to: URL(fileURLWithPath: path))
        do throws(TrackRefusal) {
          _ = try TrackProbe.look(path, size: 1)
        } catch {
          #expect(error.canBeImported == error.description.hasSuffix(Self.offer), "\(error)")
        }
      }
    }
  }
}

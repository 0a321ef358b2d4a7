import Foundation
import Sound
import TestSupport
import Testing

/// Tests of MP3 as tracks of a deck: true lengths, and no false report of damage.
@Suite struct MPEGTrackTests {
  /// Returns the length of a file in seconds, and the file after its end.
  private func read(_ path: String) throws -> (seconds: Double, file: SoundFile) {
    let file = try SoundFile(path)
    var (chunk, total) = ([Float](repeating: 0, count: 8192), 0)
    while true {
      let got = chunk.withUnsafeMutableBufferPointer { file.read($0.baseAddress!, count: 4096) }
      total += got
      if got < 4096 { return (Double(total) / 48_000, file) }
    }
  }

  @Test func `a track without a length in its header is whole, and nothing is reported`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.mp3"
      for options in [["-b:a", "128k"], ["-q:a", "6"]] {
        let data = try EncodedSound.make(seconds: 5, noise: true, options + ["-write_xing", "0"])
        try (Data(count: 900) + data + Data(count: 3000)).write(to: URL(fileURLWithPath: path))
        let (seconds, file) = try read(path)
        let length = try #require(file.length)
        #expect(abs(seconds - Double(length) / 48_000) < 0.05 && abs(seconds - 5) < 0.15, "\(seconds) s")
        #expect(file.earlyEnd == nil && file.loss == nil && !file.hasHoles)
      }
      let offline = OfflineRenderer(Playlist(files: [path]))
      offline.render(until: 12) { _ in }
      #expect(offline.deck.problems.isEmpty && offline.deck.state.starved == 0, "\(offline.deck.problems)")
      #expect(abs((offline.deck.now?.length ?? 0) - 5) < 0.15)
    }
  }

  @Test func `the loss by damage is reported once, and the next track follows`() throws {
    try Places.withFolder { folder in
      let (path, next) = (folder.path + "/a.mp3", folder.path + "/b.wav")
      var data = try EncodedSound.make(seconds: 8, ["-b:a", "128k"])
      // Zeros two of eight seconds.
      data.replaceSubrange(data.count / 2..<data.count / 2 + 32_000, with: Data(count: 32_000))
      try data.write(to: URL(fileURLWithPath: path))
      Signals.write(Signals.sine(220, seconds: 10), to: next)
      let (seconds, file) = try read(path)
      #expect(seconds > 5.8 && seconds < 6.1 && file.earlyEnd == nil && file.hasHoles)
      let loss = try #require(file.loss)
      #expect(["it is damaged: 2.0 s of its sound are lost", "it is damaged: 2.1 s of its sound are lost"].contains(loss), "\(loss)")
      let offline = OfflineRenderer(Playlist(files: [path, next]))
      offline.render(until: 8) { _ in }
      #expect(offline.deck.problems.map(\.reason) == [loss] && offline.deck.now?.item == .file(next))
    }
  }

  @Test func `a track that is cut off says where`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.mp3"
      let data = try EncodedSound.make(seconds: 20, ["-b:a", "128k"])
      try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
      let (seconds, file) = try read(path)
      let (length, loss) = (try #require(file.length), try #require(file.loss))
      #expect(abs(Double(length) / 48_000 - seconds) < 0.05 && abs(seconds - 10) < 0.2 && file.earlyEnd == nil, "\(seconds) s of \(length)")
      #expect(loss.hasPrefix("its sound ends at 0:") && loss.hasSuffix(" of 0:20: it is cut off there"), "\(loss)")
    }
  }

  @Test func `mono goes to both sides`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.mp3"
      try EncodedSound.make(seconds: 1, ["-b:a", "64k", "-ac", "1"]).write(to: URL(fileURLWithPath: path))
      let file = try SoundFile(path)
      var sound = [Float](repeating: 0, count: 40_000)
      #expect(file.channels == 1 && file.read(&sound, count: 20_000) == 20_000)
      #expect(stride(from: 0, to: sound.count, by: 2).allSatisfy { sound[$0] == sound[$0 + 1] })
      #expect(abs(Signals.frequency(stride(from: 4000, to: sound.count, by: 2).map { sound[$0] }[...]) - 440) < 0.5)
    }
  }
}

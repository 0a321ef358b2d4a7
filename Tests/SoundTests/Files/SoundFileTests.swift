import CSndFile
import Foundation
import Sound
import TestSupport
import Testing

/// Tests of users' files: other rates, mono, damaged, or none.
@Suite struct SoundFileTests {
  private func readAll(_ file: SoundFile) -> [Float] {
    var all: [Float] = []
    var chunk = [Float](repeating: 0, count: 2048)
    while true {
      let n = chunk.withUnsafeMutableBufferPointer { file.read($0.baseAddress!, count: 1024) }
      all += chunk[..<(2 * n)]
      if n < 1024 { break }
    }
    while true {
      let n = chunk.withUnsafeMutableBufferPointer { file.drain($0.baseAddress!, count: 1024) }
      if n == 0 { return all }
      all += chunk[..<(2 * n)]
    }
  }

  @Test(arguments: [8000, 22_050, 44_100, 48_000, 96_000, 192_000])
  func `every rate comes out right`(rate: Int) throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("r.wav").path
      Signals.write(Signals.sine(440, seconds: 2, rate: Double(rate)), to: path, rate: rate)
      let file = try SoundFile(path)
      let all = readAll(file)
      #expect(abs(all.count / 2 - 96_000) < 100, "\(all.count / 2) frames")
      #expect(file.length.map { abs($0 - 96_000) < 3 } ?? false)
      let left = stride(from: 0, to: all.count, by: 2).map { all[$0] }
      #expect(abs(Signals.frequency(left[10_000..<80_000]) - 440) < 0.02)
    }
  }

  @Test(arguments: [
    SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS, SF_FORMAT_AIFF | SF_FORMAT_PCM_24,
  ])
  func `formats are read`(format: Int) throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("sound").path
      Signals.write(Signals.sine(440, seconds: 1), to: path, format: format)
      let all = readAll(try SoundFile(path))
      let left = stride(from: 0, to: all.count, by: 2).map { all[$0] }
      #expect(abs(Signals.frequency(left[10_000..<40_000]) - 440) < 0.5)
    }
  }

  @Test func `mono goes to both sides and many channels to two`() throws {
    try Places.withFolder { folder in
      let mono = folder.appendingPathComponent("m.wav").path
      Signals.write((0..<4800).map { Float($0) / 9600 }, to: mono, channels: 1)
      let a = readAll(try SoundFile(mono))
      #expect(stride(from: 0, to: a.count, by: 2).allSatisfy { a[$0] == a[$0 + 1] })
      let six = folder.appendingPathComponent("six.wav").path
      Signals.write((0..<6000).map { Float($0 % 6) / 10 }, to: six, channels: 6)
      let b = readAll(try SoundFile(six))
      // Left, right, centre, bass, surround left and right are 0 to 0.5 in steps of 0.1.
      #expect(b.count == 2000 && abs(b[0] - 0.6 * 0.70711) < 1e-5 && abs(b[1] - (0.1 + 0.7 * 0.70711)) < 1e-5)
    }
  }

  private func problem(_ path: String) -> String {
    do {
      _ = try SoundFile(path)
      return ""
    } catch { return "\(error)" }
  }

  @Test func `bad files are named with the reason`() throws {
    try Places.withFolder { folder in
      func make(_ name: String, _ data: Data) -> String {
        let path = folder.appendingPathComponent(name)
        try? data.write(to: path)
        return path.path
      }
      #expect(problem(folder.appendingPathComponent("none.wav").path).contains("there is no such file"))
      #expect(problem(make("zero.wav", Data())).contains("0 bytes"))
      #expect(problem(make("text.wav", Data("dear diary, this is not music".utf8))).contains("not a sound file that can be played"))
      #expect(problem(folder.path).contains("folder"))
      let good = folder.appendingPathComponent("good.flac").path
      Signals.write(Signals.sine(440, seconds: 2), to: good, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      let half = make("half.flac", try Data(contentsOf: URL(fileURLWithPath: good)).prefix(20_000))
      // A cut-off file plays to its last sample.
      let all = readAll(try SoundFile(half))
      #expect(all.count / 2 < 90_000 && all.count / 2 > 1000)
      #expect(problem(make("header.wav", Data([0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0]))).contains("header.wav"))
    }
  }

  @Test func `bad tracks are skipped and the rest plays`() throws {
    try Places.withFolder { folder in
      let text = folder.appendingPathComponent("text.wav").path
      try Data("no music".utf8).write(to: URL(fileURLWithPath: text))
      let good = folder.appendingPathComponent("good.wav").path
      Signals.write(Signals.sine(440, seconds: 2), to: good)
      let player = OfflineRenderer(Playlist(files: [text, good]))
      var out: [Float] = []
      player.render(until: 1) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      #expect(abs(Signals.frequency(out.suffix(20_000)) - 440) < 0.1)
      #expect(player.deck.problems.map(\.path) == [text])
      // Without a playable file the built-in piece plays.
      let hopeless = OfflineRenderer(Playlist(files: [text]))
      out = []
      hopeless.render(until: 1) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      #expect(Signals.level(out.suffix(20_000)) > 0.01)
    }
  }

  @Test func `the built-in piece is the same from anywhere`() {
    let piece = BuiltinPiece()
    var whole = [Float](repeating: 0, count: Int(BuiltinPiece.frames) * 2)
    let n = whole.withUnsafeMutableBufferPointer { piece.read($0.baseAddress!, count: Int(BuiltinPiece.frames)) }
    #expect(n == Int(BuiltinPiece.frames) && n >= 30 * 48_000)
    #expect(Signals.level(whole[...]) > 0.01)
    for start in [2_234_567, 1000, 500_001] {
      piece.seek(to: Int64(start))
      var part = [Float](repeating: 0, count: 2000)
      _ = part.withUnsafeMutableBufferPointer { piece.read($0.baseAddress!, count: 1000) }
      #expect(part == Array(whole[(start * 2)..<(start * 2 + 2000)]))
    }
  }
}

import Foundation
import Sound
import TestSupport
import Testing

/// Tests of a written WAV file as other programs see it.
@Suite struct WAVFileTests {
  /// The file must not become RF64, the form for more than 4 GiB, which few programs read.
  @Test func `a file of ordinary length is a plain WAV file`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("a.wav").path
      do {
        let file = try WAVFile(path)
        let sound = [Float](repeating: 0.25, count: 9600)
        for _ in 0..<10 {
          let isWritten = sound.withUnsafeBufferPointer { file.write($0.baseAddress!, frames: 4800) }
          #expect(isWritten)
        }
      }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.prefix(4) == Data("RIFF".utf8) && bytes.dropFirst(8).prefix(4) == Data("WAVE".utf8))
      let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(size == bytes.count - 8)
      let file = try SoundFile(path)
      #expect(file.length == 48_000 && file.rate == 48_000 && file.channels == 2)
    }
  }
}

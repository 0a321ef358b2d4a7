import Foundation
import TestSupport
import Testing

/// Tests that the decoder writes nothing. Its messages would fill the journal.
@Suite struct QuietTests {
  /// Returns the text on standard error during `body`. No other part of the process writes the decoder's name
  /// meanwhile.
  private func errors(_ body: () throws -> Void) throws -> String {
    try Places.withFolder { folder in
      let path = folder.path + "/errors"
      let (file, before) = (open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600), dup(2))
      #expect(file >= 0 && before >= 0 && dup2(file, 2) == 2)
      defer {
        dup2(before, 2)
        close(before)
        close(file)
      }
      try body()
      return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
  }

  @Test func `damaged files leave nothing on standard error`() throws {
    let sound = try EncodedSound.make(seconds: 2, ["-b:a", "96k"])
    let cut = sound.count / 2
    let noise = Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3) })
    let text = try errors {
      let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x64]
      let damaged: [Data] = [
        sound.prefix(cut) + noise + sound.suffix(cut - 3000), Data(count: 70_000) + sound, sound + Data(repeating: 0xFF, count: 100_000),
        sound.prefix(900), Data(repeating: 0xFF, count: 70_000), Data(header) + Data(count: 70_000),
      ]
      for data in damaged { _ = try Decoded.read(data) }
    }
    let lines = text.split(separator: "\n").filter { $0.contains("mpg123") || $0.contains("MPEG") || $0.contains("stereo boundary") }
    #expect(lines.isEmpty, "\(lines)")
  }
}

import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the title of a track: by its tag, else by its file, in one clean line.
@Suite struct TitleTests {
  @Test func `titles are cleaned where they come in`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/file\u{1B}[31m\nname.wav"
      TaggedSound.write(path, title: "Song\nWATCHDOG=trigger\u{202E}")
      let tagged = try SoundFile(path).title
      #expect(tagged == "Song WATCHDOG=trigger")
      TaggedSound.write(path, title: "\u{200B}\n")
      let untagged = try SoundFile(path).title
      #expect(untagged == "file [31m name", "a tag without a visible character is ignored")
      TaggedSound.write(path, title: String(repeating: "long ", count: 200))
      let long = try SoundFile(path).title
      #expect(long.count <= 300)
    }
  }
}

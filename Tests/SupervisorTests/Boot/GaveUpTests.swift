import Foundation
import Panel
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of the LED of a box that has given up. The box drives it only when the line is certain.
@Suite struct GaveUpTests {
  /// Returns the lines that the box drives.
  /// - Parameters:
  ///   - text: the owner's configuration text; nil without a file.
  ///   - before: the last good configuration text; nil without a file.
  private func lines(_ text: String?, before: String? = nil) throws -> PanelLoop.Lines? {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflow.toml")
      if let before {
        try Data(before.utf8).write(to: file)
        let store = ConfigStore(files: [file.path], stateFolder: folder.path)
        #expect(store.errors.isEmpty)
        store.prove()
        unlink(file.path)
      }
      let kept = FileManager.default.contents(atPath: folder.path + "/configuration.good.toml")
      if let text { try Data(text.utf8).write(to: file) }
      let store = ConfigStore(files: [file.path], stateFolder: folder.path)
      let now = FileManager.default.contents(atPath: folder.path + "/configuration.good.toml")
      #expect(now == kept, "it only reads")
      return GaveUp.lines(store)
    }
  }

  @Test func `a box with a panel shows it on its own line`() throws {
    #expect(try lines(nil)?.leds == [.status: "GPIO25"])
    #expect(try lines("[panel]\nled-status = \"GPIO9\"\n")?.leds == [.status: "GPIO9"])
    #expect(try lines("[panel]\nled-status = \"GPIO9\"\n")?.buttons.isEmpty == true)
  }

  @Test func `a panel that is off is left alone`() throws {
    #expect(try lines("[panel]\nenabled = false\n") == nil)
    #expect(try lines("[panel]\nled-status = \"\"\n") == nil)
  }

  @Test func `a file with an error is replaced by what was good last`() throws {
    let wrong = "[panel]\nno-such-key = 1\n"
    #expect(try lines(wrong, before: "[panel]\nled-status = \"GPIO9\"\n")?.leds == [.status: "GPIO9"])
    #expect(try lines(wrong, before: "[panel]\nenabled = false\n") == nil)
  }

  /// The owner's setting is unreadable. Other hardware may be connected to the default lines.
  @Test func `without anything good nothing is driven`() throws {
    #expect(try lines("[panel]\nenabled = false\nno-such-key = 1\n") == nil)
    #expect(try lines("[panel]\nno-such-key = 1\n") == nil)
  }

  @Test func `a wrong change of a running box keeps what was good`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflow.toml")
      let store = ConfigStore(files: [file.path], stateFolder: nil)
      #expect(store.isGood)
      try Data("[panel]\nno-such-key = 1\n".utf8).write(to: file)
      #expect(!store.load(isReload: true).isEmpty && store.isGood)
      #expect(!ConfigStore(files: [file.path], stateFolder: nil).isGood)
    }
  }
}

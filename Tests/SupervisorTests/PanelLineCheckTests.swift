import Foundation
import GestureFlowAPI
import Supervisor
import TestSupport
import Testing

/// One name of a GPIO line for two uses is told where it stands, and is not used.
@Suite struct PanelLineCheckTests {
  @Test func `the defaults and the keys have a line for each use`() {
    #expect(Configuration().doubledLine == nil)
    #expect(Configuration.lineKeys.count == 13)
  }

  @Test func `two uses of one line are an error with its place`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflow.toml")
      // The button's line has its default.
      try Data("[panel]\n# one more LED\nled-hands = \"GPIO17\"\n".utf8).write(to: file)
      let store = ConfigStore(files: [file.path], stateFolder: nil)
      let error = try #require(store.errors.first)
      #expect(error.line == 3 && error.key == "panel.led-hands", "\(error)")
      #expect(error.text.contains("'GPIO17' is that of panel.button-play already"))
      #expect(store.configuration == Configuration(), "nothing of it is used")
    }
  }

  @Test func `what is not there shares nothing`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflow.toml")
      for text in ["led-hands = \"\"\nled-track = \"\"", "enabled = false\nled-hands = \"GPIO17\""] {
        try Data("[panel]\n\(text)\n".utf8).write(to: file)
        #expect(ConfigStore(files: [file.path], stateFolder: nil).errors.isEmpty, "\(text)")
      }
    }
  }

  @Test func `a file above may give one of both another line`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (below, above) = (folder.appendingPathComponent("a.toml"), folder.appendingPathComponent("b.toml"))
      try Data("[panel]\nled-hands = \"GPIO17\"\n".utf8).write(to: below)
      try Data("[panel]\nbutton-play = \"GPIO24\"\n".utf8).write(to: above)
      let store = ConfigStore(files: [below.path, above.path], stateFolder: nil)
      #expect(store.errors.isEmpty && store.configuration.buttonPlay == "GPIO24")
    }
  }

  @Test func `a change that would share a line is refused and writes nothing`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (below, own) = (folder.appendingPathComponent("a.toml"), folder.appendingPathComponent("b.toml"))
      try Data("[panel]\nled-hands = \"GPIO2\"\n".utf8).write(to: below)
      let store = ConfigStore(files: [below.path, own.path], own: own.path, stateFolder: nil)
      let problem = #expect(throws: Problem.self) { try store.set("panel.led-track", to: "\"GPIO2\"") }
      #expect(problem?.detail.contains("panel.led-hands") == true)
      #expect(!FileManager.default.fileExists(atPath: own.path) && store.errors.isEmpty)
      try store.set("panel.led-track", to: "\"GPIO3\"")
      #expect(store.configuration.ledTrack == "GPIO3")
    }
  }
}

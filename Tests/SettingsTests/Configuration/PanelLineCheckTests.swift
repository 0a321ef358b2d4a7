import Foundation
import GestureFlowAPI
import Settings
import TestSupport
import Testing

/// A GPIO line with two uses is reported with its position and not used.
@Suite struct PanelLineCheckTests {
  @Test func `the defaults and the keys have a line for each use`() {
    #expect(Configuration().doubledLines.isEmpty)
    #expect(Configuration.lineKeys.count == 13)
  }

  @Test func `two uses of one line are an error with its place`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflow.toml")
      // The button's line is the default.
      try Data("[panel]\n# one more LED\nled-hands = \"GPIO17\"\n".utf8).write(to: file)
      let store = ConfigStore(files: [file.path], stateFolder: nil)
      let error = try #require(store.errors.first)
      #expect(error.line == 3 && error.key == "panel.led-hands", "\(error)")
      #expect(error.text.contains("panel.button-play already uses line 'GPIO17'"))
      #expect(store.configuration == Configuration(), "nothing of it is used")
    }
  }

  @Test func `an unused line is not shared`() throws {
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

  /// Files of an older package or of another editor. Three names share a line, and two share another one.
  private func broken(_ folder: URL) throws -> ConfigStore {
    let own = folder.appendingPathComponent("own.toml")
    let lines =
      ["button-next", "led-hands", "led-status"].map { "\($0) = \"GPIO2\"" } + ["led-track", "button-prev"].map { "\($0) = \"GPIO3\"" }
    try Data(("[panel]\n" + lines.joined(separator: "\n") + "\n").utf8).write(to: own)
    return ConfigStore(files: [own.path], stateFolder: nil)
  }

  @Test func `each doubled line is reported`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = try broken(folder)
      #expect(store.errors.count == 3 && Set(store.errors.compactMap(\.line)).count == 3, "\(store.errors)")
    }
  }

  @Test func `several doubled lines are mended one key at a time`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = try broken(folder)
      try store.set("panel.button-next", to: "\"GPIO8\"")
      #expect(store.errors.count == 2 && store.configuration == Configuration(), "the rest is still wrong")
      try store.set("panel.led-track", to: "\"\"")
      #expect(store.errors.count == 1)
      try store.set("panel.led-hands", to: "\"GPIO7\"")
      #expect(store.errors.isEmpty && store.configuration.buttonNext == "GPIO8" && store.configuration.ledHands == "GPIO7")
    }
  }

  @Test func `a change that doubles one more line is refused among doubled ones`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = try broken(folder)
      let before = FileManager.default.contents(atPath: store.ownFile)
      for (key, value) in [("panel.button-tier", "\"GPIO2\""), ("panel.led-hands", "\"GPIO3\""), ("panel.led-hands", "\"GPIO2\"")] {
        #expect(throws: Problem.self, "\(key)") { try store.set(key, to: value) }
      }
      #expect(FileManager.default.contents(atPath: store.ownFile) == before)
    }
  }

  @Test func `a panel is not switched on over doubled lines`() throws {
    try Places.withFolder { (folder: URL) throws in
      let own = folder.appendingPathComponent("own.toml")
      try Data("[panel]\nenabled = false\nled-hands = \"GPIO17\"\n".utf8).write(to: own)
      let store = ConfigStore(files: [own.path], stateFolder: nil)
      #expect(store.errors.isEmpty)
      #expect(throws: Problem.self) { try store.set("panel.enabled", to: "true") }
      // A panel that is enabled on top of these lines can be switched off.
      try Data("[panel]\nenabled = true\nled-hands = \"GPIO17\"\n".utf8).write(to: own)
      let wrong = ConfigStore(files: [own.path], stateFolder: nil)
      #expect(!wrong.errors.isEmpty)
      try wrong.set("panel.enabled", to: "false")
      #expect(wrong.errors.isEmpty && !wrong.configuration.panelEnabled)
    }
  }
}

import Foundation
import GestureFlowAPI
import Settings
import TestSupport
import Testing

/// Tests of keys that return to their defaults.
@Suite struct ConfigUnsetTests {
  private func problem(_ body: () throws(Problem) -> Void) -> Problem? {
    do throws(Problem) { try body() } catch { return error }
    return nil
  }

  private func without(_ key: String, _ text: String) throws -> String { try ConfigFile.removing(key, from: text, file: "f") }

  @Test func `a key is taken out and comments stay`() throws {
    let text = "# mine\n[camera]\n# fast\nrate = 40 # a remark\nwidth = 320\n\n[player]\nremember = false\n"
    #expect(try without("camera.rate", text) == "# mine\n[camera]\n# fast\nwidth = 320\n\n[player]\nremember = false\n")
    #expect(try without("player.remember", text) == "# mine\n[camera]\n# fast\nrate = 40 # a remark\nwidth = 320\n\n[player]\n")
    #expect(try without("camera.height", text) == text && without("osc.target", "") == "")
  }

  @Test func `a list over several lines goes as a whole`() throws {
    let text = "[library]\nfolders = [\n  \"/a\", # one\n  \"/b\",\n]\nimport = false\n"
    #expect(try without("library.folders", text) == "[library]\nimport = false\n")
  }

  @Test func `a bad value of the key itself can be taken out`() throws {
    #expect(try without("camera.rate", "[camera]\nrate = 6000\n") == "[camera]\n")
  }

  @Test func `no other key goes with it`() {
    for text in [
      // Another key has a bad value, too.
      "[camera]\nrate = 6000\nwidth = 320\n[player]\nauto-pause = 3\nremember = false\n",
      // The table is written in one line.
      "camera = { rate = 30, width = 640 }\n",
    ] {
      #expect(problem { () throws(Problem) in _ = try ConfigFile.removing("camera.rate", from: text, file: "f") }?.status == 400, "\(text)")
    }
  }

  @Test func `a file with a byte order mark loses the key, too`() throws {
    #expect(try !without("camera.rate", "\u{FEFF}[camera]\nrate = 40\n").contains("rate"))
  }

  @Test func `bad requests are refused and name the reason`() {
    for (key, text) in [
      ("camera.none", ""), ("", ""), ("camera", "[camera]\n"), ("camera.rate", "[camera\n"),
      ("camera.rate", "[camera]\nwidth = 9\nrate = 30\n"),
      ("camera.rate", "camera = { rate = 30 }\nx = [\n"),
    ] {
      #expect(problem { () throws(Problem) in _ = try ConfigFile.removing(key, from: text, file: "f") }?.status == 400, "\(key) \(text)")
    }
  }

  @Test func `the box's own file loses the key and the default applies`() throws {
    try Places.withFolder { folder in
      let (owner, own) = (folder.appendingPathComponent("etc.toml"), folder.appendingPathComponent("own.toml"))
      try "[camera]\nwidth = 320\n".write(to: owner, atomically: true, encoding: .utf8)
      try "# mine\n[player]\nremember = false\n[camera]\nwidth = 800\n".write(to: own, atomically: true, encoding: .utf8)
      let store = ConfigStore(files: [owner.path, own.path], own: own.path, stateFolder: nil)
      #expect(try store.set("player.remember", to: nil, isDry: true) && !store.configuration.remember)
      #expect(try store.set("player.remember", to: nil) && store.configuration.remember)
      #expect(try !store.set("player.remember", to: nil), "it has its default already")
      #expect(try store.set("camera.width", to: nil) && store.configuration.cameraWidth == 320, "the owner's file counts again")
      let other = problem { () throws(Problem) in try store.set("camera.width", to: nil) }
      #expect(other?.detail == "\(owner.path) sets camera.width: change it there")
      #expect(try String(contentsOf: own, encoding: .utf8) == "# mine\n[player]\n[camera]\n")
    }
  }
}

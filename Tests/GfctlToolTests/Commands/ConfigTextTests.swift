import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import Testing

/// The configuration in words, and in an editor.
@Suite struct ConfigTextTests {
  private static let entries = [
    ConfigEntry(
      key: "camera.rate", value: "30", defaultValue: "\"auto\"", allowed: "\"auto\" or a whole number from 5 to 120", live: false),
    ConfigEntry(key: "camera.mirror", value: "true", defaultValue: "true", allowed: "true or false", live: true),
    ConfigEntry(key: "gestures.peace", value: "\"next\"", defaultValue: "\"next\"", allowed: "one of \"next\", \"togglePlay\"", live: true),
    ConfigEntry(key: "camera.late", value: "1", defaultValue: "1", allowed: "a number", live: true),
    ConfigEntry(key: "library.folders", value: "[\"/a\\\"b\"]", defaultValue: "[]", allowed: "a list of folders", live: true),
  ]

  private func changes(_ replacing: String, _ with: String) throws -> [ConfigChange] {
    try ConfigText.changes(in: ConfigText.text(of: Self.entries).replacing(replacing, with: with), of: Self.entries)
  }

  @Test func `only changed values are sent`() throws {
    #expect(try changes("nothing", "").isEmpty)
    for (old, new, key, value) in [
      ("rate = 30", "rate = 25", "camera.rate", "25"), ("rate = 30", "rate = \"auto\"", "camera.rate", "\"auto\""),
      ("mirror = true", "mirror = false", "camera.mirror", "false"),
      ("[\"/a\\\"b\"]", "[\"/x\",\n\"/y\\\\z\"]", "library.folders", "[\"/x\", \"/y\\\\z\"]"),
    ] {
      let found = try changes(old, new)
      #expect(found.map(\.key) == [key] && found.map(\.value) == [value], "\(found)")
    }
    #expect(try changes("mirror = true\n", "").isEmpty, "a line that is gone changes nothing")
    #expect(try changes("rate = 30", "rate   =  30.0").isEmpty, "the same value in another form")
  }

  @Test(arguments: [
    ("rate = 30", "rat = 30", "did you mean 'camera.rate'?"), ("rate = 30", "rate = = 30", "line"),
    ("[camera]", "[camra]", "there is no key 'camra"),
    ("rate = 30", "rate = \"", "line"), ("# Settings", "rate = 1 # Settings", "below its [section]"),
  ])
  func `mistakes are reported with their line`(old: String, new: String, told: String) {
    let failure = #expect(throws: Failure.self) { try changes(old, new) }
    #expect(failure?.description.contains("line ") == true && failure?.description.contains(told) == true, "\(String(describing: failure))")
  }

  @Test func `after a rejection the former keys have their old values`() {
    struct Rejected: Error {}
    var sent: [String] = []
    let wanted = [
      ConfigChange(key: "camera.rate", value: "25"), ConfigChange(key: "camera.mirror", value: "false"),
      ConfigChange(key: "gestures.peace", value: "\"x\""),
    ]
    #expect(throws: Rejected.self) {
      try ConfigText.apply(wanted, Self.entries) { key, value in
        sent.append("\(key)=\(value)")
        if key == "gestures.peace" { throw Rejected() }
        return "in use"
      }
    }
    #expect(sent == ["camera.rate=25", "camera.mirror=false", "gestures.peace=\"x\"", "camera.mirror=true", "camera.rate=30"])
    #expect((try? ConfigText.apply(wanted, Self.entries) { _, _ in "in use" })?.first == "camera.rate: in use")
  }

  @Test func `keys and their values in words`() throws {
    #expect(ConfigWords.line(of: Self.entries[0]) == "camera.rate              30   (default \"auto\")")
    #expect(
      ConfigWords.choices(of: Self.entries[1]) == ["true", "false"] && ConfigWords.choices(of: Self.entries[2]) == ["next", "togglePlay"])
    #expect(ConfigWords.choices(of: Self.entries[0]).isEmpty)
    #expect(
      ConfigWords.written("Off", for: Self.entries[1]) == "false"
        && ConfigWords.written("toggleplay", for: Self.entries[2]) == "\"togglePlay\"")
    #expect(ConfigWords.written("nonsense", for: Self.entries[1]) == "nonsense", "the box says what it takes")
    #expect(try ConfigWords.entry("CAMERA.RATE", Self.entries).key == "camera.rate")
    for (typed, told) in [("camera.rat", "did you mean 'camera.rate'?"), ("lsit", "did you mean 'list'?"), ("x", "gfctl config list")] {
      let failure = #expect(throws: Failure.self) { try ConfigWords.entry(typed, Self.entries, besides: ["get", "list"]) }
      #expect(failure?.remedy.contains(told) == true)
    }
    #expect(Completions.values(["gfctl", "config", "set", "gestures.peace", ""], Self.entries) == ["next", "togglePlay"])
    #expect(Completions.values(["gfctl", "config", "set", "none", ""], Self.entries).isEmpty)
  }

  /// An editor of the test's.
  private final class Editor: ExternalPrograms {
    let status: Int32?
    let text: String?
    let calls = Mutex<[[String]]>([])
    init(_ status: Int32?, writing text: String? = nil) { (self.status, self.text) = (status, text) }
    func run(_ program: String, _ arguments: [String]) -> (status: Int32?, said: String) { (nil, "") }
    func interact(_ program: String, _ arguments: [String]) -> Int32? {
      calls.withLock { $0.append([program] + arguments) }
      if let text, let name = arguments.last { try? text.write(toFile: name, atomically: true, encoding: .utf8) }
      return status
    }
  }

  @Test func `the editor gets a copy that is gone afterwards`() throws {
    let editor = Editor(0, writing: "new")
    #expect(try TextEditor(editor, environment: ["EDITOR": "code --wait"]).edit("old") == "new")
    let call = try #require(editor.calls.withLock { $0 }.first)
    #expect(call[0...2] == ["/bin/sh", "-c", "code --wait \"$1\""] && !FileManager.default.fileExists(atPath: call[4]))
    #expect(try TextEditor(Editor(0), environment: [:]).edit("old") == "old")
    for (status, told) in [(Int32(127), "set EDITOR"), (1, "nothing was changed"), (nil, "nothing was changed")] {
      let failure = #expect(throws: Failure.self) { try TextEditor(Editor(status), environment: [:]).edit("old") }
      #expect(failure?.remedy.contains(told) == true)
    }
  }
}

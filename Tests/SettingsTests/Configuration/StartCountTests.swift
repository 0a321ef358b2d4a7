import Foundation
import GestureFlowAPI
import Settings
import TestSupport
import Testing

/// Starts that end before the box is ready. The third start ignores the saved files.
@Suite struct StartCountTests {
  private func file(_ folder: URL) -> String { folder.path + "/starts-before-ready" }

  @Test func `the third start in a row trusts the last good settings and the fifth none`() throws {
    try Places.withFolder { (folder: URL) throws in
      let trusts = (1...7).map { _ in StartCount(in: folder.path, boot: "b").trust }
      #expect(trusts == [.everything, .everything, .lastGood, .lastGood, .defaults, .defaults, .everything])
    }
  }

  @Test func `a round is as long as the service manager's patience`() throws {
    let unit = try String(contentsOf: Places.project.appendingPathComponent("deploy/gestureflow.service"), encoding: .utf8)
    #expect(unit.contains("\nStartLimitBurst=\(StartCount.round)\n"))
  }

  @Test func `a start that was ready is not counted`() throws {
    try Places.withFolder { (folder: URL) throws in
      for _ in 0..<5 {
        let start = StartCount(in: folder.path, boot: "b")
        #expect(start.number == 1)
        start.end()
        #expect(!FileManager.default.fileExists(atPath: file(folder)))
      }
    }
  }

  @Test func `a power cut is not the program's fault`() throws {
    try Places.withFolder { (folder: URL) throws in
      for boot in 0..<6 { #expect(StartCount(in: folder.path, boot: "boot-\(boot)").trust == .everything) }
    }
  }

  @Test(arguments: ["", "\n", "x b", "-1 b", "9223372036854775807 b", "9223372036854775808 b", "1e308 b", "2", "\u{0}\u{0}", "2 other"])
  func `a damaged count begins anew`(text: String) throws {
    try Places.withFolder { (folder: URL) throws in
      try Data(text.utf8).write(to: URL(fileURLWithPath: file(folder)))
      #expect(StartCount(in: folder.path, boot: "b").number == 1)
    }
  }

  @Test func `a folder that takes no file hurts nothing`() throws {
    try Places.withFolder { (folder: URL) throws in
      try FileManager.default.createDirectory(atPath: file(folder), withIntermediateDirectories: false)
      for place in [folder.path, folder.path + "/none", "/proc/none"] {
        let start = StartCount(in: place, boot: "b")
        #expect(start.number == 1)
        start.end()
      }
      #expect(StartCount(in: nil).number == 1)
    }
  }

  @Test func `a link or a pipe in its place is not followed`() throws {
    try Places.withFolder { (folder: URL) throws in
      let victim = folder.path + "/victim"
      try Data("5 b".utf8).write(to: URL(fileURLWithPath: victim))
      try FileManager.default.createSymbolicLink(atPath: file(folder), withDestinationPath: victim)
      #expect(StartCount(in: folder.path, boot: "b").number == 1)
      #expect(FileManager.default.contents(atPath: victim) == Data("5 b".utf8))
      unlink(file(folder))
      #expect(mkfifo(file(folder), 0o600) == 0)
      #expect(StartCount(in: folder.path, boot: "b").number == 1)
    }
  }

  /// These files would end the process, so the box must not open any.
  @Test func `a start without trust reads the last good settings alone`() throws {
    try Places.withFolder { (folder: URL) throws in
      let owner = folder.appendingPathComponent("gestureflow.toml")
      try "[player]\nstart-volume = 0.25\n".write(to: owner, atomically: false, encoding: .utf8)
      let before = ConfigStore(files: [owner.path], stateFolder: folder.path)
      #expect(before.configuration.startVolume == 0.25)
      before.prove()
      try "[player]\nstart-volume = 0.5\n".write(to: owner, atomically: false, encoding: .utf8)
      let store = ConfigStore(files: [owner.path], stateFolder: folder.path, trust: .lastGood)
      #expect(store.configuration.startVolume == 0.25 && store.errors.isEmpty)
      let bare = ConfigStore(files: [owner.path], stateFolder: folder.path, trust: .defaults)
      var expected = Configuration()
      // Without the owner's settings the lines may belong to other hardware.
      expected.panelEnabled = false
      #expect(bare.configuration == expected)
      // After a change of settings the person expects the files to be read.
      #expect(store.load(isReload: true).isEmpty && store.configuration.startVolume == 0.5)
    }
  }
}

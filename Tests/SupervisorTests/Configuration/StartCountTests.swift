import Foundation
import GestureFlowAPI
import Supervisor
import Synchronization
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

  @Test func `a state without trust is put aside unread`() throws {
    try Places.withFolder { (folder: URL) throws in
      var before = SavedState()
      before.volume = 0.3
      let store = StateStore(folder.path)
      try store.save(before)
      before.volume = 0.4
      try store.save(before)
      let bytes = FileManager.default.contents(atPath: store.path)
      var configuration = Configuration()
      configuration.startVolume = 0.6
      let saver = StateSaver(folder.path, configuration, log: BootLog(quiet: true), isTrusted: false)
      #expect(saver.saved.volume == 0.6 && saver.saved.serial == 0)
      #expect(FileManager.default.contents(atPath: store.aside) == bytes, "it is there for a look at the fault")
      let loaded = store.load()
      #expect(loaded.state == nil && loaded.notice == nil, "the next start does not find it either")
      saver.save(at: 100) { $0.volume = 0.7 }
      #expect(store.load().state?.volume == 0.7 && FileManager.default.contents(atPath: store.aside) == bytes)
    }
  }

  /// Returns a loop over components, and the number of its reports of a good start.
  private func loop(_ parts: [any Component]) -> (loop: SupervisionLoop, settled: () -> Int) {
    let told = Recorder()
    let log = BootLog(quiet: true)
    var reports = SupervisionLoop.Reports()
    reports.settled = { told.count.withLock { $0 += 1 } }
    let loop = SupervisionLoop(Supervision(parts), keeping: StateSaver(nil, Configuration(), log: log), log: log, reports: reports)
    return (loop, { told.count.withLock { $0 } })
  }

  private final class Recorder: Sendable { let count = Mutex(0) }

  @Test func `a start that went well is reported once`() {
    let sound = PartDouble("sound", .starting)
    let (loop, settled) = loop([sound, PartDouble("camera")])
    let box = BoxDouble()
    loop.round(box, at: 100)
    #expect(settled() == 0)
    sound.become(.running)
    for second in 101..<105 { loop.round(box, at: Double(second)) }
    #expect(settled() == 1)
  }

  /// Otherwise the third kill of a box without a card would drop its settings.
  @Test func `a box that waits for its card has started well`() {
    let sound = PartDouble("sound")
    sound.refuseToStart(Failure("there is no card", remedy: "plug one in"))
    let tracker = PartDouble("tracker", .starting)
    let (loop, settled) = loop([sound, PartDouble("camera"), tracker])
    let box = BoxDouble()
    for second in 100..<110 { loop.round(box, at: Double(second)) }
    #expect(settled() == 0 && !loop.supervision.isReady, "the tracker may still end the process")
    tracker.become(.running)
    for second in 110..<115 { loop.round(box, at: Double(second)) }
    #expect(settled() == 1 && !loop.supervision.isReady)
  }

  @Test func `a part that begins for ever does not keep a start from having gone well`() {
    let (loop, settled) = loop([PartDouble("sound"), PartDouble("camera"), PartDouble("tracker", .starting)])
    let box = BoxDouble()
    for second in 0..<Int(Deadlines.settled) { loop.round(box, at: 100 + Double(second)) }
    #expect(settled() == 0 && loop.supervision.isReady && !loop.isBooted)
    for second in 0..<3 { loop.round(box, at: 100 + Deadlines.settled + Double(second)) }
    #expect(settled() == 1)
  }

  /// Makes the whole box at its third start in a row. Its card is null and its camera synthetic hands.
  private func thirdStart(_ folder: URL, _ log: BootLog) throws -> Box {
    let starts = (1...3).map { _ in StartCount(in: folder.path, boot: "b") }
    var settings = RunSettings()
    settings.stateFolder = folder.path
    settings.sink = .null
    settings.camera = .performer("demo")
    settings.starts = starts[2]
    return try Box(settings, log: log)
  }

  /// Otherwise the first start after a good one would read it, and the row would begin anew.
  @Test func `an index that may have ended the starts is moved aside unread`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/library.sqlite"
      let bytes = Data("this ends the process".utf8)
      try bytes.write(to: URL(fileURLWithPath: path))
      let box = try thirdStart(folder, BootLog(quiet: true))
      #expect(FileManager.default.contents(atPath: path + ".damaged") == bytes)
      #expect(!FileManager.default.fileExists(atPath: path))
      withExtendedLifetime(box) {}
    }
  }

  @Test func `the box says what it did without and how to mend it`() throws {
    try Places.withFolder { (folder: URL) throws in
      var state = SavedState()
      state.volume = 0.123
      try StateStore(folder.path).save(state)
      let log = BootLog(quiet: true)
      let box = try thirdStart(folder, log)
      let problem = try #require(box.otherProblems.first { $0.name == "start" })
      #expect(problem.reason?.hasPrefix("2 starts in a row") == true && problem.remedy?.contains("state.aside.json") == true)
      #expect(log.lastNotices.contains { $0.text.hasPrefix("start: 2 starts in a row") })
      #expect(box.controls.values.volume == Configuration().startVolume)
    }
  }
}

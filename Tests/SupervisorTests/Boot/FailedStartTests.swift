import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Tests of the start that ends a row of failed ones, and of the box that it makes.
@Suite struct FailedStartTests {
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

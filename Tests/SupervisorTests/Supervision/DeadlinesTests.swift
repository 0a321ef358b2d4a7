import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The unit, the constants and the document of deadlines agree, and the sums fit.
@Suite struct DeadlinesTests {
  private func unit(_ key: String) throws -> Double {
    let path = Places.project.appendingPathComponent("deploy/gestureflow.service")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(key + "=") }, "\(key)")
    return try #require(Double(line.dropFirst(key.count + 1)), "\(line)")
  }

  /// Seconds of the document's rows, keyed by the text of their last column.
  private func page() throws -> [String: Double] {
    let path = Places.project.appendingPathComponent("docs/design/deadlines.md")
    var rows: [String: Double] = [:]
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let seconds = Double(cells[1]) else { continue }
      for word in cells[2].split(separator: "`") where word.contains(".") { rows[String(word)] = seconds }
    }
    return rows
  }

  @Test func `the unit has the figures of the constants`() throws {
    #expect(try unit("WatchdogSec") == Deadlines.watchdog)
    #expect(try unit("TimeoutStopSec") == Deadlines.manager)
  }

  @Test func `the page has the figures of the constants`() throws {
    let page = try page()
    let figures: [(String, Double)] = [
      ("watchdog", Deadlines.watchdog), ("tick", Deadlines.tick), ("standstill", Deadlines.standstill), ("settled", Deadlines.settled),
      ("fade", Deadlines.fade), ("lastWord", Deadlines.lastWord),
      ("capture", Deadlines.capture), ("parts", Deadlines.parts), ("files", Deadlines.files), ("stop", Deadlines.stop),
      ("shutdown", Deadlines.shutdown), ("whole", Deadlines.whole),
    ]
    for (name, seconds) in figures {
      let written = try #require(page["Deadlines.\(name)"], "\(name)")
      #expect(abs(written - seconds) < 1e-9, "\(name): \(written) on the page, \(seconds) in the program")
    }
    #expect(page["StateSaver.interval"] == StateSaver.interval && page["ConfigStore.proof"] == ConfigStore.proof)
  }

  @Test func `a meal comes in time whatever the looks just miss`() {
    // A watchdog message is due after a quarter, and the loop may miss it by one tick.
    #expect(Deadlines.watchdog / 4 + 2 * Deadlines.tick < Deadlines.watchdog)
  }

  @Test func `the manager waits for the first word of the end and for every next one`() {
    #expect(Deadlines.tick * 2 < Deadlines.manager && Deadlines.tick * 2 < Deadlines.extended)
    #expect(Deadlines.stop == Deadlines.fade + Deadlines.lastWord + Deadlines.capture + Deadlines.parts + Deadlines.files)
    #expect(Deadlines.whole == Deadlines.stop + Deadlines.shutdown)
  }

  /// A bad card takes 4.5 s per fsync. At the end one state may be half written, and the newest one follows it.
  @Test func `the disk has time for two states`() throws {
    try Places.withFolder { (folder: URL) throws in
      let syncs = Mutex(0)
      var calls = AtomicFile.Calls()
      calls.sync = { descriptor in
        syncs.withLock { $0 += 1 }
        return fsync(descriptor)
      }
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true), calls: calls)
      for step in 0..<3 { saver.save(at: Double(step)) { $0.volume = Double(step) / 10 } }
      syncs.withLock { $0 = 0 }
      for step in 3..<5 { saver.save(at: Double(step)) { $0.volume = Double(step) / 10 } }
      #expect(Double(syncs.withLock { $0 }) * 4.5 <= Deadlines.files)
    }
  }
}

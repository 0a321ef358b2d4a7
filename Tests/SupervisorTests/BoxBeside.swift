import Foundation
import MIDI
import Supervisor
import Synchronization
import TestSupport

extension Box {
  /// A box whose camera is the performer, without a sound card, a panel and the machine's own sticks.
  /// - Parameters:
  ///   - folder: where its configuration is put. - sticks: folders that stand for sticks.
  ///   - state: where it keeps its state; nil keeps nothing.
  ///   - more: sections of the configuration besides. - sequencer: its MIDI.
  static func alone(
    in folder: URL, sticks: [URL] = [], state: URL? = nil, more: String = "",
    sequencer: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() }
  ) throws -> Box {
    let config = folder.appendingPathComponent("c.toml")
    let folders = sticks.map { "\"\($0.path)\"" }.joined(separator: ", ")
    try "[library]\nfolders = [\(folders)]\nmount-root = \"/nowhere\"\n[panel]\nenabled = false\n\(more)".write(
      to: config, atomically: true, encoding: .utf8)
    var settings = RunSettings()
    settings.camera = .performer("open")
    settings.sink = .null
    settings.configFiles = [config.path]
    settings.stateFolder = state?.path
    return try Box(settings, log: BootLog(quiet: true), sequencer: sequencer)
  }

  /// Runs the box beside the test while `body` looks at it, and stops it.
  /// - Parameter rounds: counts how often the box has looked after itself.
  func runningBeside(counting rounds: RoundCount? = nil, _ body: () throws -> Void) throws {
    try start()
    let waited = DispatchSemaphore(value: 0)
    let thread = Thread {
      self.wait { rounds?.add() }
      waited.signal()
    }
    thread.start()
    defer {
      requestStop()
      waited.wait()
      stop()
    }
    try body()
  }
}

/// Counts rounds of a running box.
final class RoundCount: Sendable {
  private let count = Mutex(0)
  func add() { count.withLock { $0 += 1 } }

  /// Waits for a number of further rounds.
  func wait(for more: Int) -> Bool {
    let first = count.withLock { $0 }
    return waitUntil { count.withLock { $0 } >= first + more }
  }
}

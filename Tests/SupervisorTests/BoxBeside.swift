import Foundation
import HandTracking
import MIDI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport

extension Box {
  /// Makes a box before a computed, empty room. It has no sound card and no real sticks. It has no models either, which
  /// take longer to load than most tests: its tracker has failed.
  /// - Parameters:
  ///   - folder: folder of its configuration file.
  ///   - sticks: folders that stand for sticks.
  ///   - state: folder of its state; nil keeps nothing.
  ///   - more: further sections of the configuration.
  ///   - panel: its panel; nil for none.
  ///   - isAppliance: whether it is the box itself, which speaks if it keeps a state.
  ///   - sequencer: its MIDI sequencer.
  static func alone(
    in folder: URL, sticks: [URL] = [], state: URL? = nil, more: String = "", panel: PanelLines? = nil, isAppliance: Bool = false,
    sequencer: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() }
  ) throws -> Box {
    let config = folder.appendingPathComponent("c.toml")
    let folders = sticks.map { "\"\($0.path)\"" }.joined(separator: ", ")
    try "[library]\nfolders = [\(folders)]\nmount-root = \"/nowhere\"\n[panel]\nenabled = \(panel != nil)\n\(more)".write(
      to: config, atomically: true, encoding: .utf8)
    var settings = RunSettings()
    settings.camera = .performer("empty")
    settings.sink = .null
    settings.isAppliance = isAppliance
    settings.configFiles = [config.path]
    settings.stateFolder = state?.path
    settings.models = ModelFolder(path: folder.path)
    return try Box(settings, log: BootLog(quiet: true), panel: panel ?? PanelLines(), sequencer: sequencer)
  }

  /// Runs the box on another thread during `body`, then stops it.
  /// - Parameter rounds: counts the rounds of the box's supervision.
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

import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Synchronization

/// Decides when to write the state. It writes at most every 5 s, soon after a pause, and only after a change.
///
/// The disk may block for seconds. So this type only collects the state, and a worker writes it. During a write only
/// the newest state waits.
///
/// It is the component `state` of the box. Only it knows whether changes are kept: a failed write degrades it, and
/// the next good write heals it.
package final class StateSaver: Component {
  /// Runs work on a thread that may wait for the disk.
  package typealias Run = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Seconds between two writes, and between two writes after a pause. The limits protect the card from a player who
  /// pauses often.
  package static let interval = 5.0
  package static let pauseInterval = 0.5

  private struct Memory {
    var saved: SavedState
    /// State that the worker is writing.
    var writing: SavedState?
    /// State that the worker writes next.
    var waiting: SavedState?
    var lastSave = 0.0
    var wasPaused: Bool
    var pauseIsUnsaved = false
    /// Why the last write failed. Before the first write: why the folder is unfit.
    var failure: Failure?

    /// Newest collected state that has not failed.
    var newest: SavedState { waiting ?? writing ?? saved }
  }

  package let name = "state"
  package let patience = BackOff()
  private let store: StateStore?
  private let run: Run
  private let memory: Mutex<Memory>

  /// Reads the saved state.
  /// - Parameters:
  ///   - folder: folder of the state; nil keeps nothing.
  ///   - isTrusted: false moves the saved state aside unread, because it may have ended earlier starts.
  ///   - trouble: why the folder cannot keep anything, if known before the first write.
  ///   - run: runs a write; the default runs it at once on the calling thread.
  package init(
    _ folder: String?, _ configuration: Configuration, log: BootLog, isTrusted: Bool = true, trouble: Failure? = nil,
    calls: AtomicFile.Calls = .system, run: @escaping Run = { $0() }
  ) {
    self.run = run
    store = folder.map { StateStore($0, calls: calls) }
    var state = SavedState()
    state.volume = configuration.startVolume
    if let store, !isTrusted {
      do throws(FileError) { try store.setAside() } catch { log.part("state", .warn, "\(error)") }
    } else if let store {
      let (loaded, notice) = store.load()
      if let notice { log.part("state", .warn, notice) }
      if let loaded { state = configuration.remember ? loaded : loaded.fresh(volume: configuration.startVolume) }
    }
    memory = Mutex(Memory(saved: state, wasPaused: state.paused, failure: trouble))
  }

  /// Has nothing to start or to stop.
  package func start() throws(Failure) {}
  package func stop() {}

  package var condition: Condition {
    guard store != nil else { return .off("it has no folder") }
    return memory.withLock { $0.failure }.map { .degraded($0) } ?? .running
  }
  package var summary: String { "kept in \(store?.folder ?? "")" }

  /// The state on disk; at the start, the state to continue with.
  package var saved: SavedState { memory.withLock { $0.saved } }

  /// Saves the state if it is due.
  /// - Parameters:
  ///   - time: in seconds of `Clock`.
  ///   - isPaused: whether a person has paused.
  ///   - collect: writes the current values into the state.
  package func keep(at time: Double, isPaused: Bool, _ collect: (inout SavedState) -> Void) {
    let isDue = memory.withLock { memory in
      if isPaused, !memory.wasPaused { memory.pauseIsUnsaved = true }
      memory.wasPaused = isPaused
      let since = time - memory.lastSave
      return since >= Self.interval || memory.pauseIsUnsaved && since > Self.pauseInterval
    }
    if isDue { save(at: time, collect) }
  }

  /// Writes the state if it changed, or if the last write failed.
  package func save(at time: Double, _ collect: (inout SavedState) -> Void) {
    guard store != nil else { return }
    var state = memory.withLock { $0.newest }
    collect(&state)
    state = state.inRange
    let begins = memory.withLock { memory in
      memory.lastSave = time
      memory.pauseIsUnsaved = false
      state.serial = memory.newest.serial
      guard state != memory.newest || memory.failure != nil && memory.writing == nil else { return false }
      memory.waiting = state
      // A busy worker takes it after its current write.
      guard memory.writing == nil else { return false }
      memory.writing = state
      return true
    }
    if begins { run { [self] in write() } }
  }

  /// Writes the newest state until no newer one waits.
  private func write() {
    guard let store else { return }
    while let state = next() {
      let failure: Failure?
      do throws(FileError) {
        try store.save(state)
        failure = nil
      } catch { failure = Self.failure(error) }
      memory.withLock { memory in
        if failure == nil { memory.saved = state }
        memory.failure = failure
      }
    }
  }

  private static func failure(_ error: FileError) -> Failure {
    var failure = Failure(part: error)
    failure.reason += ", so changes are not saved"
    return failure
  }

  /// Returns the state to write now; nil when all is written.
  private func next() -> SavedState? {
    memory.withLock { memory in
      memory.writing = memory.waiting
      memory.waiting = nil
      // Only written states count for the serial.
      memory.writing?.serial = min(memory.saved.serial &+ 1, SavedState.mostSerial)
      return memory.writing
    }
  }
}

import Foundation
import GestureFlowAPI
import Synchronization

/// Decides when the state is written: at most every 5 s, soon after a pause, and only when it has changed.
///
/// The disk may stand still for seconds. So the state is only collected here; a worker writes it, and while it writes the newest state waits alone.
///
/// It is the part `state` of the box, and knows alone whether changes are kept: a write that fails degrades it, and the next one that works heals it.
package final class StateKeeper: Component {
  /// Carries out work on a thread that may wait for the disk.
  package typealias Run = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Seconds between two writes, and between two writes for pauses: a nervous finger must not wear out the card.
  package static let interval = 5.0
  package static let pauseInterval = 0.5

  private struct Memory {
    var saved: SavedState
    /// The state that the worker writes.
    var writing: SavedState?
    /// The state that it writes next.
    var waiting: SavedState?
    var lastSave = 0.0
    var wasPaused: Bool
    var pauseIsUnsaved = false
    /// Why the last write failed, or why the folder was found unfit before it.
    var failure: PartFailure?

    /// The newest state that was collected and has not failed.
    var newest: SavedState { waiting ?? writing ?? saved }
  }

  package let name = "state"
  package let patience = BackOff()
  private let store: StateStore?
  private let run: Run
  private let memory: Mutex<Memory>

  /// Reads what was saved.
  /// - Parameters:
  ///   - folder: nil keeps nothing.
  ///   - isTrusted: false puts what was saved aside unread, because it may have ended the starts before.
  ///   - trouble: why nothing can be kept in the folder, as far as that is known before the first write.
  ///   - run: carries out a write; here and now where nothing else is said.
  package init(
    _ folder: String?, _ configuration: Configuration, log: BootLog, isTrusted: Bool = true, trouble: PartFailure? = nil,
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

  /// Has nothing of its own to begin or to end.
  package func start() throws(PartFailure) {}
  package func stop() {}

  package var condition: Condition {
    guard store != nil else { return .off("no folder for it was named") }
    return memory.withLock { $0.failure }.map { .degraded($0) } ?? .running
  }
  package var summary: String { "kept in \(store?.folder ?? "")" }

  /// What is on disk; at the start, what to go on with.
  package var saved: SavedState { memory.withLock { $0.saved } }

  /// Saves if it is time. - Parameters: `time` in seconds of `Clock`; `collect` writes down what holds now.
  package func keep(at time: Double, isPaused: Bool, _ collect: (inout SavedState) -> Void) {
    let isDue = memory.withLock { memory in
      if isPaused, !memory.wasPaused { memory.pauseIsUnsaved = true }
      memory.wasPaused = isPaused
      let since = time - memory.lastSave
      return since >= Self.interval || memory.pauseIsUnsaved && since > Self.pauseInterval
    }
    if isDue { save(at: time, collect) }
  }

  /// Has the state written if it has changed, or if it is not known whether a write works again.
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
      // A worker that writes takes it when it is done.
      guard memory.writing == nil else { return false }
      memory.writing = state
      return true
    }
    if begins { run { [self] in write() } }
  }

  /// Writes the newest state until there is no newer one.
  private func write() {
    guard let store else { return }
    while let state = next() {
      let failure: PartFailure?
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

  private static func failure(_ error: FileError) -> PartFailure {
    var failure = PartFailure(sentence: error.description)
    failure.reason += ", so changes are not kept"
    return failure
  }

  /// The state to write now; nil when all is written.
  private func next() -> SavedState? {
    memory.withLock { memory in
      memory.writing = memory.waiting
      memory.waiting = nil
      // States that were never written do not count.
      memory.writing?.serial = min(memory.saved.serial &+ 1, SavedState.mostSerial)
      return memory.writing
    }
  }
}

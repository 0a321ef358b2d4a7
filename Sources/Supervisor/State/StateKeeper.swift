import Foundation
import GestureFlowAPI
import Synchronization

/// Decides when the state is written: at most every 5 s, soon after a pause, and only when it has changed.
package final class StateKeeper: Sendable {
  /// Seconds between two writes, and between two writes for pauses: a nervous finger must not wear out the card.
  package static let interval = 5.0
  package static let pauseInterval = 0.5

  private struct Memory {
    var saved: SavedState
    var lastSave = 0.0
    var wasPaused: Bool
    var pauseIsUnsaved = false
    /// What went wrong last time: told once.
    var complaint: String?
  }

  private let store: StateStore?
  private let log: BootLog
  private let memory: Mutex<Memory>

  /// Reads what was saved.
  /// - Parameters:
  ///   - folder: nil keeps nothing.
  ///   - isTrusted: false puts what was saved aside unread, because it may have ended the starts before.
  package init(
    _ folder: String?, _ configuration: Configuration, log: BootLog, isTrusted: Bool = true, calls: AtomicFile.Calls = .system
  ) {
    self.log = log
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
    memory = Mutex(Memory(saved: state, wasPaused: state.paused))
  }

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

  /// Saves what has changed. What goes wrong is a notice, and is tried again at the next time.
  package func save(at time: Double, _ collect: (inout SavedState) -> Void) {
    guard let store else { return }
    var state = saved
    collect(&state)
    state = state.inRange
    memory.withLock { memory in
      memory.lastSave = time
      memory.pauseIsUnsaved = false
      state.serial = memory.saved.serial
      guard state != memory.saved else { return }
      state.serial += 1
      do throws(FileError) {
        try store.save(state)
        memory.saved = state
        memory.complaint = nil
      } catch {
        let text = error.description
        if text != memory.complaint { log.notice(text) }
        memory.complaint = text
      }
    }
  }
}

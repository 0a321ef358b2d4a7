import GestureFlowAPI
import Notes
import Supervisor
import Synchronization

/// A MIDI port that writes down what it is told. It can be missing.
final class MIDIDouble: MIDIOutlet {
  enum Call: Equatable {
    /// How many sources sound.
    case play(SourceID.Kind, Int)
    case takesNew(Bool)
    case panic
  }

  private let state: Mutex<(calls: [Call], status: MIDIStatus)>

  init(_ status: MIDIStatus = MIDIStatus(available: true)) { state = Mutex(([], status)) }

  func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double) { add(.play(kind, notes.sounding)) }
  func set(takesNew: Bool) { add(.takesNew(takesNew)) }
  func panic() { add(.panic) }
  var status: MIDIStatus { state.withLock { $0.status } }

  /// What it was told since the last call; being told the same again is left out.
  func take() -> [Call] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls.reduce(into: []) { calls, call in if calls.last != call { calls.append(call) } }
    }
  }

  private func add(_ call: Call) { state.withLock { $0.calls.append(call) } }
}

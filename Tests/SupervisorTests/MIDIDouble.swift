import GestureFlowAPI
import Notes
import Supervisor
import Synchronization

/// A MIDI port that records what it receives. It can be missing.
final class MIDIDouble: MIDIOutlet {
  enum Call: Equatable {
    /// Number of sources that sound.
    case play(SourceID.Kind, Int)
    case takesNew(Bool)
    case panic
    case connect(String), disconnect(String)
  }

  private let state: Mutex<(calls: [Call], status: MIDIStatus)>

  init(_ status: MIDIStatus = MIDIStatus(available: true)) { state = Mutex(([], status)) }

  func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double) { add(.play(kind, notes.sounding)) }
  func set(takesNew: Bool) { add(.takesNew(takesNew)) }
  func panic() { add(.panic) }
  func connect(_ name: String) throws(Problem) {
    guard status.ports.contains(where: { $0.name == name }) else { throw .notFound("the MIDI port '\(name)' is missing") }
    add(.connect(name))
  }
  func disconnect(_ name: String) throws(Problem) { add(.disconnect(name)) }
  var status: MIDIStatus { state.withLock { $0.status } }

  /// Returns the calls since the last `take`, without repeated equal calls.
  func take() -> [Call] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls.reduce(into: []) { calls, call in if calls.last != call { calls.append(call) } }
    }
  }

  private func add(_ call: Call) { state.withLock { $0.calls.append(call) } }
}

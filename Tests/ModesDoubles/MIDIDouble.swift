import GestureFlowAPI
import Modes
import Notes
import Synchronization

/// A MIDI port that records what it receives. It can be missing.
package final class MIDIDouble: MIDIOutlet {
  package enum Call: Sendable, Equatable {
    /// Number of sources that sound.
    case play(SourceID.Kind, Int)
    case takesNew(Bool)
    case panic
    case connect(String), disconnect(String)
  }

  private let state: Mutex<(calls: [Call], status: MIDIStatus)>

  package init(_ status: MIDIStatus = MIDIStatus(available: true)) { state = Mutex(([], status)) }

  package func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double) { add(.play(kind, notes.sounding)) }
  package func set(takesNew: Bool) { add(.takesNew(takesNew)) }
  package func panic() { add(.panic) }
  package func connect(_ name: String) throws(Problem) {
    guard status.ports.contains(where: { $0.name == name }) else { throw .notFound("the MIDI port '\(name)' is missing") }
    add(.connect(name))
  }
  package func disconnect(_ name: String) throws(Problem) { add(.disconnect(name)) }
  package var status: MIDIStatus { state.withLock { $0.status } }

  /// Returns the calls since the last `take`, without repeated equal calls.
  package func take() -> [Call] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls.reduce(into: []) { calls, call in if calls.last != call { calls.append(call) } }
    }
  }

  private func add(_ call: Call) { state.withLock { $0.calls.append(call) } }
}

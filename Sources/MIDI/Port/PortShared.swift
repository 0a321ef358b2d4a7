import GestureFlowAPI
import Notes
import Realtime
import Synchronization

/// State shared between the port's thread and other threads. Its lock is held only for a few copies.
package final class PortShared: Sendable {
  /// An action to carry out once, in the order of arrival.
  package enum Order: Sendable {
    case play(SourceID.Kind, PlayedNotes, heardAt: Double, captureTime: Double = 0)
    case send(MIDIMessage, at: Double)
    case panic
  }

  /// A report of the port's thread.
  package struct Report: Sendable {
    package var isOpen = false
    package var problem: String?
    package var ports: [SequencerPort] = []
    package var sent = 0
    package var received = 0
  }

  private struct State {
    var orders: [Order] = []
    var settings = MIDISettings()
    var preferences = PortPreferences()
    var report = Report()
    var isStopping = false
  }

  /// Capacity: half a second of four sources' frames. Beyond it the newest notes of a kind replace the older ones.
  private static let room = 64
  /// Capacity for messages beside the notes, except ticks. They are kept beyond `room`; this many arrive only when
  /// the thread hangs.
  private static let mostOrders = 4 * room
  /// Latency from a frame's capture to its note's due time. The due time is the one in the kernel. Only notes that
  /// begin count. Only the port's thread records.
  package let noteLatency = Durations()
  private let state = Mutex(State())

  package init(_ settings: MIDISettings) {
    state.withLock {
      $0.settings = settings
      $0.preferences.pattern = settings.connect
    }
  }

  package var settings: MIDISettings { state.withLock { $0.settings } }
  package var preferences: PortPreferences { state.withLock { $0.preferences } }
  package var report: Report { state.withLock { $0.report } }
  package var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Changes the settings in one step.
  package func changeSettings(_ body: (inout MIDISettings) -> Void) {
    state.withLock {
      body(&$0.settings)
      $0.preferences.pattern = $0.settings.connect
    }
  }

  /// Changes the connection preferences.
  /// - Returns: the result of `change` for the existing ports.
  package func change<Answer: Sendable>(_ change: (inout PortPreferences, [SequencerPort]) -> Answer) -> Answer {
    state.withLock { change(&$0.preferences, $0.report.ports) }
  }

  package func add(_ order: Order) {
    state.withLock { state in
      guard state.orders.count >= Self.room else { return state.orders.append(order) }
      // The next tick comes soon, and the follower knows the tempo. A start, a stop or a position comes only once.
      if case .send(.clock, _) = order { return }
      if case .send = order, state.orders.count >= Self.mostOrders { return }
      state.orders = Self.newest(state.orders + [order])
    }
  }

  /// Keeps only the newest notes of each kind. They hold the full current state; a panic and single messages must not
  /// be lost. No stroke may move behind a panic that came after it.
  private static func newest(_ orders: [Order]) -> [Order] {
    var kept: [Order] = []
    var said: Set<SourceID.Kind> = []
    var hasPanic = false
    for order in orders.reversed() {
      switch order {
      case .send: break
      case .play(let kind, _, _, _): if !said.insert(kind).inserted { continue }
      case .panic:
        if hasPanic { continue }
        (hasPanic, said) = (true, [])
      }
      kept.append(order)
    }
    return kept.reversed()
  }

  /// Takes all pending actions, oldest first.
  package func takeOrders() -> [Order] {
    state.withLock { state in
      defer { state.orders.removeAll(keepingCapacity: true) }
      return state.orders
    }
  }

  package func tell(_ report: Report) { state.withLock { $0.report = report } }
  package func setStopping(_ isStopping: Bool) { state.withLock { $0.isStopping = isStopping } }
}

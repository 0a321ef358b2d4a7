import GestureFlowAPI
import Notes
import Synchronization

/// What other threads leave for the port's thread, and what it tells them. Its lock is held for a few copies only.
package final class PortDesk: Sendable {
  /// Something to be done once, in the order in which it came.
  package enum Order: Sendable {
    case play(SourceID.Kind, PlayedNotes, heardAt: Double)
    case send(MIDIMessage, at: Double)
    case panic
  }

  /// What the thread tells.
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
    var wish = PortWish()
    var report = Report()
    var isStopping = false

    /// Where the newest levels of a kind of sources stand.
    func lastPlay(of kind: SourceID.Kind) -> Int? { orders.lastIndex { if case .play(kind, _, _) = $0 { true } else { false } } }
  }

  /// As many as half a second of four sources' frames; then the newest of a kind replaces the one before.
  private static let room = 64
  private let state = Mutex(State())

  package init(_ settings: MIDISettings) {
    state.withLock {
      $0.settings = settings
      $0.wish.pattern = settings.connect
    }
  }

  package var settings: MIDISettings { state.withLock { $0.settings } }
  package var wish: PortWish { state.withLock { $0.wish } }
  package var report: Report { state.withLock { $0.report } }
  package var isStopping: Bool { state.withLock { $0.isStopping } }

  package func set(_ settings: MIDISettings) {
    state.withLock {
      $0.settings = settings
      $0.wish.pattern = settings.connect
    }
  }

  /// Changes what is to be connected. - Returns: what `change` answers for the ports that there are.
  package func change<Answer: Sendable>(_ change: (inout PortWish, [SequencerPort]) -> Answer) -> Answer {
    state.withLock { change(&$0.wish, $0.report.ports) }
  }

  package func add(_ order: Order) {
    state.withLock { state in
      guard state.orders.count >= Self.room else { return state.orders.append(order) }
      // The levels of now say all that is to be known; only what happens once must not be lost.
      switch order {
      case .play(let kind, _, _):
        if let last = state.lastPlay(of: kind) { state.orders.remove(at: last) }
        state.orders.append(order)
      case .panic:
        // Behind what was played before it: a stroke that began meanwhile is one that it silences.
        let last = [SourceID.Kind.hand, .touch].compactMap { state.lastPlay(of: $0) }
        state.orders = last.sorted().map { state.orders[$0] } + [.panic]
      case .send: break
      }
    }
  }

  /// What is to be done, oldest first.
  package func takeOrders() -> [Order] {
    state.withLock { state in
      defer { state.orders.removeAll(keepingCapacity: true) }
      return state.orders
    }
  }

  package func tell(_ report: Report) { state.withLock { $0.report = report } }
  package func setStopping(_ isStopping: Bool) { state.withLock { $0.isStopping = isStopping } }
}

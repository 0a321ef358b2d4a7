import GestureFlowAPI
import Notes
import Realtime
import Synchronization

/// What other threads leave for the port's thread, and what it tells them. Its lock is held for a few copies only.
package final class PortDesk: Sendable {
  /// Something to be done once, in the order in which it came.
  package enum Order: Sendable {
    case play(SourceID.Kind, PlayedNotes, heardAt: Double, captureTime: Double = 0)
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
  }

  /// As many as half a second of four sources' frames; then the newest of a kind replaces those before.
  private static let room = 64
  /// Messages beside the notes are kept beyond that, but for ticks; so many of them come only where the thread hangs.
  private static let mostOrders = 4 * room
  /// From the capture of the frame that began a note to the moment for which the kernel has it. The port's thread alone counts.
  package let noteLatency = Durations()
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
      // The next tick comes soon, and the follower knows the tempo; a start, a stop or a place comes once.
      if case .send(.clock, _) = order { return }
      if case .send = order, state.orders.count >= Self.mostOrders { return }
      state.orders = Self.newest(state.orders + [order])
    }
  }

  /// The levels of now say all that is to be known; only what happens once must not be lost, and no stroke may come behind a panic that it came before.
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

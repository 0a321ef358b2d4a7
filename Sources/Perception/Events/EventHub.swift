import Foundation
import GestureFlowAPI
import Synchronization

/// Distributes events to any number of subscribers. A slow subscriber loses events and receives the number lost; it
/// never slows the loop.
public final class EventHub: Sendable {
  /// One subscriber's queue. Releasing it ends the subscription.
  public final class Subscription: Sendable {
    /// An item of the queue.
    public enum Item: Sendable, Equatable {
      case event(Event)
      /// A frame with its hands and controls as one JSON line. See `SessionFrame`.
      case frame(Data)
      /// A line of a session, as JSON.
      case session(Data)
      /// Number of items lost here. The subscriber did not fetch them in time.
      case lost(Int)
    }
    private let hub: EventHub
    private let number: Int

    fileprivate init(_ hub: EventHub, _ number: Int) { (self.hub, self.number) = (hub, number) }
    deinit { hub.end(number) }

    /// Returns and removes all items since the last call. Losses come last, because the lost items are newer than the
    /// kept ones.
    public func take() -> [Item] { hub.take(number) }
  }

  /// The items that wait for one subscriber.
  private struct Queue {
    let number: Int
    let types: Set<String>?
    let room: Int
    var items: [Subscription.Item] = []
    var lost = 0

    mutating func add(_ item: Subscription.Item) {
      if items.count < room { items.append(item) } else { lost += 1 }
    }
  }

  private struct State {
    var queues: [Queue] = []
    /// Number of subscriptions so far.
    var count = 0

    /// Adds an item to the queues of some types of events.
    mutating func add(_ item: Subscription.Item, where wants: (Set<String>?) -> Bool) {
      for i in queues.indices where wants(queues[i].types) { queues[i].add(item) }
    }

    /// Returns whether a subscriber named a kind of events.
    func wants(_ kind: String) -> Bool { queues.contains { $0.types?.contains(kind) ?? false } }
  }

  /// Held for a few copies. The hub does not retain a subscription, so none ends under it.
  private let state = Mutex(State())
  // Order: incremented with release after the subscriber is on the list, and loaded with acquire. So a session that
  // begins again because of the new count finds the subscriber that needs its first line. Lines that the subscriber
  // receives before that first line belong to an earlier session.
  private let sessionCount = Atomic(0)
  // Order: relaxed: a hint for each frame, stored under the lock. The lock orders what a subscriber receives.
  private let areFramesWanted = Atomic(false)
  // Order: relaxed, as `areFramesWanted`.
  private let isSessionWanted = Atomic(false)

  /// A hub without subscribers.
  public init() {}

  /// Adds a subscriber.
  /// - Parameters:
  ///   - types: kinds of events; nil for all but frames, which a subscriber must request by name.
  ///   - room: maximum number of waiting items.
  public func subscribe(types: Set<String>? = nil, room: Int = 256) -> Subscription {
    let number = state.withLock { state in
      state.count += 1
      state.queues.append(Queue(number: state.count, types: types, room: room))
      note(state)
      return state.count
    }
    if types?.contains(EventKind.session) ?? false { sessionCount.add(1, ordering: .releasing) }
    return Subscription(self, number)
  }

  private func take(_ number: Int) -> [Subscription.Item] {
    let (items, lost) = state.withLock { state -> ([Subscription.Item], Int) in
      guard let i = state.queues.firstIndex(where: { $0.number == number }) else { return ([], 0) }
      defer { (state.queues[i].items, state.queues[i].lost) = ([], 0) }
      return (state.queues[i].items, state.queues[i].lost)
    }
    return items + (lost > 0 ? [.lost(lost)] : [])
  }

  private func end(_ number: Int) {
    state.withLock { state in
      state.queues.removeAll { $0.number == number }
      note(state)
    }
  }

  /// Stores what the subscribers want. Call it under the lock.
  private func note(_ state: State) {
    areFramesWanted.store(state.wants(EventKind.frame), ordering: .relaxed)
    isSessionWanted.store(state.wants(EventKind.session), ordering: .relaxed)
  }

  /// Number of subscriptions that are not released.
  package var rememberedCount: Int { state.withLock { $0.queues.count } }

  /// Sends an event to the subscribers of its kind.
  public func publish(_ event: Event) {
    state.withLock { $0.add(.event(event)) { $0?.contains(event.type) ?? true } }
  }

  /// Whether a subscriber wants frames. Only then are frames encoded.
  package var wantsFrames: Bool { areFramesWanted.load(ordering: .relaxed) }

  /// Sends a frame to the subscribers of frames.
  /// - Parameter frame: JSON on one line.
  package func publish(frame: Data) {
    state.withLock { $0.add(.frame(frame)) { $0?.contains(EventKind.frame) ?? false } }
  }

  /// Whether a subscriber records a session.
  package var wantsSession: Bool { isSessionWanted.load(ordering: .relaxed) }

  /// Number of session subscriptions so far. Each must begin with the session's first line.
  package var sessionsAsked: Int { sessionCount.load(ordering: .acquiring) }

  /// Sends a line to the subscribers that record a session.
  /// - Parameter session: one line of the session.
  package func publish(session line: Data) {
    state.withLock { $0.add(.session(line)) { $0?.contains(EventKind.session) ?? false } }
  }
}

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
    private struct Waiting {
      var items: [Item] = []
      var lost = 0
    }
    let types: Set<String>?
    private let room: Int
    private let waiting = Mutex(Waiting())

    init(types: Set<String>?, room: Int) {
      self.types = types
      self.room = room
    }

    func offer(_ item: Item) {
      waiting.withLock { waiting in
        if waiting.items.count < room { waiting.items.append(item) } else { waiting.lost += 1 }
      }
    }

    /// Returns and removes all items since the last call. Losses come last, because the lost items are newer than the
    /// kept ones.
    public func take() -> [Item] {
      waiting.withLock { waiting in
        defer { waiting = Waiting() }
        return waiting.items + (waiting.lost > 0 ? [.lost(waiting.lost)] : [])
      }
    }
  }

  private struct Weak: Sendable { weak var subscription: Subscription? }
  private let subscribers = Mutex<[Weak]>([])
  // Order: incremented with release after the subscriber is on the list, and loaded with acquire. So a session that
  // begins again because of the new count finds the subscriber that needs its first line. Lines that the subscriber
  // receives before that first line belong to an earlier session.
  private let sessionCount = Atomic(0)

  /// A hub without subscribers.
  public init() {}

  /// Adds a subscriber.
  /// - Parameters:
  ///   - types: kinds of events; nil for all but frames, which a subscriber must request by name.
  ///   - room: maximum number of waiting items.
  public func subscribe(types: Set<String>? = nil, room: Int = 256) -> Subscription {
    let subscription = Subscription(types: types, room: room)
    subscribers.withLock { subscribers in
      subscribers.removeAll { $0.subscription == nil }
      subscribers.append(Weak(subscription: subscription))
    }
    if types?.contains(EventKind.session) ?? false { sessionCount.add(1, ordering: .releasing) }
    return subscription
  }

  /// Subscribers that are not released.
  private var present: [Subscription] { subscribers.withLock { $0.compactMap(\.subscription) } }

  /// Number of stored subscribers. Released ones count until the next `subscribe`.
  package var rememberedCount: Int { subscribers.withLock { $0.count } }

  /// Sends an event to the subscribers of its kind.
  public func publish(_ event: Event) {
    for subscription in present where subscription.types?.contains(event.type) ?? true { subscription.offer(.event(event)) }
  }

  /// Whether a subscriber wants frames. Only then are frames encoded.
  package var wantsFrames: Bool { present.contains { $0.types?.contains(EventKind.frame) ?? false } }

  /// Sends a frame to the subscribers of frames.
  /// - Parameter frame: JSON on one line.
  package func publish(frame: Data) {
    for subscription in present where subscription.types?.contains(EventKind.frame) ?? false { subscription.offer(.frame(frame)) }
  }

  /// Whether a subscriber records a session.
  package var wantsSession: Bool { present.contains { $0.types?.contains(EventKind.session) ?? false } }

  /// Number of session subscriptions so far. Each must begin with the session's first line.
  package var sessionsAsked: Int { sessionCount.load(ordering: .acquiring) }

  /// Sends a line to the subscribers that record a session.
  /// - Parameter session: one line of the session.
  package func publish(session line: Data) {
    for subscription in present where subscription.types?.contains(EventKind.session) ?? false { subscription.offer(.session(line)) }
  }
}

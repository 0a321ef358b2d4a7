import Foundation
import GestureFlowAPI
import Synchronization

/// Hands events to any number of subscribers. A slow one loses events and is told how many; it never slows the loop.
public final class EventHub: Sendable {
  /// One subscriber's view; it ends when it is released.
  public final class Subscription: Sendable {
    /// What a subscriber gets.
    public enum Item: Sendable, Equatable {
      case event(Event)
      /// A frame with its hands and controls, as JSON on one line (see `SessionFrame`).
      case frame(Data)
      /// A line of a session, as JSON.
      case session(Data)
      /// So many were lost here, because they were not fetched in time.
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

    /// What has come since the last call; losses come last, because what was lost is newer than what was kept.
    public func take() -> [Item] {
      waiting.withLock { waiting in
        defer { waiting = Waiting() }
        return waiting.items + (waiting.lost > 0 ? [.lost(waiting.lost)] : [])
      }
    }
  }

  private struct Weak: Sendable { weak var subscription: Subscription? }
  private let subscribers = Mutex<[Weak]>([])
  // Order: raised with release when the subscriber is on the list, and acquired: a session that begins anew because of it finds whom to give its first line to. What a subscriber gets before that line
  // is another's.
  private let sessionCount = Atomic(0)

  /// A hub without subscribers.
  public init() {}

  /// - Parameters:
  ///   - types: kinds of events; nil for all but frames, which come only to who asks for them.
  ///   - room: how many events wait for a subscriber that does not fetch them.
  public func subscribe(types: Set<String>? = nil, room: Int = 256) -> Subscription {
    let subscription = Subscription(types: types, room: room)
    subscribers.withLock { subscribers in
      subscribers.removeAll { $0.subscription == nil }
      subscribers.append(Weak(subscription: subscription))
    }
    if types?.contains(EventKind.session) ?? false { sessionCount.add(1, ordering: .releasing) }
    return subscription
  }

  /// Those who have not been released.
  private var present: [Subscription] { subscribers.withLock { $0.compactMap(\.subscription) } }

  /// Subscribers that are remembered, the released ones among them until the next one comes.
  package var rememberedCount: Int { subscribers.withLock { $0.count } }

  /// Tells whoever chose this kind of event.
  public func publish(_ event: Event) {
    for subscription in present where subscription.types?.contains(event.type) ?? true { subscription.offer(.event(event)) }
  }

  /// True while somebody asks for frames: only then is it worth putting them into words.
  package var wantsFrames: Bool { present.contains { $0.types?.contains(EventKind.frame) ?? false } }

  /// Tells whoever asked for frames. - Parameter frame: JSON on one line.
  package func publish(frame: Data) {
    for subscription in present where subscription.types?.contains(EventKind.frame) ?? false { subscription.offer(.frame(frame)) }
  }

  /// True while somebody keeps a session.
  package var wantsSession: Bool { present.contains { $0.types?.contains(EventKind.session) ?? false } }

  /// How often somebody began to keep a session: each has to begin with its first line.
  package var sessionsAsked: Int { sessionCount.load(ordering: .acquiring) }

  /// Tells whoever keeps a session. - Parameter session: a line of it.
  package func publish(session line: Data) {
    for subscription in present where subscription.types?.contains(EventKind.session) ?? false { subscription.offer(.session(line)) }
  }
}

import Foundation
import GestureFlowAPI

/// Hands events to any number of subscribers. A slow one loses events and is told how many; it never slows the loop.
public final class EventHub: @unchecked Sendable {
  /// One subscriber's view; ends when it is released or cancelled.
  public final class Subscription: @unchecked Sendable {
    /// What a subscriber gets.
    public enum Item: Sendable, Equatable {
      case event(Event)
      /// So many events were lost here, because they were not fetched in time.
      case lost(Int)
    }
    let types: Set<String>?
    private let room: Int
    private let lock = NSLock()
    private var queue: [Event] = []
    private var lost = 0

    init(types: Set<String>?, room: Int) {
      self.types = types
      self.room = room
    }

    func offer(_ event: Event) {
      guard types?.contains(event.type) ?? true else { return }
      lock.withLock {
        if queue.count < room { queue.append(event) } else { lost += 1 }
      }
    }

    /// What has come since the last call; losses come last, because what was lost is newer than what was kept.
    public func take() -> [Item] {
      lock.withLock {
        defer {
          queue.removeAll(keepingCapacity: true)
          lost = 0
        }
        return queue.map { .event($0) } + (lost > 0 ? [.lost(lost)] : [])
      }
    }
  }

  private struct Weak { weak var subscription: Subscription? }
  private let lock = NSLock()
  private var subscribers: [Weak] = []

  public init() {}

  /// - Parameters:
  ///   - types: kinds of events; nil for all.
  ///   - room: how many events wait for a subscriber that does not fetch them.
  public func subscribe(types: Set<String>? = nil, room: Int = 256) -> Subscription {
    let subscription = Subscription(types: types, room: room)
    lock.withLock {
      subscribers.removeAll { $0.subscription == nil }
      subscribers.append(Weak(subscription: subscription))
    }
    return subscription
  }

  public func publish(_ event: Event) {
    for weak in lock.withLock({ subscribers }) { weak.subscription?.offer(event) }
  }
}

import Dispatch
import Synchronization

/// Holds the newest value for waiting consumers, without a lock. A value that was not taken in time is replaced and
/// counted.
///
/// It is for the threads around the models (frames to the tracker, frames to the palm search), which may wait and
/// allocate: each value gets a box. The audio thread must not use it.
/// It measures time with a clock that never jumps: without a battery, the box's calendar jumps by years when the box
/// finds the network.
public final class Mailbox<Value: Sendable>: Sendable {
  /// A value on its way.
  private final class Item: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  // Order: each exchange releases the value given and acquires the value received.
  private let newest = Atomic<Unmanaged<Item>?>(nil)
  // Order: relaxed: a figure that orders nothing.
  private let replaced = Atomic(0)
  // Order: relaxed: stored before a signal and loaded after it. The semaphore orders the two.
  private let closed = Atomic(false)
  /// Has one signal for a value. The consumer that has the signal takes the value. A closed mailbox has one more.
  private let arrival = DispatchSemaphore(value: 0)

  /// Creates an empty, open mailbox.
  public init() {}

  // The last reference has the order of all others.
  deinit { newest.load(ordering: .relaxed)?.release() }

  /// Number of values that were replaced before they were taken.
  public var dropped: Int { replaced.load(ordering: .relaxed) }

  /// Whether `close` was called.
  public var isClosed: Bool { closed.load(ordering: .relaxed) }

  /// Puts a value in, replacing one that was not taken.
  public func put(_ new: Value) {
    if let old = newest.exchange(.passRetained(Item(new)), ordering: .acquiringAndReleasing) {
      replaced.add(1, ordering: .relaxed)
      // The signal of the replaced value is there, or about to come.
      old.release()
    } else {
      arrival.signal()
    }
  }

  /// Waits for a value. Returns nil once the mailbox is closed, or when `seconds` have passed.
  public func take(timeout seconds: Double? = nil) -> Value? {
    let limit = seconds.map { DispatchTime.now() + max($0, 0) } ?? .distantFuture
    guard arrival.wait(timeout: limit) == .success else { return nil }
    guard isClosed else { return remove() }
    // The signal of `close` is for every consumer: pass it on.
    arrival.signal()
    return nil
  }

  /// Returns the present value, if any.
  public func takeIfThere() -> Value? {
    newest.load(ordering: .relaxed) == nil ? nil : take(timeout: 0)
  }

  /// Closes the mailbox. Waiting and later consumers get nil.
  public func close() {
    closed.store(true, ordering: .relaxed)
    arrival.signal()
  }

  /// Removes the value. The caller has its signal.
  private func remove() -> Value? { newest.exchange(nil, ordering: .acquiring)?.takeRetainedValue().value }
}

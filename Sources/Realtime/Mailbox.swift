import Foundation

/// Holds the newest of a kind of object for one waiting consumer; what was not fetched in time is replaced and counted.
///
/// For the threads around the models (frames to the tracker, frames to the palm search), which may wait; never for the audio thread.
public final class Mailbox<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value?
  private var closed = false
  private var replaced = 0

  public init() {}

  /// How many values were replaced before anybody fetched them.
  public var dropped: Int { condition.withLock { replaced } }

  public func put(_ new: Value) {
    condition.withLock {
      if value != nil { replaced += 1 }
      value = new
      condition.signal()
    }
  }

  /// Waits for a value; nil once the mailbox is closed, or when `seconds` have passed.
  public func take(timeout seconds: Double? = nil) -> Value? {
    condition.lock()
    defer { condition.unlock() }
    let limit = seconds.map { Date(timeIntervalSinceNow: $0) }
    while value == nil, !closed {
      if let limit {
        if !condition.wait(until: limit) { break }
      } else {
        condition.wait()
      }
    }
    defer { value = nil }
    return closed ? nil : value
  }

  /// The value that lies there now, if any.
  public func takeIfThere() -> Value? {
    condition.withLock {
      defer { value = nil }
      return value
    }
  }

  public func close() {
    condition.withLock {
      closed = true
      condition.broadcast()
    }
  }
  public var isClosed: Bool { condition.withLock { closed } }
}

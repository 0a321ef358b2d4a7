import Camera
import Realtime
import Synchronization

/// A performer that waits for a call of `begin`.
/// So the first second of a script is not over before the box processes frames.
final class Prompted: FrameSource {
  private let performer: VirtualPerformer
  // Order: released and acquired, so a thread that reads true sees everything prepared before.
  private let isOn = Atomic(false)
  // Order: as `isOn`; the performer has a flag of its own.
  private let isClosed = Atomic(false)

  /// Creates a waiting source.
  /// - Parameter performer: paced by the clock, which starts with its first frame.
  init(_ performer: VirtualPerformer) { self.performer = performer }

  /// Starts the performer.
  func begin() { isOn.store(true, ordering: .releasing) }
  /// Whether the performer has been started.
  var hasBegun: Bool { isOn.load(ordering: .acquiring) }

  var name: String { performer.name }
  var dropped: Int { performer.dropped }

  func next(timeout: Double) -> FrameEvent {
    if hasBegun { return performer.next(timeout: timeout) }
    if isClosed.load(ordering: .acquiring) { return .ended }
    Clock.sleep(until: Clock.nanoseconds + Int64(min(timeout, 0.02) * 1e9))
    return .nothing
  }

  func close() {
    isClosed.store(true, ordering: .releasing)
    performer.close()
  }
}

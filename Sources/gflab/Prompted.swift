import Camera
import Realtime
import Synchronization

/// A performer who waits in the wings until he is told to begin: a script's first second must not be over before somebody looks.
final class Prompted: FrameSource {
  private let performer: VirtualPerformer
  // Order: released and acquired: who sees that it was said sees what was made ready before.
  private let isOn = Atomic(false)
  // Order: as `isOn`; the performer has a mark of its own.
  private let isClosed = Atomic(false)

  /// - Parameter performer: paced by the clock, which begins with its first picture.
  init(_ performer: VirtualPerformer) { self.performer = performer }

  /// Says that it is time.
  func begin() { isOn.store(true, ordering: .releasing) }
  /// It was said.
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

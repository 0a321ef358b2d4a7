import Dispatch
import Realtime

/// A thread on its own core, which works for another thread. The other thread waits meanwhile. So the box's workers
/// leave the audio thread's caches alone, and a run stays the same each time.
final class OtherCore {
  /// Touched by the two in turns, which the semaphores keep.
  private final class Slot: @unchecked Sendable {
    let asked = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    var work: (() -> Void)?
  }

  private let slot = Slot()
  private let thread: RealtimeThread

  /// - Parameter core: counted as everywhere, see `RealtimeThread`.
  init(core: Int) throws {
    let slot = slot
    thread = try RealtimeThread(.init(name: "gf-other", core: core, priority: 0)) {
      while true {
        slot.asked.wait()
        guard let work = slot.work else { return }
        work()
        slot.done.signal()
      }
    }
  }

  /// Does something there, and waits for it.
  func run(_ body: @escaping () throws -> Void) throws {
    var failure: (any Error)?
    slot.work = { do { try body() } catch { failure = error } }
    slot.asked.signal()
    slot.done.wait()
    slot.work = nil
    if let failure { throw failure }
  }

  /// Ends the thread.
  func stop() {
    slot.work = nil
    slot.asked.signal()
    thread.join()
  }
}

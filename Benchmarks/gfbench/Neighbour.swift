import Camera
import HandTracking
import Realtime
import Synchronization

/// Computes as hard as a palm search and has nothing to do with the tracker: on the second core, at the ordinary priority, it searches one and the same frame with models of its own. It shares the program's address space and
/// allocator, but no lock and no data of the tracker's own. What a hand takes longer beside it than alone is what this machine's processors take from each other, as two threads of one core do where a host lends them as two.
final class Neighbour: Sendable {
  /// What the thread and its owner share.
  private final class Desk: Sendable {
    let orders = Mailbox<Bool>()
    // Order: relaxed: figures by themselves; they order nothing.
    let asked = Atomic<Int>(0)
    let answered = Atomic<Int>(0)
    let failure = Mutex<TrackerError?>(nil)
  }

  private let desk: Desk
  private let thread: RealtimeThread

  /// - Throws: `TrackerError` if there are no models, `RealtimeThread.ThreadError` if no thread can be made.
  init(_ frame: Frame) throws {
    let models = try TrackerModels(.standard(), size: .full)
    let desk = Desk()
    self.desk = desk
    thread = try RealtimeThread(.init(name: "gf-neighbour", core: 1, priority: 0)) {
      while desk.orders.take() != nil {
        do throws(TrackerError) { _ = try models.findPalms(in: frame) } catch { desk.failure.withLock { $0 = error } }
        desk.answered.add(1, ordering: .relaxed)
      }
    }
  }

  /// It has been told to search, or does so, and is not done.
  var isComputing: Bool { desk.asked.load(ordering: .relaxed) != desk.answered.load(ordering: .relaxed) }

  /// It searches once, as soon as its thread is awake, unless it is at it.
  func compute() {
    guard !isComputing else { return }
    desk.asked.add(1, ordering: .relaxed)
    desk.orders.put(true)
  }

  /// Ends the thread. - Throws: what one of its searches failed by.
  func stop() throws {
    desk.orders.close()
    thread.join()
    if let failure = desk.failure.withLock({ $0 }) { throw failure }
  }
}

import Camera
import HandTracking
import Realtime
import Synchronization

/// Stands for another program that computes as hard as a palm search: on the second core, at the ordinary priority, it searches one and the same frame with models of its own, and shares neither memory that changes nor a
/// lock with the tracker. What a hand takes longer beside it than alone is what this machine's processors take from each other, as two threads of one core do that a host lends as two processors.
final class Neighbour: Sendable {
  /// What the thread and its owner share.
  private final class Desk: Sendable {
    let orders = Mailbox<Bool>()
    // Order: relaxed: a word by itself.
    let isComputing = Atomic<Bool>(false)
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
        _ = try? models.findPalms(in: frame)
        desk.isComputing.store(false, ordering: .relaxed)
      }
    }
  }

  /// It computes now.
  var isComputing: Bool { desk.isComputing.load(ordering: .relaxed) }

  /// It computes from now on for as long as a search takes.
  func compute() {
    desk.isComputing.store(true, ordering: .relaxed)
    desk.orders.put(true)
  }

  func stop() {
    desk.orders.close()
    thread.join()
  }
}

import Camera
import Realtime
import Synchronization

/// Searches palms on a thread of its own, at the ordinary priority, so that a search never holds up the hands that are tracked.
final class PalmThread: Sendable {
  /// What the thread and its owner share.
  private final class Desk: Sendable {
    let frames = Mailbox<Frame>()
    let found = Mailbox<[Palm]>()
    let searches = Atomic<Int>(0)
  }

  private let desk: Desk
  private let thread: RealtimeThread

  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  init(_ models: TrackerModels) throws {
    let desk = Desk()
    self.desk = desk
    thread = try RealtimeThread(.init(name: "gf-palms", core: 1, priority: 0)) {
      while let frame = desk.frames.take() {
        desk.searches.add(1, ordering: .relaxed)
        // A search that fails finds nothing; the tracker's own thread meets the same error and reports it.
        if let palms = try? models.findPalms(in: frame) { desk.found.put(palms) }
      }
    }
  }

  var outcome: RealtimeThread.Outcome { thread.outcome }
  /// Searches begun so far.
  var searches: Int { desk.searches.load(ordering: .relaxed) }
  func look(at frame: Frame) { desk.frames.put(frame) }
  /// What the last search found, once.
  func takeFound() -> [Palm] { desk.found.takeIfThere() ?? [] }
  func stop() {
    desk.frames.close()
    thread.join()
  }
}

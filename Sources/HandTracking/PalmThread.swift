import Camera
import Realtime
import Synchronization

/// Searches palms on a thread of its own, at the ordinary priority, so that a search never holds up the hands that are tracked.
package final class PalmThread: Sendable {
  /// What the thread and its owner share.
  private final class Desk: Sendable {
    let frames = Mailbox<Request>()
    let found = Mailbox<[Palm]>()
    // Order: relaxed: a figure that orders nothing.
    let searches = Atomic<Int>(0)
    /// Number of the newest request, and of the newest that was answered.
    // Order: one thread alone raises it, before the mailbox takes the request, whose lock hands it over.
    let asked = Atomic<Int>(0)
    // Order: released when what was found lies in its mailbox, and acquired: who sees that nothing is searched any more finds it there.
    let answered = Atomic<Int>(0)
  }

  /// A frame to be searched. One that is replaced by a newer one is answered by that one's search.
  private struct Request: Sendable {
    let frame: Frame
    let number: Int
  }

  private let desk: Desk
  private let thread: RealtimeThread

  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  package init(_ models: TrackerModels) throws {
    let desk = Desk()
    self.desk = desk
    thread = try RealtimeThread(.init(name: "gf-palms", core: 1, priority: 0)) {
      while let request = desk.frames.take() {
        desk.searches.add(1, ordering: .relaxed)
        // A search that fails finds nothing; the tracker's own thread meets the same error and reports it.
        if let palms = try? models.findPalms(in: request.frame) { desk.found.put(palms) }
        desk.answered.store(request.number, ordering: .releasing)
      }
    }
  }

  var outcome: RealtimeThread.Outcome { thread.outcome }
  /// Searches begun so far.
  var searches: Int { desk.searches.load(ordering: .relaxed) }
  /// A search is asked for or running, and what it finds is not there yet.
  package var isSearching: Bool { desk.asked.load(ordering: .acquiring) != desk.answered.load(ordering: .acquiring) }
  /// Called by one thread.
  package func look(at frame: Frame) {
    let number = desk.asked.add(1, ordering: .acquiringAndReleasing).newValue
    desk.frames.put(Request(frame: frame, number: number))
  }
  /// What the last search found, once.
  func takeFound() -> [Palm] { desk.found.takeIfThere() ?? [] }
  /// Ends the thread.
  package func stop() {
    desk.frames.close()
    thread.join()
  }
}

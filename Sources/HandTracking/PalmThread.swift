import Camera
import Realtime
import Synchronization

/// Searches palms on its own thread at normal priority. A search never delays the hands that are tracked.
package final class PalmThread: Sendable {
  /// State that the thread and its owner share.
  private final class Shared: Sendable {
    let frames = Mailbox<Request>()
    let found = Mailbox<[Palm]>()
    // Order: relaxed: a figure that orders nothing.
    let searches = Atomic<Int>(0)
    /// Number of the newest request, and of the newest answered one.
    // Order: only one thread raises it, before the mailbox takes the request; the mailbox publishes it.
    let asked = Atomic<Int>(0)
    // Order: released after the result lies in its mailbox, and acquired: a thread that sees the search ended finds the
    // result there.
    let answered = Atomic<Int>(0)
    /// Number of the newest answered request whose result was taken.
    // Order: relaxed: only the thread that takes results uses it.
    let taken = Atomic<Int>(0)
  }

  /// A request to search a frame. A newer request replaces it, and the newer one's search answers both.
  private struct Request: Sendable {
    let frame: Frame
    let number: Int
  }

  private let shared: Shared
  private let thread: RealtimeThread

  /// Starts the thread.
  /// - Throws: `Failure` if the thread cannot be made.
  package init(_ models: TrackerModels) throws {
    let shared = Shared()
    self.shared = shared
    thread = try RealtimeThread(.init(name: "gf-palms", core: 1, priority: 0)) {
      while let request = shared.frames.take() {
        shared.searches.add(1, ordering: .relaxed)
        // A search that fails finds nothing. The tracker's own thread gets the same error and reports it.
        if let palms = try? models.findPalms(in: request.frame) { shared.found.put(palms) }
        shared.answered.store(request.number, ordering: .releasing)
      }
    }
  }

  var outcome: RealtimeThread.Outcome { thread.outcome }
  /// Number of searches begun so far.
  var searches: Int { shared.searches.load(ordering: .relaxed) }
  /// Whether a search is requested or running, without a result yet.
  package var isSearching: Bool { shared.asked.load(ordering: .acquiring) != shared.answered.load(ordering: .acquiring) }
  /// Requests a search of this frame. One thread calls it.
  package func look(at frame: Frame) {
    let number = shared.asked.add(1, ordering: .acquiringAndReleasing).newValue
    shared.frames.put(Request(frame: frame, number: number))
  }
  /// Returns the palms of the last search, once. One thread calls it.
  func takeFound() -> [Palm] {
    let answered = shared.answered.load(ordering: .acquiring)
    guard answered != shared.taken.exchange(answered, ordering: .relaxed) else { return [] }
    return shared.found.takeIfThere() ?? []
  }
  /// Ends the thread.
  package func stop() {
    shared.frames.close()
    thread.join()
  }
}

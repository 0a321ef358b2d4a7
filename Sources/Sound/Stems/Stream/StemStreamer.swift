import Dispatch
import Realtime
import Synchronization

/// The thread `gf-stream`, which fetches the pages of streamed channels. It sleeps while no streamed channel
/// plays.
final class StemStreamer: Sendable {
  /// State shared by the thread and its owner.
  private final class Shared: Sendable {
    let streams = Mutex<(list: [StemStream], isStopped: Bool)>(([], false))
    let arrival = DispatchSemaphore(value: 0)

    /// Returns the streams that are open; nil at the end.
    func open() -> [StemStream]? {
      streams.withLock {
        $0.list.removeAll(where: \.isClosed)
        return $0.isStopped ? nil : $0.list
      }
    }

    func run() {
      while let list = open() {
        if list.isEmpty {
          arrival.wait()
        } else if !fill(list) {
          _ = arrival.wait(timeout: .now() + .milliseconds(20))
        }
      }
    }

    /// Fetches a page of each stream. So a stream does not wait for all pages of another one.
    /// - Returns: whether there is more to do at once.
    func fill(_ list: [StemStream]) -> Bool { list.reduce(false) { $1.fill() || $0 } }
  }

  private let shared: Shared
  private let thread: RealtimeThread?

  /// - Throws: `Failure` if no thread can be made.
  /// - Parameter isFetching: whether to start the thread; if false, `settle` does its work.
  init(isFetching: Bool) throws {
    let shared = Shared()
    self.shared = shared
    thread = isFetching ? try RealtimeThread(.init(name: "gf-stream")) { shared.run() } : nil
  }

  /// Adds streams, whose pages it fetches until they are closed.
  func add(_ streams: [StemStream]) {
    guard !streams.isEmpty else { return }
    shared.streams.withLock { $0.list += streams }
    shared.arrival.signal()
  }

  /// Fetches all pages that are due on the calling thread. For a run without a clock.
  func settle() {
    while let list = shared.open(), shared.fill(list) {}
  }

  /// Changes the paths of files that have moved.
  /// - Parameter paths: new paths, by the paths with which the sets were loaded.
  func move(_ paths: [String: String]) { for stream in shared.open() ?? [] { stream.move(paths) } }

  /// Paths of files that cannot be read now.
  var missing: [String] { (shared.open() ?? []).compactMap(\.missingPath) }

  /// Number of pages in memory for all streamed channels, and its maximum.
  var pages: (there: Int, room: Int) { (shared.open() ?? []).reduce((0, 0)) { ($0.0 + $1.used, $0.1 + $1.room) } }

  /// Stops the thread. It finishes the current read first.
  func stop() {
    shared.streams.withLock { $0.isStopped = true }
    shared.arrival.signal()
    thread?.join()
  }
}

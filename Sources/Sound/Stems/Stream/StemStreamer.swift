import Dispatch
import Realtime
import Synchronization

/// The thread that fetches the pages of streamed channels: `gf-stream`, which waits as long as none is played.
final class StemStreamer: Sendable {
  /// What the thread and its owner share.
  private final class Desk: Sendable {
    let streams = Mutex<(list: [StemStream], isStopped: Bool)>(([], false))
    let arrival = DispatchSemaphore(value: 0)

    /// Those that are played; nil at the end.
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

    /// A page of each, so that none has to wait for all of another one's. - Returns: whether there is more to do at once.
    func fill(_ list: [StemStream]) -> Bool { list.reduce(false) { $1.fill() || $0 } }
  }

  private let desk: Desk
  private let thread: RealtimeThread?

  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  /// - Parameter isFetching: whether the thread is wanted; else `settle` does its work.
  init(isFetching: Bool) throws {
    let desk = Desk()
    self.desk = desk
    thread = isFetching ? try RealtimeThread(.init(name: "gf-stream")) { desk.run() } : nil
  }

  /// Fetches for these, too, until they are closed.
  func add(_ streams: [StemStream]) {
    guard !streams.isEmpty else { return }
    desk.streams.withLock { $0.list += streams }
    desk.arrival.signal()
  }

  /// Fetches all that is due on the calling thread, for a run without a clock.
  func settle() {
    while let list = desk.open(), desk.fill(list) {}
  }

  /// Files lie elsewhere by now. - Parameter paths: by where they lay when their set was loaded.
  func move(_ paths: [String: String]) { for stream in desk.open() ?? [] { stream.move(paths) } }

  /// Files that cannot be read now.
  var missing: [String] { (desk.open() ?? []).compactMap(\.missingPath) }

  /// Pages that all streamed channels have in memory, and how many they may have.
  var pages: (there: Int, room: Int) { (desk.open() ?? []).reduce((0, 0)) { ($0.0 + $1.used, $0.1 + $1.room) } }

  /// Ends the thread; what it reads now is read to its end.
  func stop() {
    desk.streams.withLock { $0.isStopped = true }
    desk.arrival.signal()
    thread?.join()
  }
}

import Dispatch
import Synchronization

/// Runs a job once for all requests made before it begins.
final class JoinedJob: Sendable {
  private let queue: DispatchQueue
  /// Whether a requested run has not begun.
  // Order: a request releases, and the run that clears it acquires, each in one step. So the run sees everything that
  // was done before a request that it serves.
  private let isDue = Atomic(false)

  /// - Parameter label: name of its serial queue.
  init(_ label: String) { queue = DispatchQueue(label: label, qos: .utility) }

  /// Requests a run. Does not wait for it.
  func request(_ job: @escaping @Sendable () -> Void) {
    if isDue.exchange(true, ordering: .releasing) { return }
    queue.async { [self] in
      _ = isDue.exchange(false, ordering: .acquiring)
      job()
    }
  }
}

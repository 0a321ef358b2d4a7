import Synchronization

/// A weak reference through which parts made before the box reach it.
final class BoxRelay: Sendable {
  private struct Weak { weak var box: Box? }
  private let weak = Mutex(Weak())

  var box: Box? {
    get { weak.withLock { $0.box } }
    set { weak.withLock { $0.box = newValue } }
  }
}

import Realtime
import Synchronization

/// Levels that other threads set for a part of the audio thread.
protocol AudioLevels: Sendable {
  /// The form in which the audio thread receives them. Powers and divisions are computed in advance.
  associatedtype Order: BitwiseCopyable & Sendable
  /// The levels, clamped to their ranges.
  var inRange: Self { get }
  var order: Order { get }
}

extension AudioLevels where Order == Self {
  var order: Self { self }
}

/// The connection of an engine part between the audio thread and others. Each part of the engine has one: levels go in,
/// its state comes out. The last levels win, however late the audio thread takes them: while the card is away they
/// wait.
struct AudioPort<Levels: AudioLevels, State: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  private let orders: LatestValue<Levels.Order>
  private let published: LatestValue<State>
  /// The levels that were set last. The boxes take one writer and one reader at a time: this lock gives the other
  /// threads turns, for a few copies. The audio thread never takes it.
  private let turn: Mutex<Levels>

  /// - Parameters:
  ///   - levels: levels before the first `set`, in range.
  ///   - state: state before the first block.
  init(_ levels: Levels, _ state: State) {
    orders = LatestValue(levels.order)
    published = LatestValue(state)
    turn = Mutex(levels)
  }

  /// Sets the levels from the next block on. Values out of range are clamped.
  borrowing func set(_ new: Levels) {
    turn.withLock {
      $0 = new.inRange
      orders.store($0.order)
    }
  }

  /// Records levels that reach the audio thread in another way.
  func record(_ new: Levels) { turn.withLock { $0 = new } }

  /// The levels that were set last, whether or not they apply yet.
  var wanted: Levels { turn.withLock { $0 } }

  /// State of the part after its last block.
  var state: State { turn.withLock { _ in published.load() } }

  // The audio thread's side. Inlined, because its callers are checked for locks and this generic type cannot be.

  /// Returns the levels if they were set since the last call.
  @inline(__always) borrowing func rtFresh() -> Levels.Order? { orders.loadIfFresh() }

  /// Publishes the state.
  @inline(__always) borrowing func rtTell(_ state: State) { published.store(state) }
}

import Realtime
import Synchronization

/// Where other threads meet the player: they look at what it plays. What the audio thread uses are lock-free boxes.
public final class PlayerDesk: Sendable {
  private let told = LatestValue<PlayerState>(PlayerState())
  /// The state has one reader at a time; they take turns here, and the audio thread waits for none of them.
  private let looking = Mutex<Void>(())

  /// Nothing is on its tapes yet.
  public init() {}

  /// What it plays now.
  public var state: PlayerState { looking.withLock { _ in told.load() } }
}

// The audio thread's side.
extension PlayerDesk {
  /// Says what is heard.
  @_noLocks package func rtTell(_ state: PlayerState) { told.store(state) }
}

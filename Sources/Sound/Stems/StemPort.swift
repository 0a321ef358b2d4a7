import Realtime
import Synchronization

/// The port through which other threads control the stems. They set levels, hand over sets, request loops and
/// read the state. The audio thread uses only lock-free boxes of it.
public final class StemPort: Sendable {
  /// Values kept for the audio thread.
  private struct Queue {
    /// Commands that found the ring full, in order.
    var waiting: [Due<StemCommand>] = []
    /// A set that waits until the audio thread has the previous one.
    var held: LoadedStemSet?
    /// Number of the set that was handed over last.
    var handed = 0
  }

  private let port = AudioPort(StemLevels(), StemState())
  private let commands = Ring<Due<StemCommand>>(capacity: 64, fill: Due(command: .loop(channel: -1, .whole), due: 0))
  /// Sets that are not heard any more. Four can be in use: the current one, the outgoing one, one that waits for
  /// its bar line, and one in the ring.
  private let released = Ring<LoadedStemSet>(
    capacity: 8, fill: LoadedStemSet(number: 0, grid: BarGrid(milliBPM: 0), parts: PerChannel(nil)))
  private let queue = Mutex<Queue>(Queue())
  /// How often the ring was full and a command had to wait.
  public let refusedPushes = Counter()

  /// Creates a port with levels at which nothing is heard.
  public init() {}

  deinit {
    while let command = commands.pop() { if case .take(let rig) = command.command { rig.free() } }
    while let rig = released.pop() { rig.free() }
    queue.withLock { $0.held?.free() }
  }

  /// Sets the levels; the last call wins. Any thread but the audio thread may call. The audio thread applies them
  /// at its next block. Values out of range are clamped.
  public func set(_ new: StemLevels) { port.set(new) }

  /// Sets the levels from an output frame on, and not earlier. Levels set in the meantime apply until then.
  /// - Parameters:
  ///   - new: the levels; values out of range are clamped.
  ///   - due: counted as `StemState.rendered`; 0, or a frame that has passed, means at once.
  public func set(_ new: StemLevels, due: Int64) {
    port.record(new.inRange)
    post(Due(command: .levels(new.inRange), due: due))
  }

  /// The levels that were set last, whether or not they apply yet.
  public var wanted: StemLevels { port.wanted }

  /// Requests a region of a channel. It begins at the next bar line that was not read yet. It replaces a pending
  /// region. `LoopRegion.whole` ends a loop.
  /// - Parameters:
  ///   - channel: 0...3; if the set has no such channel, the call has no effect.
  ///   - region: part of the stem.
  ///   - due: output frame of the request, counted as `StemState.rendered`; 0, or a frame that has passed, means
  ///     at once.
  public func loop(_ channel: Int, _ region: LoopRegion, due: Int64 = 0) {
    post(Due(command: .loop(channel: channel, region), due: due))
  }

  private func post(_ command: Due<StemCommand>) {
    queue.withLock { queue in
      if queue.waiting.isEmpty, commands.push(command) { return }
      refusedPushes.add()
      queue.waiting.append(command)
    }
  }

  /// Hands over a set. The set is freed when it is not heard any more. While the audio thread does not run, the
  /// last set waits here and earlier ones are freed unheard.
  package func take(_ rig: LoadedStemSet) {
    queue.withLock {
      $0.held?.free()
      $0.held = rig
    }
    tend()
  }

  /// Frees sets that are not heard any more, and sends waiting commands. Call it regularly from an ordinary
  /// thread; ten times a second is enough.
  public func tend() {
    queue.withLock { queue in
      while let rig = released.pop() { rig.free() }
      if let rig = queue.held, port.state.received == queue.handed, commands.push(Due(command: .take(rig), due: 0)) {
        queue.handed = rig.number
        queue.held = nil
      }
      var sent = 0
      while sent < queue.waiting.count, commands.push(queue.waiting[sent]) { sent += 1 }
      if sent > 0 { queue.waiting.removeFirst(sent) }
    }
  }

  /// Current state of the stems.
  public var state: StemState { port.state }
}

// Calls for the audio thread.
extension StemPort {
  /// Returns the levels that were set since the last call, or nil.
  @_noLocks func rtFresh() -> StemLevels? { port.rtFresh() }

  /// Returns the next command, or nil.
  @_noLocks func rtCommand() -> Due<StemCommand>? { commands.pop() }

  /// Gives a set back. The ring has room: at most four sets are in use.
  @_noLocks func rtRelease(_ rig: LoadedStemSet) { _ = released.push(rig) }

  /// Publishes the state.
  @_noLocks func rtTell(_ state: StemState) { port.rtTell(state) }
}

import Realtime
import Synchronization

/// Where other threads meet the stems: they say what shall be heard, hand sets over, ask for loops, and look at what is. What the audio thread uses are lock-free boxes.
public final class StemDesk: Sendable {
  /// What is kept for the audio thread.
  private struct Queue {
    /// Commands that found the ring full and wait for their turn, in order.
    var waiting: [Due<StemCommand>] = []
    /// A set that waits until the audio thread has got the one before it.
    var held: StemRig?
    /// The last set that was handed over.
    var handed = 0
    var state = StemState()
  }

  private let levels = LatestValue<StemLevels>(StemLevels())
  private let commands = Ring<Due<StemCommand>>(capacity: 64, fill: Due(command: .loop(channel: -1, .whole), due: 0))
  /// Sets that are not heard any more. Four can be on their way: heard, left, waiting for its bar line, in the ring.
  private let released = Ring<StemRig>(capacity: 8, fill: StemRig(number: 0, grid: BarGrid(milliBPM: 0), parts: PerChannel(nil)))
  private let told = LatestValue<StemState>(StemState())
  /// The box has one writer at a time.
  private let setting = Mutex<StemLevels>(StemLevels())
  private let queue = Mutex<Queue>(Queue())
  /// How often the ring was full and a command had to wait.
  public let refusedPushes = Counter()
  /// From a camera frame's capture to its control values' arrival here.
  public let controlLatency = Durations()

  /// Nothing is to be heard yet.
  public init() {}

  deinit {
    while let command = commands.pop() { if case .take(let rig) = command.command { rig.free() } }
    while let rig = released.pop() { rig.free() }
    queue.withLock { $0.held?.free() }
  }

  /// Says what shall be heard; the last one wins. Any thread but the audio thread, which takes it at its next block. Values out of range are brought into it.
  public func set(_ new: StemLevels) {
    setting.withLock {
      $0 = new.inRange
      levels.store($0)
    }
  }

  /// The same from a frame of the output on, and not before; what is set meanwhile holds until then.
  /// - Parameter due: counted as `StemState.rendered`; 0, or one that has passed, for at once.
  public func set(_ new: StemLevels, due: Int64) {
    setting.withLock { $0 = new.inRange }
    post(Due(command: .levels(new.inRange), due: due))
  }

  /// What was set last, whether or not it holds yet.
  public var wanted: StemLevels { setting.withLock { $0 } }

  /// Asks for a part of a channel, from the next bar line on that was not read yet; what was pending is replaced. `LoopRegion.whole` ends a loop.
  /// - Parameters:
  ///   - channel: 0...3; where the set has no such channel nothing happens.
  ///   - due: frame of the output at which it is asked for, counted as `StemState.rendered`; 0, or one that has passed, for at once.
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

  /// Hands a set over, which is freed when it is not heard any more. While the audio thread does not run, the last one waits here and those before it are freed unheard.
  package func take(_ rig: StemRig) {
    queue.withLock {
      $0.held?.free()
      $0.held = rig
    }
    tend()
  }

  /// Frees sets that are not heard any more, and sends what waits. An ordinary thread, now and then: ten times a second is enough.
  public func tend() {
    queue.withLock { queue in
      while let rig = released.pop() { rig.free() }
      queue.state = told.load()
      if let rig = queue.held, queue.state.received == queue.handed, commands.push(Due(command: .take(rig), due: 0)) {
        queue.handed = rig.number
        queue.held = nil
      }
      var sent = 0
      while sent < queue.waiting.count, commands.push(queue.waiting[sent]) { sent += 1 }
      if sent > 0 { queue.waiting.removeFirst(sent) }
    }
  }

  /// What the stems do now.
  public var state: StemState {
    queue.withLock {
      $0.state = told.load()
      return $0.state
    }
  }
}

// The audio thread's side.
extension StemDesk {
  /// Levels that were set since the last call.
  @_noLocks func rtFresh() -> StemLevels? { levels.loadIfFresh() }

  /// The next command.
  @_noLocks func rtCommand() -> Due<StemCommand>? { commands.pop() }

  /// Gives a set back. There is room: no more than four are on their way.
  @_noLocks func rtRelease(_ rig: StemRig) { _ = released.push(rig) }

  /// Says what is heard.
  @_noLocks func rtTell(_ state: StemState) { told.store(state) }
}

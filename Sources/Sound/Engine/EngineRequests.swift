import Realtime
import Synchronization

/// Access to the engine for other threads. It has commands for all channels, and readings. The audio thread may call
/// none of these functions.
extension SoundEngine {
  /// Sends a command. Any thread but the audio thread may call.
  ///
  /// The ring is full when no block is rendered. Then the command waits, `refusedPushes` counts it and `postAgain`
  /// sends it. A tone waits only for as long as it may begin.
  /// - Parameters:
  ///   - command: the audio thread runs it at its next block.
  ///   - now: nanoseconds of `Clock`.
  public func post(_ command: SoundCommand, at now: Int64 = Clock.nanoseconds) {
    var command = command
    command.postedAt = now
    waiting.withLock { [command] queue in
      queue.removeAll { $0.isOver(before: now - Self.longestWait) }
      if queue.isEmpty, commands.push(command) { return }
      refusedPushes.add()
      queue.append(command)
    }
  }

  /// Drops old tones when a sink starts or its card returns. Tones that have waited longer than two
  /// seconds do not begin, so that a series of them does not sound when the card returns. Any thread may call.
  /// - Parameter now: nanoseconds of `Clock`.
  public func soundBegins(at now: Int64 = Clock.nanoseconds) { oldestTone.store(now - Self.longestWait) }

  /// Nanoseconds that a tone may wait for a sink.
  private static let longestWait: Int64 = 2_000_000_000

  /// Sends the commands that found the ring full. The deck calls this at each turn of its worker (`Deck.fill`).
  public func postAgain() {
    waiting.withLock { queue in
      var sent = 0
      while sent < queue.count, commands.push(queue[sent]) { sent += 1 }
      if sent > 0 { queue.removeFirst(sent) }
    }
  }

  /// State of the engine now.
  public var state: EngineState { waiting.withLock { _ in told.load() } }

  /// A frame, counted as `EngineState.rendered`, and the time it is heard. Nil while the sink does not know the
  /// time: the card cannot report it or is gone, or the engine renders without a clock.
  public var clockPair: FrameTime? { waiting.withLock { _ in times.load()?.pair } }

  /// Returns the frame that plays a message which arrived at a time. The frame is counted as
  /// `EngineState.rendered`. It is heard a period of the sink and half a millisecond after the arrival. 0, which
  /// means at once, while the sink does not know when a frame is heard.
  /// - Parameter seconds: time of `Clock`.
  public func due(arrivedAt seconds: Double) -> Int64 { waiting.withLock { _ in times.load()?.due(arrivedAt: seconds) ?? 0 } }

  /// Returns 256 samples of the output from shortly after the last call. The rate is 12,000 samples a second; an
  /// earlier call gets fewer samples. Callers take turns.
  public func takeScope() -> [Float] {
    waiting.withLock { _ in
      var samples: [Float] = []
      samples.reserveCapacity(256)
      while let sample = scope.pop() { samples.append(sample) }
      return samples
    }
  }
}

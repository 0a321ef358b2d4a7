import Realtime
import Synchronization

/// What other threads do with the engine: they send what is of all channels, and look at what is heard. No function here is the audio thread's.
extension SoundEngine {
  /// Sends a command; any thread but the audio thread. If the ring is full, because no block is rendered, the command waits, is counted in `refusedPushes` and
  /// sent by `postAgain`; a tone only as long as it may begin.
  /// - Parameter now: nanoseconds of `Clock`.
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

  /// A sink begins to render, or goes on after a card was away: tones that waited longer than two seconds until then are not begun, so that no row of them comes together with the card. Any thread.
  /// - Parameter now: nanoseconds of `Clock`.
  public func soundBegins(at now: Int64 = Clock.nanoseconds) { oldestTone.store(now - Self.longestWait) }

  /// Nanoseconds that a tone may wait for a sink.
  private static let longestWait: Int64 = 2_000_000_000

  /// Sends what found the ring full; the deck does it with each turn of its worker (`Deck.fill`).
  public func postAgain() {
    waiting.withLock { queue in
      var sent = 0
      while sent < queue.count, commands.push(queue[sent]) { sent += 1 }
      if sent > 0 { queue.removeFirst(sent) }
    }
  }

  /// What it does now.
  public var state: EngineState { looking.withLock { _ in told.load() } }

  /// A frame, counted as `EngineState.rendered`, and when it is heard; nil while the sink does not know (a card that cannot tell or is gone, rendering without a clock).
  public var clockPair: FrameTime? { looking.withLock { _ in times.load()?.pair } }

  /// The frame, counted as `EngineState.rendered`, that plays what arrived at a time: a period of the sink and half a millisecond behind it. 0, for at once, while the sink does not know when a frame is heard.
  /// - Parameter seconds: of `Clock`.
  public func due(arrivedAt seconds: Double) -> Int64 { looking.withLock { _ in times.load()?.due(arrivedAt: seconds) ?? 0 } }

  /// 256 samples of what was heard shortly after the last call, 12,000 a second; fewer if it was asked for sooner. Callers take turns.
  public func takeScope() -> [Float] {
    looking.withLock { _ in
      var samples: [Float] = []
      samples.reserveCapacity(256)
      while let sample = scope.pop() { samples.append(sample) }
      return samples
    }
  }
}

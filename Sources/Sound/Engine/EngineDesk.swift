import Realtime
import Stretch
import Synchronization

/// What other threads do with the engine: they say what shall be heard, and look at what is. No function here is the audio thread's.
extension SoundEngine {
  /// Says what shall be heard. Any thread but the audio thread; the last one wins. The audio thread takes it at its next block, whenever that comes: with the
  /// card away it waits. Values out of range are brought into it.
  public func set(_ new: SoundLevels) {
    setting.withLock { present in
      present = new.inRange
      levels.store(present)
    }
  }

  /// The levels that were set last.
  package var present: SoundLevels { setting.withLock { $0 } }

  /// Runs a tape's stretcher in at a frame, with the speed and pitch that hold now, and has the audio thread go over to both. Takes as long as some 40 blocks. For the thread that
  /// has the tape, which is not its own any more when this returns.
  /// - Parameters: - index: of the tape. - serial: number of the jump. - due: frame of the output at which it goes over, see `SoundCommand.due`.
  package func load(_ index: Int, at frame: Int64, serial: Int, due: Int64 = 0) {
    let (speed, cents) = (Double(present.speed), Double(present.cents))
    _ = stretchers[index].start(at: Place(frame: frame), speed: speed, ratio: PitchRatio.rtFrom(cents: cents), tapes[index].reader)
    var command = SoundCommand(.load)
    command.index = index
    command.serial = serial
    command.due = due
    post(command)
  }

  /// Sends a command; any thread but the audio thread. If the ring is full, because no block is rendered, the command waits, is counted in `refusedPushes` and
  /// sent by `postAgain`.
  public func post(_ command: SoundCommand) {
    waiting.withLock { queue in
      if queue.isEmpty, commands.push(command) { return }
      refusedPushes.add()
      queue.append(command)
    }
  }

  /// Sends what found the ring full; the deck's worker does it now and then.
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
  public var clockPair: FrameTime? { looking.withLock { _ in times.load() } }

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

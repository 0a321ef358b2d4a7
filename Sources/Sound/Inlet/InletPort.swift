import Realtime
import Synchronization

/// The port of other programs' sound for ordinary threads. One thread writes the sound, others set how it is heard
/// and read its state. The audio thread uses only a tape and lock-free boxes.
public final class InletPort: Sendable {
  let tape = Tape()
  private let port = AudioPort(InletLevels(), InletState())
  private let takes = LatestValue<InletTake>(InletTake())
  private let readings = LatestValue<InletReading>(InletReading())
  /// The take that was published last. Held by the one writer: only its thread uses the feeder.
  private let feeding = Mutex(InletTake())
  nonisolated(unsafe) private let feeder: InletFeeder
  /// Drift of the writer for `state`, in thousandths of 1 ppm.
  // Order: an independent value, possibly from another moment than the rest of the state.
  private let drift = Counter()
  // Order: an independent value, as `drift`. 1 for a writer that waits for the buffer.
  private let paced = Counter()

  /// Creates a port without a writer, not heard.
  public init() { feeder = InletFeeder(tape) }

  /// Sets how the sound is heard; the last call wins. Any thread but the audio thread may call. The audio thread
  /// applies the levels at its next block. Values out of range are clamped.
  public func set(_ levels: InletLevels) { port.set(levels) }

  /// The levels that were set last.
  public var wanted: InletLevels { port.wanted }

  /// State of the sound now.
  public var state: InletState {
    var state = port.state
    state.driftPPM = Double(drift.load()) / 1000
    state.isPaced = paced.load() != 0
    return state
  }
}

// The writer's side: one ordinary thread at a time. Each call takes as long as its frames need to be computed.
extension InletPort {
  /// Starts a writer. The buffered sound of the previous one is heard to its end, unless the inlet is silent now.
  /// - Parameter rate: frames per second, 8000...192000; the nearest valid rate is used.
  public func begin(rate: Int) {
    feeding.withLock { published in
      feeder.begin(rate: rate, readings.load())
      publish(&published)
    }
  }

  /// Writes the writer's next frames. No frame is lost while the sound is heard: the caller writes again the frames
  /// without room.
  ///
  /// While the inlet is silent, a writer with its own clock plays on unheard: all its frames are taken and dropped.
  /// A writer without a clock stands still.
  /// - Parameters:
  ///   - left: 1 is full scale; NaN becomes silence.
  ///   - right: as `left`.
  ///   - frames: number of frames.
  /// - Returns: number of frames taken or dropped; 0 without `begin`.
  public func write(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) -> Int {
    feeding.withLock { published in
      let used = feeder.write(left, right, frames, readings.load())
      publish(&published)
      return used
    }
  }

  /// Ends the writer. The buffered sound is heard, then it fades out.
  public func end() {
    feeding.withLock { published in
      feeder.end()
      publish(&published)
    }
  }

  /// Ends the writer and drops its buffered sound. Used when another sound follows, or a broadcast that has gone on
  /// meanwhile. Sound that is heard now still plays to its end, so call this while the inlet is silent.
  public func forget() {
    feeding.withLock { published in
      feeder.forget()
      publish(&published)
    }
  }

  private func publish(_ published: inout InletTake) {
    published = feeder.take
    takes.store(published)
    drift.store(Int64((feeder.correction * 1e9).rounded()))
    paced.store(feeder.isPaced(readings.load()) ? 1 : 0)
  }
}

// The audio thread's side.
extension InletPort {
  /// Returns the levels if they were set since the last call.
  @_noLocks func rtFresh() -> InletLevels? { port.rtFresh() }

  /// Returns the take on the tape if it is new.
  @_noLocks func rtTake() -> InletTake? { takes.loadIfFresh() }

  /// Publishes the state, and how full the buffer is.
  @_noLocks func rtTell(_ state: InletState, _ reading: InletReading) {
    port.rtTell(state)
    readings.store(reading)
  }
}

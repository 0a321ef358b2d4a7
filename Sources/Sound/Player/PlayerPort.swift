import CRealtime
import Realtime
import Stretch

/// A tape that the player switches to.
struct TapeLoad: BitwiseCopyable, Sendable {
  /// Index of the tape, one of two.
  let tape: Int
  /// Number of the jump that it belongs to.
  let serial: Int
}

/// The player's port for other threads. They set how it sounds, one of them fills its two tapes, and others read
/// its state. The audio thread uses only tapes and lock-free boxes.
public final class PlayerPort: Sendable {
  /// Two tapes: the worker fills one while the other is heard.
  public let tapes: [Tape]
  /// One stretcher per tape, which comes and goes with it. The thread that has the tape may run it in. The channel
  /// frees them.
  let stretchers: [StretcherHandle]
  private let port: AudioPort<SoundLevels, PlayerState>
  /// The ring never fills: at most two tapes are in it.
  private let loads = Ring<Due<TapeLoad>>(capacity: 4, fill: Due(command: TapeLoad(tape: 0, serial: 0), due: 0))
  /// Tapes that are not heard any more, returned to the worker.
  package let released = Ring<Int>(capacity: 8, fill: 0)
  /// Time from a camera frame's capture until its control values arrive here.
  public let controlLatency = Durations()

  /// Creates a port with empty tapes.
  /// - Parameter volume: initial volume, 0...1.
  init(volume: Float) {
    tapes = [Tape(), Tape()]
    stretchers = tapes.map { _ in StretcherHandle.make() }
    port = AudioPort(SoundLevels(volume: volume).inRange, PlayerState())
  }

  /// Sets how the player sounds; the last call wins. Any thread but the audio thread may call. The audio thread
  /// applies the levels at its next block, however late: while the card is away it waits. Values out of range are
  /// clamped.
  public func set(_ new: SoundLevels) { port.set(new) }

  /// The levels that were set last.
  public var wanted: SoundLevels { port.wanted }

  /// Runs a tape's stretcher in and queues both for playback. It uses the current speed and pitch, and
  /// takes as long as some 40 blocks. For the thread that has the tape; it gives the tape up with this call. Call
  /// it only while the engine exists.
  /// - Parameters:
  ///   - index: index of the tape.
  ///   - serial: number of the jump.
  ///   - due: frame of the output at which the player switches, counted as `PlayerState.rendered`. 0 or a frame in
  ///     the past means at once.
  package func load(_ index: Int, at frame: Int64, serial: Int, due: Int64 = 0) {
    let now = wanted
    let ratio = PitchRatio.rtFrom(cents: Double(now.cents))
    _ = stretchers[index].start(at: Place(frame: frame), speed: Double(now.speed), ratio: ratio, tapes[index].reader)
    _ = loads.push(Due(command: TapeLoad(tape: index, serial: serial), due: due))
  }

  /// State of the player now.
  public var state: PlayerState { port.state }
}

// The audio thread's side.
extension PlayerPort {
  /// Returns the levels if they were set since the last call.
  @_noLocks func rtFresh() -> SoundLevels? { port.rtFresh() }

  /// Returns the next tape to switch to.
  @_noLocks func rtLoad() -> Due<TapeLoad>? { loads.pop() }

  /// Returns a tape with its stretcher to the worker. The ring has room, because there are only two tapes.
  @_noLocks func rtRelease(_ tape: Int) { _ = released.push(tape) }

  /// Records the latency of a camera frame.
  @_noLocks func rtTime(_ capture: Double) { controlLatency.record(gf_now_ns() &- Int64(capture * 1e9)) }

  /// Publishes the state.
  @_noLocks package func rtTell(_ state: PlayerState) { port.rtTell(state) }
}

import CRealtime
import Realtime
import Stretch
import Synchronization

/// A tape that the player is to go over to.
struct TapeLoad: BitwiseCopyable, Sendable {
  /// Which of the two.
  let tape: Int
  /// Number of the jump that it belongs to.
  let serial: Int
}

/// Where other threads meet the player: they say how it shall sound, one of them brings music onto its two tapes, and others look at what it plays. What the audio thread uses are tapes and lock-free boxes.
public final class PlayerDesk: Sendable {
  /// Two of them: the worker fills one while the other is heard.
  public let tapes: [Tape]
  /// One a tape, which comes and goes with it: whoever has the tape may run it in. The channel frees them.
  let stretchers: [StretcherHandle]
  private let levels = LatestValue<SoundLevels>(SoundLevels())
  /// There is room: no more than two tapes are on their way.
  private let loads = Ring<Due<TapeLoad>>(capacity: 4, fill: Due(command: TapeLoad(tape: 0, serial: 0), due: 0))
  /// Tapes that are not heard any more, back to the worker.
  package let released = Ring<Int>(capacity: 8, fill: 0)
  private let told = LatestValue<PlayerState>(PlayerState())
  /// The levels that were set last. Boxes have one writer and one reader at a time; they take turns here, and the audio thread waits for none of them.
  private let setting: Mutex<SoundLevels>
  private let looking = Mutex<Void>(())
  /// From a camera frame's capture to its control values' arrival here.
  public let controlLatency = Durations()

  /// Nothing is on its tapes yet. - Parameter volume: at the start, 0...1.
  init(volume: Float) {
    tapes = [Tape(), Tape()]
    stretchers = tapes.map { _ in StretcherHandle.make() }
    setting = Mutex(SoundLevels(volume: volume).inRange)
  }

  /// Says what shall be heard. Any thread but the audio thread; the last one wins. The audio thread takes it at its next block, whenever that comes: with the
  /// card away it waits. Values out of range are brought into it.
  public func set(_ new: SoundLevels) {
    setting.withLock {
      $0 = new.inRange
      levels.store($0)
    }
  }

  /// What was set last.
  public var wanted: SoundLevels { setting.withLock { $0 } }

  /// Runs a tape's stretcher in at a frame, with the speed and pitch that hold now, and has the audio thread go over to both. Takes as long as some 40 blocks. For the thread that
  /// has the tape, which is not its own any more when this returns; only while the engine is there.
  /// - Parameters:
  ///   - index: of the tape.
  ///   - serial: number of the jump.
  ///   - due: frame of the output at which it goes over, counted as `PlayerState.rendered`; 0, or one that has passed, for at once.
  package func load(_ index: Int, at frame: Int64, serial: Int, due: Int64 = 0) {
    let now = wanted
    let ratio = PitchRatio.rtFrom(cents: Double(now.cents))
    _ = stretchers[index].start(at: Place(frame: frame), speed: Double(now.speed), ratio: ratio, tapes[index].reader)
    _ = loads.push(Due(command: TapeLoad(tape: index, serial: serial), due: due))
  }

  /// What it plays now.
  public var state: PlayerState { looking.withLock { _ in told.load() } }
}

// The audio thread's side.
extension PlayerDesk {
  /// Levels that were set since the last call.
  @_noLocks func rtFresh() -> SoundLevels? { levels.loadIfFresh() }

  /// The next tape to go over to.
  @_noLocks func rtLoad() -> Due<TapeLoad>? { loads.pop() }

  /// Gives a tape back, with its stretcher. There is room: there are two.
  @_noLocks func rtRelease(_ tape: Int) { _ = released.push(tape) }

  /// Times a picture's way.
  @_noLocks func rtTime(_ capture: Double) { controlLatency.record(gf_now_ns() &- Int64(capture * 1e9)) }

  /// Says what is heard.
  @_noLocks package func rtTell(_ state: PlayerState) { told.store(state) }
}

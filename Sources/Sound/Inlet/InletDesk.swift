import Realtime
import Synchronization

/// Where other threads meet another program's sound: one of them brings it, others say how it shall be heard and look at what is. What the audio thread uses are a tape and lock-free boxes.
public final class InletDesk: Sendable {
  let tape = Tape()
  private let orders = LatestValue<InletLevels>(InletLevels())
  private let takes = LatestValue<InletTake>(InletTake())
  private let readings = LatestValue<InletReading>(InletReading())
  private let told = LatestValue<InletState>(InletState())
  /// Boxes have one writer and one reader at a time; they take turns here, and the audio thread waits for none of them.
  private let setting = Mutex<InletLevels>(InletLevels())
  private let feeding = Mutex<Void>(())
  /// Used by whoever has `feeding`.
  nonisolated(unsafe) private let feeder: InletFeeder
  private let looking = Mutex<Void>(())
  /// What `state` says of the writer, in thousandths of a millionth, and 1 for one that waits for us.
  // Order: a figure by itself, which may be of another moment than the rest of the state.
  private let drift = Counter()
  // Order: a figure by itself, as `drift`.
  private let paced = Counter()

  /// Nothing comes yet, and nothing is to be heard.
  public init() { feeder = InletFeeder(tape) }

  /// Says how it shall be heard; the last one wins. Any thread but the audio thread, which takes it at its next block. Values out of range are brought into it.
  public func set(_ levels: InletLevels) {
    setting.withLock {
      $0 = levels.inRange
      orders.store($0)
    }
  }

  /// What was set last.
  public var wanted: InletLevels { setting.withLock { $0 } }

  /// What becomes of it now.
  public var state: InletState {
    var state = looking.withLock { _ in told.load() }
    state.driftPPM = Double(drift.load()) / 1000
    state.isPaced = paced.load() != 0
    return state
  }
}

// The writer's side: one ordinary thread at a time, each call takes as long as its frames need to be computed.
extension InletDesk {
  /// A writer begins. What is kept of the one before is heard to its end, unless nothing is heard now. - Parameter rate: frames a second, 8000...192000; the nearest counts.
  public func begin(rate: Int) {
    feeding.withLock { _ in
      feeder.begin(rate: rate, readings.load())
      tell()
    }
  }

  /// Brings the writer's next frames. None is lost while it is heard: what finds no room comes again.
  ///
  /// While nothing is heard a writer with a clock of its own plays on unheard (all is taken and thrown away); one without stands still where it is.
  /// - Parameters: - left, right: 1 is full scale; what is no number becomes silence. - frames: how many there are.
  /// - Returns: how many found room, or were thrown away: 0 without `begin`.
  public func write(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) -> Int {
    feeding.withLock { _ in
      let used = feeder.write(left, right, frames, readings.load())
      tell()
      return used
    }
  }

  /// The writer has ended: what is kept is heard, then it fades out.
  public func end() {
    feeding.withLock { _ in
      feeder.end()
      tell()
    }
  }

  /// The writer has ended, and what is kept of it is not to be heard: another one's sound is, or that of a broadcast that has gone on meanwhile.
  /// What is heard now is heard to its end all the same: call it while nothing is.
  public func forget() {
    feeding.withLock { _ in
      feeder.forget()
      tell()
    }
  }

  private func tell() {
    takes.store(feeder.take)
    drift.store(Int64((feeder.correction * 1e9).rounded()))
    paced.store(feeder.isPaced(readings.load()) ? 1 : 0)
  }
}

// The audio thread's side.
extension InletDesk {
  /// Levels that were set since the last call.
  @_noLocks func rtFresh() -> InletLevels? { orders.loadIfFresh() }

  /// Which writer's sound is on the tape, if it is news.
  @_noLocks func rtTake() -> InletTake? { takes.loadIfFresh() }

  /// Says what is heard, and how full the buffer is.
  @_noLocks func rtTell(_ state: InletState, _ reading: InletReading) {
    told.store(state)
    readings.store(reading)
  }
}

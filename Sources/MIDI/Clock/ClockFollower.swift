/// A type that follows an incoming MIDI clock.
///
/// It finds the tempo without the jitter, the position in the song, and whether the clock still comes. It is a pure
/// function of its input. Times are seconds of one clock that does not jump.
///
/// The tempo is the slope of a regression (`TickLine`). The regression covers the last 24 ticks after a change, and
/// up to 768 ticks while the tempo is steady.
public struct ClockFollower: Sendable {
  /// Seconds without a tick after which the clock is lost.
  public static let patience = 0.5
  /// Tempi that the follower follows, in beats a minute.
  public static let tempi = 20.0...400.0
  /// Number of early ticks that prove the newest stamp wrong. An early tick is stamped before the newest one. The
  /// early ticks must come in a row, and their stamps must rise.
  private static let rethink = 6

  /// Whether the song runs, by the last start, continue or stop.
  public private(set) var isRunning = false
  /// The last fault. Nil after a quarter of good ticks or after a start.
  public private(set) var fault: ClockFault?
  /// Number of ticks whose time was not usable.
  public private(set) var refused = 0
  /// Number of missing ticks that were counted. A gap counts when the ticks after it continue the beat.
  public private(set) var missed = 0
  /// Number of times that the song continued away from its stop.
  public private(set) var jumps = 0

  private var line = TickLine()
  private var noise = TickNoise()
  private var fit: TickLine.Fit?
  private var song = SongPlace()
  /// Stamp of the newest tick that was refused for its order. Nil after a good tick.
  private var before: Double?
  private var rising = 0
  /// Ticks without a usable stamp since the newest good one.
  private var unstamped: Int64 = 0
  private var good = 0
  private var lastInterval: Double?
  /// Number of ticks that may be lost before the newest one. They count as lost if the next tick continues the beat.
  private var suspected: Int64 = 0

  /// Creates a follower that has received nothing.
  public init() {}

  /// Beats a minute, 20...400. It is nil before the first quarter and while the clock cannot be followed.
  public var tempo: Double? { fit.map(\.tempo).flatMap { Self.tempi.contains($0) ? $0 : nil } }

  /// Standard deviation of the tempo, in beats a minute. Nil without a tempo.
  public var uncertainty: Double? { tempo == nil ? nil : fit?.uncertainty }

  /// Standard deviation of the ticks' times around the beat, in seconds. Nil without a tempo.
  public var jitter: Double? { tempo == nil ? nil : noise.deviation }

  /// Whether a clock came, but not for the last half second.
  /// - Parameter now: in seconds.
  public func isLost(at now: Double) -> Bool { line.last.map { abs(now - $0.time) > Self.patience } ?? false }

  /// Returns the state of the incoming clock.
  public func state(at now: Double) -> ClockState {
    if line.last == nil { return fault == .noNumber ? .refused(.noNumber) : .silent }
    if isLost(at: now) { return .lost }
    if tempo != nil { return .steady }
    switch fault {
    case .tooFast, .tooSlow, .standsStill, .noNumber: return .refused(fault ?? .standsStill)
    case .positionWhileRunning, .positionOutOfRange, nil: return .listening
    }
  }

  /// Returns the position in the song, in quarters from its beginning.
  ///
  /// The position moves evenly between ticks and stands still while the song does. It is nil when unknown: while the
  /// song runs without a tempo, and after a loss until the next start.
  /// - Parameter now: in seconds, at most half a second before the newest tick.
  public func beat(at now: Double) -> Double? {
    guard isRunning else { return song.standing.map { Double($0) / Double(ClockMessage.ticksPerBeat) } }
    guard let fit, tempo != nil, let last = line.last, abs(now - last.time) <= Self.patience else { return nil }
    return song.ticks(at: Double(last.number) + (now - last.time - fit.end) / fit.period).map { $0 / Double(ClockMessage.ticksPerBeat) }
  }

  /// Takes an incoming message.
  /// - Parameter time: arrival in seconds; not used for a start, a stop or a position.
  public mutating func take(_ message: ClockMessage, at time: Double) {
    switch message {
    case .tick: tick(at: time)
    case .start: run(from: 0)
    case .continue:
      // The song goes on from its current position. That position is unknown after a loss.
      if isLost(at: time) { song.lose() }
      stop()
      run(from: song.wanted)
    case .stop: stop()
    case .position(let sixteenths):
      guard ClockMessage.positions.contains(sixteenths) else {
        tell(.positionOutOfRange(sixteenths))
        return
      }
      if isRunning { tell(.positionWhileRunning) }
      song.wanted = Int64(sixteenths * ClockMessage.ticksPerSixteenth)
      song.isWanted = true
    }
  }

  /// Resets the follower, because another clock begins or the box leads.
  public mutating func forget() { if line.last != nil || isRunning || fault != nil { self = ClockFollower() } }

  private mutating func stop() {
    guard isRunning else { return }
    isRunning = false
    song.stop(at: newest)
  }

  private mutating func run(from place: Int64?) {
    stop()
    // Without a position the song runs at an unknown place.
    if let place, let standing = song.standing, standing != place { jumps += 1 }
    song.start(from: place)
    isRunning = true
    fault = nil
  }

  private mutating func tick(at time: Double) {
    guard time.isFinite else { return refuse(.noNumber) }
    let number = newest + 1
    guard let last = line.last else { return begin(at: time, number) }
    guard time > last.time else { return stepBack(to: time) }
    if time - last.time > Self.patience {
      // Ticks of that time were not heard or counted.
      song.lose()
      return begin(at: time, number)
    }
    if isRunning, song.isAwaited { joinBeat(at: time) }
    line.append(number: number, time: time)
    repair(time - last.time, isNext: unstamped == 0 && !(isRunning && song.isAwaited))
    unstamped = 0
    before = nil
    good += 1
    if good >= TickLine.least { fault = nil }
    song.tick(number, isRunning: isRunning)
    look()
  }

  /// Number of the last tick, with or without a usable stamp.
  private var newest: Int64 { (line.last?.number ?? 0) + unstamped }

  /// Begins a new line with this tick. Ticks before it no longer count.
  private mutating func begin(at time: Double, _ number: Int64) {
    line.begin()
    noise.begin()
    fit = nil
    (before, rising, unstamped, good, lastInterval, suspected) = (nil, 0, 0, 1, nil, 0)
    line.append(number: number, time: time)
    song.tick(number, isRunning: isRunning)
  }

  /// Handles a tick whose stamp is not above the newest one's. The tick counts, its stamp does not.
  private mutating func stepBack(to time: Double) {
    if let before, time > before { rising += 1 } else { rising = 1 }
    before = time
    refuse(.standsStill)
    // Those stamps agree with each other. The one far ahead of them was wrong.
    if rising >= Self.rethink { begin(at: time, newest) }
  }

  private mutating func refuse(_ fault: ClockFault) {
    refused += 1
    unstamped += 1
    song.tick(newest, isRunning: isRunning)
    tell(fault)
  }

  private mutating func tell(_ fault: ClockFault) {
    self.fault = fault
    good = 0
  }

  /// Shifts the line after a start. Many clocks begin their beat anew with a start; the tempo stays the same.
  private mutating func joinBeat(at time: Double) {
    guard let fit, let last = line.last, unstamped == 0 else { return }
    let late = time - (last.time + fit.end + fit.period)
    if abs(late) > 5 * noise.deviation { line.shift(by: late) }
  }

  /// Learns the jitter and counts lost ticks. Ticks were lost when an interval of several whole periods comes before
  /// one of a single period.
  private mutating func repair(_ interval: Double, isNext: Bool) {
    guard isNext else {
      (lastInterval, suspected) = (nil, 0)
      return
    }
    if let lastInterval { noise.take(interval - lastInterval) }
    lastInterval = interval
    // With much jitter a late tick looks like a lost one.
    guard let fit, noise.deviation < fit.period / 16 else {
      suspected = 0
      return
    }
    let periods = interval / fit.period
    if suspected > 0, abs(periods - 1) < 0.25 {
      line.shiftNewestTwo(by: suspected)
      missed += Int(suspected)
    }
    let whole = periods.rounded()
    suspected = whole >= 2 && abs(periods - whole) < 0.25 ? Int64(whole) - 1 : 0
  }

  /// Fits the line through the ticks. A flood of ticks is refused before it costs time.
  private mutating func look() {
    guard let span = line.span else { return }
    let bpm = 60 * Double(TickLine.least - 1) / (span * Double(ClockMessage.ticksPerBeat))
    guard bpm <= Self.tempi.upperBound * 1.25 else {
      fit = nil
      fault = .tooFast(bpm: bpm)
      return
    }
    fit = line.fit(jitter: noise.deviation)
    guard let fit else { return }
    if fit.tempo > Self.tempi.upperBound { fault = .tooFast(bpm: fit.tempo) }
    if fit.tempo < Self.tempi.lowerBound { fault = .tooSlow(bpm: fit.tempo) }
  }
}

/// Follows a MIDI clock that comes in: its tempo without its jitter, where in the song it is, and whether it still comes. A pure function of what it is given; times are seconds of one clock that does not jump.
///
/// The tempo is the slope of a regression (`TickLine`): over the last 24 ticks after a change, and over up to 768 of them while it is steady.
public struct ClockFollower: Sendable {
  /// Seconds without a tick after which the clock is lost.
  public static let patience = 0.5
  /// Beats a minute that are followed.
  public static let tempi = 20.0...400.0
  /// Ticks in a row with times before the newest one's, rising among themselves, after which that one was the wrong one.
  private static let rethink = 6

  /// The song runs, by the last start, continue or stop.
  public private(set) var isRunning = false
  /// What was wrong last; nil once a quarter of good ticks, or a start, has followed.
  public private(set) var fault: ClockFault?
  /// Ticks whose time could not be used.
  public private(set) var refused = 0
  /// Ticks that did not come and were counted, because those behind them go on in their beat.
  public private(set) var missed = 0
  /// How often the song went on from another place than where it stopped.
  public private(set) var jumps = 0

  private var line = TickLine()
  private var noise = TickNoise()
  private var fit: TickLine.Fit?
  private var song = SongPlace()
  /// When the newest tick came by a stamp that was refused for its order; nil after a good one.
  private var before: Double?
  private var rising = 0
  /// Ticks without a usable stamp since the newest good one.
  private var unstamped: Int64 = 0
  private var good = 0
  private var lastInterval: Double?
  /// So many may have been lost before the newest tick, if the next one follows in the beat.
  private var suspected: Int64 = 0

  /// Nothing was heard.
  public init() {}

  /// Beats a minute, 20...400; nil until a quarter has been heard, and while it cannot be followed.
  public var tempo: Double? { fit.map(\.tempo).flatMap { Self.tempi.contains($0) ? $0 : nil } }

  /// Standard deviation of the tempo, in beats a minute; nil without one.
  public var uncertainty: Double? { tempo == nil ? nil : fit?.uncertainty }

  /// Standard deviation of the ticks' times around the beat, in seconds; nil without a tempo.
  public var jitter: Double? { tempo == nil ? nil : noise.deviation }

  /// No tick has come for half a second, though there had been some. - Parameter now: in seconds.
  public func isLost(at now: Double) -> Bool { line.last.map { abs(now - $0.time) > Self.patience } ?? false }

  /// How it stands with the clock.
  public func state(at now: Double) -> ClockState {
    if line.last == nil { return fault == .noNumber ? .refused(.noNumber) : .silent }
    if isLost(at: now) { return .lost }
    if tempo != nil { return .steady }
    switch fault {
    case .tooFast, .tooSlow, .standsStill, .noNumber: return .refused(fault ?? .standsStill)
    case .positionWhileRunning, .positionOutOfRange, nil: return .listening
    }
  }

  /// Where in the song it is, in quarters from its beginning: goes on evenly between ticks, stands still while the song does. nil when that is not known: while it runs without a tempo, and after a loss until the next start.
  /// - Parameter now: seconds, not before the newest tick by more than half a second.
  public func beat(at now: Double) -> Double? {
    guard isRunning else { return song.standing.map { Double($0) / Double(ClockMessage.ticksPerBeat) } }
    guard let fit, tempo != nil, let last = line.last, abs(now - last.time) <= Self.patience else { return nil }
    return song.ticks(at: Double(last.number) + (now - last.time - fit.end) / fit.period).map { $0 / Double(ClockMessage.ticksPerBeat) }
  }

  /// Takes what came. - Parameter time: when it came, in seconds; of a start, a stop or a position it is not used.
  public mutating func take(_ message: ClockMessage, at time: Double) {
    switch message {
    case .tick: tick(at: time)
    case .start: run(from: 0)
    case .continue:
      // One that comes while the song runs goes on from where that is by now, which nobody knows after a loss.
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

  /// Another clock begins, or none.
  public mutating func forget() { if line.last != nil || isRunning || fault != nil { self = ClockFollower() } }

  private mutating func stop() {
    guard isRunning else { return }
    isRunning = false
    song.stop(at: newest)
  }

  private mutating func run(from place: Int64?) {
    stop()
    // Without a place the song runs, and nobody knows where.
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
      // What came in that time was not heard, and nobody has counted it.
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

  /// Number of the tick that came last, with or without a usable stamp.
  private var newest: Int64 { (line.last?.number ?? 0) + unstamped }

  /// The first tick of those that count: times before it tell nothing any more.
  private mutating func begin(at time: Double, _ number: Int64) {
    line.begin()
    noise.begin()
    fit = nil
    (before, rising, unstamped, good, lastInterval, suspected) = (nil, 0, 0, 1, nil, 0)
    line.append(number: number, time: time)
    song.tick(number, isRunning: isRunning)
  }

  /// A tick whose stamp is not above the newest one's: it counts as a tick, and its stamp does not.
  private mutating func stepBack(to time: Double) {
    if let before, time > before { rising += 1 } else { rising = 1 }
    before = time
    refuse(.standsStill)
    // Not they are wrong, but the one that is far ahead of them.
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

  /// Many clocks begin their beat anew with a start: the tempo is what it was, and only the line moves.
  private mutating func joinBeat(at time: Double) {
    guard let fit, let last = line.last, unstamped == 0 else { return }
    let late = time - (last.time + fit.end + fit.period)
    if abs(late) > 5 * noise.deviation { line.shift(by: late) }
  }

  /// Jitter is learned, and ticks that were lost are counted: an interval of some whole periods, followed by one of a single period.
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

  /// The line through the ticks. A flood is refused before it costs anything.
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

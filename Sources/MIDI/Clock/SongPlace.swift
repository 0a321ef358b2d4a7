/// Where in its song a clock is, in ticks from the song's beginning.
struct SongPlace: Sendable {
  /// Where the next continue goes on; nil when that is not known.
  var wanted: Int64? = 0
  /// A song position has said so, and not the place of the last stop.
  var isWanted = false
  /// Number of the tick that is the song's first; nil when that is not known, or not yet.
  private var origin: Int64?
  /// What the next tick is, after a start or continue.
  private var next: Int64?

  /// Where the song stands while it does; nil when that is not known.
  var standing: Int64? { wanted }

  /// The next tick begins the song, or goes on with it.
  var isAwaited: Bool { next != nil }

  /// - Parameter place: nil for a song that runs somewhere.
  mutating func start(from place: Int64?) {
    next = place
    origin = nil
    isWanted = false
  }

  /// - Parameter number: of the newest tick.
  mutating func stop(at number: Int64) {
    defer { (origin, next) = (nil, nil) }
    // A song position that came meanwhile is what the next continue means.
    guard !isWanted else { return }
    wanted = next ?? origin.map { number - $0 + 1 }
  }

  /// Ticks went by that nobody counted.
  mutating func lose() {
    if origin != nil { (origin, next) = (nil, nil) }
  }

  mutating func tick(_ number: Int64, isRunning: Bool) {
    guard isRunning, let next else { return }
    origin = number - next
    self.next = nil
  }

  /// - Parameter number: of the tick of now, with its fraction. - Returns: the place; what the next tick is to be until that comes.
  func ticks(at number: Double) -> Double? {
    if let origin { return number - Double(origin) }
    return next.map(Double.init)
  }
}

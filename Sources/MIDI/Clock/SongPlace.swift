/// Position of a clock in its song, in ticks from the beginning.
struct SongPlace: Sendable {
  /// Position from which the next continue goes on; nil when unknown.
  var wanted: Int64? = 0
  /// Whether a song position has set `wanted`, and not the last stop.
  var isWanted = false
  /// Number of the song's first tick. Nil when unknown or not known yet.
  private var origin: Int64?
  /// Position of the next tick, after a start or a continue.
  private var next: Int64?

  /// Position of a song that stands still; nil when unknown.
  var standing: Int64? { wanted }

  /// Whether the next tick begins or continues the song.
  var isAwaited: Bool { next != nil }

  /// Starts the song.
  /// - Parameter place: nil for a song that runs at an unknown position.
  mutating func start(from place: Int64?) {
    next = place
    origin = nil
    isWanted = false
  }

  /// Stops the song.
  /// - Parameter number: of the newest tick.
  mutating func stop(at number: Int64) {
    defer { (origin, next) = (nil, nil) }
    // A song position in the meantime overrides the place of the stop.
    guard !isWanted else { return }
    wanted = next ?? origin.map { number - $0 + 1 }
  }

  /// Forgets the position, because ticks were not counted.
  mutating func lose() {
    if origin != nil { (origin, next) = (nil, nil) }
  }

  mutating func tick(_ number: Int64, isRunning: Bool) {
    guard isRunning, let next else { return }
    origin = number - next
    self.next = nil
  }

  /// Returns the position for a tick number.
  /// - Parameter number: of the current tick, with a fraction.
  /// - Returns: the position. After a start or a continue it is that of the next tick, until that tick comes.
  func ticks(at number: Double) -> Double? {
    if let origin { return number - Double(origin) }
    return next.map(Double.init)
  }
}

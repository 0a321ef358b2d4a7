import MIDI
import Sound

/// State machine of the incoming and the outgoing clock. Pure. It takes messages, places and times, and returns
/// actions.
struct TempoFollower: Sendable {
  /// Settings from the configuration.
  struct Settings: Sendable, Equatable {
    /// Whether the incoming clock sets the tempo.
    var follows = false
    /// Whether the box sends a clock when it does not follow one.
    var gives = false
  }

  /// The actions after a poll.
  struct Deeds: Sendable, Equatable {
    /// Factor of the set's own tempo; nil to keep the current one.
    var speed: Double?
    /// Tempo for echoes by beats, in beats a minute. Nil to keep it.
    var echo: Double?
    /// Whether the other box was started or stopped; nil without a change.
    var plays: Bool?
    var sends: [ClockGiver.Due] = []
    /// Sentences for the owner.
    var notices: [String] = []
  }

  private enum Kind: Hashable { case follows, lost, refused, outOfRange, position, echo, rival }

  var settings = Settings()
  /// Tempo of the incoming clock in beats a minute, when last polled.
  private(set) var tempo: Double?
  /// Whether the song of the clock ran.
  private(set) var isRunning = false
  /// Whether the clock sets the tempo of the music.
  private(set) var isFollowed = false
  private var inlet = ClockInlet()
  private var driver = TempoDriver()
  private var giver = ClockGiver()
  private var isStarted: Bool?
  private var event = TempoEvent<Kind>()
  private var positions = TempoEvent<Kind>()
  private var duels = TempoEvent<Kind>()

  /// Makes the state before any message.
  init() {}

  /// Takes an incoming message.
  /// - Parameter time: its time in seconds of `Clock`.
  mutating func hear(_ message: ClockMessage, at time: Double) {
    inlet.take(message, at: time)
    guard settings.follows else { return }
    switch message {
    case .start, .continue: isStarted = true
    case .stop: isStarted = false
    case .tick, .position: break
    }
  }

  /// Returns whether polls can wait for a message or other settings.
  /// - Parameter now: time of the last poll in seconds of `Clock`.
  func isAtRest(at now: Double) -> Bool {
    guard !settings.gives, isStarted == nil, tempo == nil else { return false }
    switch inlet.follower.state(at: now) {
    case .silent, .lost: return true
    case .listening, .steady, .refused: return false
    }
  }

  /// Takes the current state and returns the actions.
  /// - Parameters:
  ///   - stems: place of the set; nil before the first one.
  ///   - isScene: whether the box plays stems.
  ///   - now: in seconds of `Clock`.
  mutating func look(_ stems: StemTempoState?, isScene: Bool, at now: Double) -> Deeds {
    var deeds = Deeds()
    deeds.plays = isStarted
    isStarted = nil
    tempo = inlet.follower.state(at: now) == .steady ? inlet.follower.tempo : nil
    isRunning = tempo != nil && inlet.follower.isRunning
    isFollowed = false
    if settings.follows { follow(stems, isScene, now, &deeds) }
    let leads = settings.gives && !settings.follows && isScene
    deeds.sends = giver.give(leads ? stems : nil, at: now)
    for due in deeds.sends where due.message == .tick { inlet.sent(at: due.time) }
    tellDuel(now, &deeds)
    return deeds
  }

  /// Ends the clock because the box shuts down.
  /// - Returns: a stop for the follower.
  mutating func end(at now: Double) -> [ClockGiver.Due] { giver.give(nil, at: now) }

  private mutating func follow(_ stems: StemTempoState?, _ isScene: Bool, _ now: Double, _ deeds: inout Deeds) {
    let clock = inlet.follower
    let drive = driver.drive(clock, at: now, setTempo: stems?.bpm ?? clock.tempo ?? 120, beat: stems?.beat(at: now))
    // A set has a range of tempos; echoes do not.
    isFollowed = tempo != nil && (!isScene || drive.reason == nil)
    deeds.speed = stems == nil ? nil : drive.speed
    deeds.echo = tempo
    let kind: Kind? =
      switch drive.reason {
      case nil: .follows
      case .waiting: nil
      case .lost: .lost
      case .refused: .refused
      // Without stems, echoes follow at any tempo.
      case .outOfRange: isScene ? .outOfRange : .follows
      }
    if event.begins(kind, at: now), let kind {
      deeds.notices.append(kind == .follows ? "the tempo follows the MIDI clock" : drive.reason?.description ?? "")
    }
    let isEarly = clock.fault == .positionWhileRunning
    if positions.begins(isEarly ? .position : nil, at: now) { deeds.notices.append("\(ClockFault.positionWhileRunning)") }
  }

  private mutating func tellDuel(_ now: Double, _ deeds: inout Deeds) {
    let kind: Kind? =
      switch inlet.verdict(at: now) {
      case .none, .undecided: nil
      case .echo: .echo
      case .rival: .rival
      }
    if duels.begins(kind, at: now), let text = inlet.notice(at: now) { deeds.notices.append(text) }
  }
}

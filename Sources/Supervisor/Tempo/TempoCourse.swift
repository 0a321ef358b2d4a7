import MIDI
import Sound

/// The clock that comes in and the one that goes out, look by look. Pure: messages, places and time come in, and what is to be done comes out.
struct TempoCourse: Sendable {
  /// As it is configured.
  struct Settings: Sendable, Equatable {
    /// The clock that comes in says the tempo.
    var follows = false
    /// The box gives a clock, where it does not follow one.
    var gives = false
  }

  /// What is to be done after a look.
  struct Deeds: Sendable, Equatable {
    /// Tempo of the set over its own; nil for the one that it has.
    var speed: Double?
    /// Of echoes that go by beats, in beats a minute; nil for the one that they have.
    var echo: Double?
    /// The other box was started, or stopped.
    var plays: Bool?
    var sends: [ClockGiver.Due] = []
    /// Sentences for the owner.
    var notices: [String] = []
  }

  private enum Kind: Hashable { case follows, lost, refused, outOfRange, position, echo, rival }

  var settings = Settings()
  /// Tempo of the clock that came in by the last look, in beats a minute; nil while there was none that could be followed.
  private(set) var tempo: Double?
  /// Its song ran.
  private(set) var isRunning = false
  /// It says the tempo of what the box plays.
  private(set) var isFollowed = false
  private var inlet = ClockInlet()
  private var driver = TempoDriver()
  private var giver = ClockGiver()
  private var isStarted: Bool?
  private var news = TempoNews<Kind>()
  private var positions = TempoNews<Kind>()
  private var duels = TempoNews<Kind>()

  /// Nothing came and nothing was sent.
  init() {}

  /// Takes what came. - Parameter time: when, in seconds of `Clock`.
  mutating func hear(_ message: ClockMessage, at time: Double) {
    inlet.take(message, at: time)
    guard settings.follows else { return }
    switch message {
    case .start, .continue: isStarted = true
    case .stop: isStarted = false
    case .tick, .position: break
    }
  }

  /// Looks are of no use until something is heard, or the settings are other ones. - Parameter now: of the last look, in seconds of `Clock`.
  func isAtRest(at now: Double) -> Bool {
    guard !settings.gives, isStarted == nil, tempo == nil else { return false }
    switch inlet.follower.state(at: now) {
    case .silent, .lost: return true
    case .listening, .steady, .refused: return false
    }
  }

  /// - Parameters:
  ///   - stems: where the set is; nil before the first one.
  ///   - isScene: stems are what the box plays.
  ///   - now: in seconds of `Clock`.
  mutating func look(_ stems: StemLook?, isScene: Bool, at now: Double) -> Deeds {
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

  /// The box goes down. - Returns: a stop, for whoever follows it.
  mutating func end(at now: Double) -> [ClockGiver.Due] { giver.give(nil, at: now) }

  private mutating func follow(_ stems: StemLook?, _ isScene: Bool, _ now: Double, _ deeds: inout Deeds) {
    let clock = inlet.follower
    let drive = driver.drive(clock, at: now, setTempo: stems?.bpm ?? clock.tempo ?? 120, beat: stems?.beat(at: now))
    // A set cannot be played at every tempo; echoes can.
    isFollowed = tempo != nil && (!isScene || drive.reason == nil)
    deeds.speed = stems == nil ? nil : drive.speed
    deeds.echo = tempo
    let kind: Kind? =
      switch drive.reason {
      case nil: .follows
      case .waiting: nil
      case .lost: .lost
      case .refused: .refused
      // Where no stems are played echoes follow all the same.
      case .outOfRange: isScene ? .outOfRange : .follows
      }
    if news.begins(kind, at: now), let kind {
      deeds.notices.append(kind == .follows ? "the tempo is the MIDI clock's" : drive.reason?.description ?? "")
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

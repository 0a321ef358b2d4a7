import Link
import MIDI

/// State machine that keeps the stems in a shared tempo. Pure. It takes the state of the session and the place of the
/// set, and returns actions.
///
/// The session leads, with its tempo and its bars. Only a box that has been alone since it joined moves the session's
/// beat to its own.
struct LinkFollower: Sendable {
  /// The actions after a poll.
  struct Deeds: Sendable, Equatable {
    /// Factor of the set's own tempo; nil to keep the current one.
    var speed: Double?
    /// Tempo for echoes by beats, in beats a minute.
    var echo = 120.0
    /// Tempo to give to the session.
    var tempo: Double?
    /// Beat of the set to give to the session.
    var lays: Double?
    /// Sentence for the owner, if due.
    var notice: String?
  }

  private enum Kind: Hashable { case alone, others, outOfRange }

  /// Largest distance in beats that remains when the box is alone. The speed removes a smaller distance.
  private static let most = 0.05

  /// Lead of the session's bar over the set's, in session quarters. It is that of the last poll, up to 0.6 of a bar;
  /// nil while no set is heard.
  private(set) var apart: Double?
  private var driver = TempoDriver()
  private var hasMetOthers = false
  private var hasBegun = false
  private var event = TempoEvent<Kind>()

  /// Makes the state of a session that was just joined.
  init() {}

  /// Takes the current state and returns the actions.
  /// - Parameters:
  ///   - session: state of the session at this moment.
  ///   - stems: place of the set; nil before the first one.
  ///   - isScene: whether the box plays stems.
  ///   - now: in seconds of `Clock`.
  mutating func look(_ session: TempoSessionState, _ stems: StemTempoState?, isScene: Bool, at now: Double) -> Deeds {
    if session.peers > 0 { hasMetOthers = true }
    var deeds = Deeds()
    var session = session
    if !hasBegun, isScene, let stems {
      hasBegun = true
      // A later member then joins the tempo that is played here.
      if !hasMetOthers {
        session.tempo = (stems.bpm * stems.speed * 1000).rounded() / 1000
        deeds.tempo = session.tempo
      }
    }
    deeds.echo = session.tempo
    let ours = isScene ? stems?.beat(at: now) : nil
    let drive = driver.drive(
      tempo: session.tempo, beat: session.beat, bar: session.bar, setTempo: stems?.bpm ?? session.tempo, beat: ours)
    apart = drive.apart
    if let ours, !hasMetOthers, let far = drive.apart, abs(far) > Self.most {
      deeds.lays = ours
      deeds.speed = session.tempo / (stems?.bpm ?? session.tempo)
      apart = 0
    } else if stems != nil {
      deeds.speed = drive.speed
    }
    tell(session, drive.reason, isScene, now, &deeds)
    return deeds
  }

  private mutating func tell(
    _ session: TempoSessionState, _ reason: TempoDriver.Reason?, _ isScene: Bool, _ now: Double, _ deeds: inout Deeds
  ) {
    let kind: Kind = reason != nil && isScene ? .outOfRange : session.peers > 0 ? .others : .alone
    guard event.begins(kind, at: now) else { return }
    deeds.notice =
      switch kind {
      case .alone: "Ableton Link: no other program shares the tempo"
      case .others: "Ableton Link: the tempo is shared"
      case .outOfRange:
        "Ableton Link's tempo is \((session.tempo * 10).rounded() / 10) BPM: choose a tempo from half to twice the set's tempo"
      }
  }
}

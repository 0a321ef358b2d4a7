import Link
import MIDI

/// The stems in a shared tempo, look by look. Pure: what the session says and where the set is come in, and what is to be done comes out.
///
/// The session leads, with its tempo and its bars. Only a box that has been alone since it joined lays the session's beat on its own.
struct LinkCourse: Sendable {
  /// What is to be done after a look.
  struct Deeds: Sendable, Equatable {
    /// Tempo of the set over its own; nil for the one that it has.
    var speed: Double?
    /// Of echoes that go by beats, in beats a minute.
    var echo = 120.0
    /// The session takes this tempo.
    var tempo: Double?
    /// The session takes the set's beat.
    var lays: Double?
    /// A sentence for the owner, if it is due.
    var notice: String?
  }

  private enum Kind: Hashable { case alone, others, outOfRange }

  /// Beats that a box that is alone leaves between the session and its set; what is less is brought together by the speed.
  private static let most = 0.05

  /// How far the session's bar is ahead of the set's by the last look, in quarters of the session, up to 0.6 of a bar; nil while no set is heard.
  private(set) var apart: Double?
  private var driver = TempoDriver()
  private var hasMetOthers = false
  private var hasBegun = false
  private var news = TempoNews<Kind>()

  /// The session was just joined.
  init() {}

  /// - Parameters:
  ///   - session: what it says of this moment.
  ///   - stems: where the set is; nil before the first one.
  ///   - isScene: stems are what the box plays.
  ///   - now: in seconds of `Clock`.
  mutating func look(_ session: SessionLook, _ stems: StemLook?, isScene: Bool, at now: Double) -> Deeds {
    if session.peers > 0 { hasMetOthers = true }
    var deeds = Deeds()
    var session = session
    if !hasBegun, isScene, let stems {
      hasBegun = true
      // Whoever joins later finds what is played here.
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

  private mutating func tell(_ session: SessionLook, _ reason: TempoDriver.Reason?, _ isScene: Bool, _ now: Double, _ deeds: inout Deeds) {
    let kind: Kind = reason != nil && isScene ? .outOfRange : session.peers > 0 ? .others : .alone
    guard news.begins(kind, at: now) else { return }
    deeds.notice =
      switch kind {
      case .alone: "Ableton Link: nobody else shares the tempo"
      case .others: "Ableton Link: the tempo is shared"
      case .outOfRange:
        "Ableton Link's tempo is \((session.tempo * 10).rounded() / 10) BPM: the stems go from half to twice the set's tempo"
      }
  }
}

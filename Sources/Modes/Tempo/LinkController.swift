import GestureFlowAPI
import Link
import Realtime
import Sound

/// Connects the shared tempo with the stems and echoes that it leads.
package final class LinkController: Sendable {
  private struct State: Sendable {
    var course = LinkFollower()
    var session: (any TempoSession)?
    var look: TempoSessionState?
    /// Time of the last poll in seconds of `Clock`.
    var lookedAt = 0.0
  }

  /// Smallest change of the echoes' tempo, in beats a minute.
  private static let echoStep = 0.01

  private let stems: StemController
  private let controls: ControlLoop
  private let pair: @Sendable () -> FrameTime?
  private let notice: @Sendable (String) -> Void
  /// The published state. The thread of the rounds publishes it, and at the end of a session the thread that has joined
  /// it.
  private let state = Published(State())

  /// Makes the controller.
  /// - Parameters:
  ///   - stems: the stems to lead.
  ///   - controls: the controls to lead.
  ///   - pair: returns a frame of the output and its time; nil while no card reports it.
  ///   - notice: logs a sentence for the owner.
  package init(
    _ stems: StemController, _ controls: ControlLoop, pair: @escaping @Sendable () -> FrameTime?,
    notice: @escaping @Sendable (String) -> Void
  ) { (self.stems, self.controls, self.pair, self.notice) = (stems, controls, pair, notice) }

  /// Does due work, on an ordinary thread.
  /// - Parameters:
  ///   - session: the shared tempo.
  ///   - now: seconds of `Clock`.
  package func round(_ session: any TempoSession, at now: Double) {
    let look = StemTempoState(stems, pair())
    let isScene = controls.values.channel == .stems
    let bar = (isScene ? look?.metre ?? .common : .common).quarters
    let said = session.look(at: now, bar: bar)
    let deeds = state.change { state in
      (state.session, state.look, state.lookedAt) = (session, said, now)
      return state.course.look(said, look, isScene: isScene, at: now)
    }
    if let tempo = deeds.tempo { session.set(tempo: tempo, at: now) }
    if let beat = deeds.lays { session.lay(beat: beat, at: now, bar: bar) }
    if let speed = deeds.speed, let look, stems.values.tempo != speed || stems.values.tempoOf != look.set {
      controls.change { $0.stems.set(tempo: speed, of: look.set) }
    }
    let echo = min(max(deeds.echo, 20), 400)
    if abs(controls.view.instrument.values.tempo - echo) >= Self.echoStep {
      controls.change { $0.instrument.set { $0.tempo = echo } }
    }
    if let text = deeds.notice { notice(text) }
  }

  /// Ends the session; the music keeps its tempo.
  package func end() { state.store(State()) }

  /// Shares a tempo that a person chose here with all members.
  /// - Parameters:
  ///   - bpm: beats a minute.
  ///   - now: time of the choice in seconds of `Clock`.
  package func share(_ bpm: Double, at now: Double) { state.now.session?.set(tempo: bpm, at: now) }

  /// Status of the session; nil without one.
  package var status: LinkStatus? {
    let state = state.now
    guard let said = state.look else { return nil }
    return LinkStatus(
      tempoBPM: said.tempo.rounded(digits: 2), peers: said.peers, beat: Self.inBar(said).rounded(digits: 6),
      clockSeconds: state.lookedAt.rounded(digits: 6), apartMs: state.course.apart.map { ($0 * 60_000 / said.tempo).rounded(digits: 2) })
  }

  private static func inBar(_ look: TempoSessionState) -> Double {
    let rest = look.beat.truncatingRemainder(dividingBy: look.bar)
    return rest < 0 ? rest + look.bar : rest
  }
}

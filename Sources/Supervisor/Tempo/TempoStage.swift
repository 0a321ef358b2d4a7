import GestureFlowAPI
import MIDI
import Sound
import Synchronization

/// The tempo between the box and other people's gear: the clock that comes in leads stems and echoes, or the stems give a clock.
package final class TempoStage: Sendable {
  /// Who hears of it.
  package struct Ways: Sendable {
    /// Which frame of the output is heard when; nil while no card says so.
    var pair: @Sendable () -> FrameTime?
    /// Sends a message of the clock; the number is seconds of `Clock`.
    var send: @Sendable (ClockMessage, Double) -> Void
    /// A sentence for the owner.
    var notice: @Sendable (String) -> Void

    package init(
      pair: @escaping @Sendable () -> FrameTime?, send: @escaping @Sendable (ClockMessage, Double) -> Void,
      notice: @escaping @Sendable (String) -> Void
    ) {
      self.pair = pair
      self.send = send
      self.notice = notice
    }
  }

  /// A tempo of echoes that differs by less, in beats a minute, is what a clock's jitter makes of it.
  private static let echoStep = 0.05

  private let stems: StemStage
  private let controls: Controls
  private let ways: Ways
  private let course = Mutex(TempoCourse())

  /// - Parameters: what is led: the stems, and by `controls` the instrument, with their pauses; and who hears of it.
  package init(_ stems: StemStage, _ controls: Controls, _ configuration: Configuration, ways: Ways) {
    (self.stems, self.controls, self.ways) = (stems, controls, ways)
    configure(configuration)
  }

  /// Who says the tempo, and whether a clock is given.
  package func configure(_ configuration: Configuration) {
    let settings = TempoCourse.Settings(follows: configuration.tempoSource == "midi", gives: configuration.midiClockOut)
    course.withLock { $0.settings = settings }
  }

  /// Takes what came by MIDI. Any thread; never waits. - Parameter time: when, in seconds of `Clock`.
  package func hear(_ message: ClockMessage, at time: Double) { course.withLock { $0.hear(message, at: time) } }

  /// Does what is due, on an ordinary thread: often enough that ticks are on their way before their moment (`ClockGiver.ahead`). - Parameter now: seconds of `Clock`.
  package func round(at now: Double) {
    let look = StemLook(stems, ways.pair())
    let isScene = controls.values.channel == .stems
    let deeds = course.withLock { $0.look(look, isScene: isScene, at: now) }
    if let speed = deeds.speed, let look { lead(look.set, speed) }
    if let echo = deeds.echo { lead(echo: echo) }
    // Only stems have a song that a clock could start and stop.
    if let plays = deeds.plays, isScene { plays ? controls.play() : controls.pause() }
    for due in deeds.sends { ways.send(due.message, due.time) }
    for text in deeds.notices { ways.notice(text) }
  }

  /// Nothing is to be done until a message of a clock comes or another configuration: none comes, and none is given. - Parameter now: seconds of `Clock`.
  package func isAtRest(at now: Double) -> Bool { course.withLock { $0.isAtRest(at: now) } }

  /// The box goes down: whoever follows it is told to stop. - Parameter now: seconds of `Clock`.
  package func end(at now: Double) { for due in course.withLock({ $0.end(at: now) }) { ways.send(due.message, due.time) } }

  /// - Throws: `Problem` while the clock that comes in says the tempo.
  package func checkFree() throws(Problem) {
    guard course.withLock({ $0.isFollowed }) else { return }
    throw .refused("the tempo is the MIDI clock's while one comes in: gfctl config set tempo.source set, to set it here")
  }

  /// Writes into the status what comes in.
  package func note(in status: inout MIDIStatus) {
    let (tempo, isRunning) = course.withLock { ($0.tempo, $0.isRunning) }
    status.clockBPM = tempo?.rounded(digits: 2)
    status.clockRunning = isRunning
  }

  private func lead(_ set: Int, _ speed: Double) {
    let values = stems.controls.values
    if values.tempo != speed || values.tempoOf != set { stems.controls.set(tempo: speed, of: set) }
  }

  private func lead(echo bpm: Double) {
    guard let instrument = controls.instrument, abs(instrument.values.tempo - bpm) >= Self.echoStep else { return }
    instrument.set { $0.tempo = bpm }
  }
}

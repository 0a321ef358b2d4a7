import GestureFlowAPI
import MIDI
import Settings
import Sound
import Synchronization

/// Connects the tempo of the box with other equipment by MIDI clock. The incoming clock leads stems and echoes, or
/// the stems lead an outgoing clock.
package final class TempoController: Sendable {
  /// Dependencies of the controller.
  package struct Dependencies: Sendable {
    /// Returns a frame of the output and its time. Nil while no card reports it.
    var pair: @Sendable () -> FrameTime?
    /// Logs a sentence for the owner.
    var notice: @Sendable (String) -> Void

    package init(pair: @escaping @Sendable () -> FrameTime?, notice: @escaping @Sendable (String) -> Void) {
      self.pair = pair
      self.notice = notice
    }
  }

  /// Smallest change of the echoes' tempo, in beats a minute. A smaller one is the jitter of the clock.
  private static let echoStep = 0.05

  private let stems: StemController
  private let controls: ControlLoop
  private let dependencies: Dependencies
  private let follower = Mutex(TempoFollower())

  /// Makes the controller.
  /// - Parameters:
  ///   - stems: the stems to lead.
  ///   - controls: lead the instrument, and the pauses of both.
  ///   - configuration: the first settings.
  ///   - dependencies: the time of the output, and the log.
  package init(_ stems: StemController, _ controls: ControlLoop, _ configuration: Configuration, dependencies: Dependencies) {
    (self.stems, self.controls, self.dependencies) = (stems, controls, dependencies)
    configure(configuration)
  }

  /// Sets the source of the tempo, and whether a clock goes out.
  package func configure(_ configuration: Configuration) {
    let settings = TempoFollower.Settings(follows: configuration.tempoSource == "midi", gives: configuration.midiClockOut)
    follower.withLock { $0.settings = settings }
  }

  /// Takes a MIDI message. Any thread; never waits.
  /// - Parameter time: its time in seconds of `Clock`.
  package func hear(_ message: ClockMessage, at time: Double) { follower.withLock { $0.hear(message, at: time) } }

  /// Does due work, on an ordinary thread. It must run often enough that ticks are sent before they are due
  /// (`ClockGiver.ahead`).
  /// - Parameter now: seconds of `Clock`.
  /// - Returns: messages to send, due at seconds of `Clock`.
  package func round(at now: Double) -> [(message: ClockMessage, time: Double)] {
    let look = StemTempoState(stems, dependencies.pair())
    let isScene = controls.values.channel == .stems
    let deeds = follower.withLock { $0.look(look, isScene: isScene, at: now) }
    if let speed = deeds.speed, let look { lead(look.set, speed) }
    if let echo = deeds.echo { lead(echo: echo) }
    // Only stems have a song that a clock can start and stop.
    if let plays = deeds.plays, isScene { controls.change { plays ? $0.play() : $0.pause() } }
    for text in deeds.notices { dependencies.notice(text) }
    return deeds.sends.map { ($0.message, $0.time) }
  }

  /// Returns whether work can wait for a message or another configuration. No clock comes in then, and none goes out.
  /// - Parameter now: seconds of `Clock`.
  package func isAtRest(at now: Double) -> Bool { follower.withLock { $0.isAtRest(at: now) } }

  /// Returns the stop for the follower, because the box shuts down.
  /// - Parameter now: seconds of `Clock`.
  package func end(at now: Double) -> [(message: ClockMessage, time: Double)] {
    follower.withLock { $0.end(at: now) }.map { ($0.message, $0.time) }
  }

  /// Checks that the tempo can be set here.
  /// - Throws: `Problem` while the incoming clock sets the tempo.
  package func checkFree() throws(Problem) {
    guard follower.withLock({ $0.isFollowed }) else { return }
    throw .refused("the tempo follows the MIDI clock: run gfctl config set tempo.source set first")
  }

  /// Adds the incoming clock to the status.
  package func add(to status: inout MIDIStatus) {
    let (tempo, isRunning) = follower.withLock { ($0.tempo, $0.isRunning) }
    status.clockBPM = tempo?.rounded(digits: 2)
    status.clockRunning = isRunning
  }

  private func lead(_ set: Int, _ speed: Double) {
    let values = stems.values
    if values.tempo != speed || values.tempoOf != set { controls.change { $0.stems.set(tempo: speed, of: set) } }
  }

  private func lead(echo bpm: Double) {
    guard abs(controls.view.instrument.values.tempo - bpm) >= Self.echoStep else { return }
    controls.change { $0.instrument.set { $0.tempo = bpm } }
  }
}

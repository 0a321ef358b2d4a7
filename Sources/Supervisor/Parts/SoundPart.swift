import GestureFlowAPI
import Realtime
import Settings
import Sound

/// The sound card, or its replacement.
package final class SoundPart: Component {
  private struct State {
    var sink: any Sink
    /// Whether `check` started the sink before `start` was called.
    var isStarted = false
  }

  package let name = "sound"
  package let patience = BackOff.device
  private let engine: SoundEngine
  private let choice: SinkChoice?
  private let isAppliance: Bool
  private let fallback: String
  private let log: BootLog
  /// Published by the thread that starts and stops the part.
  private let state: Published<State>

  /// - Parameters:
  ///   - engine: the sound engine to play.
  ///   - settings: the requested sink. If the card is missing, the appliance waits for it, and a run by hand writes a
  ///     file instead.
  ///   - log: receives the report of this.
  package init(_ engine: SoundEngine, settings: RunSettings, log: BootLog) {
    self.engine = engine
    choice = settings.sink
    isAppliance = settings.isAppliance
    fallback = settings.fallbackWAV
    self.log = log
    state = Published(State(sink: (settings.sink ?? .alsa(nil)).make()))
  }

  /// The sink in use.
  package var sink: any Sink { state.now.sink }

  /// Starts a requested sink that is not a card. It must work: a file that cannot be written is the caller's mistake.
  package func check() throws(Failure) {
    guard let choice else { return }
    if case .alsa = choice { return }
    // On the appliance, the FIFO comes from the configuration. It plays as soon as the pipe can be made.
    if isAppliance, case .fifo = choice { return }
    do { try sink.start(engine) } catch { throw error as? Failure ?? Failure("\(error)") }
    state.change { $0.isStarted = true }
  }

  package func start() throws(Failure) {
    let wasStarted = state.change { state in
      defer { state.isStarted = false }
      return state.isStarted
    }
    if wasStarted { return }
    do { try sink.start(engine) } catch {
      let failure = Failure(part: error)
      if isAppliance { throw failure }
      log.part("sound", .warn, "\(failure)")
      let file = ClockedSink.wav(fallback)
      do { try file.start(engine) } catch { throw Failure(part: error) }
      state.change { $0.sink = file }
    }
  }

  package func stop() { sink.stop() }

  package var condition: Condition {
    let health = sink.health
    // The sink itself looks for a card that was unplugged; the music waits.
    if let problem = health.problem {
      return health.running ? .degraded(Failure(part: problem)) : .lost(Failure(part: problem))
    }
    return .running
  }

  package var summary: String {
    let sink = sink
    return sink.kind == "wav" && choice == nil ? "writing \(sink.name) instead" : "\(sink.kind): \(sink.name)"
  }
}

import Sound
import Synchronization

/// The sound card, or what stands in for it.
package final class SoundPart: Component {
  private struct State {
    var sink: any Sink
    /// `check` has started the sink before `start` was called.
    var isStarted = false
  }

  package let name = "sound"
  package let patience = BackOff.device
  private let engine: SoundEngine
  private let wish: SinkChoice?
  private let isAppliance: Bool
  private let fallback: String
  private let log: BootLog
  private let state: Mutex<State>

  /// - Parameters:
  ///   - engine: what it plays.
  ///   - settings: which sink is wanted; of any card the appliance waits for one, a run by hand takes a file instead.
  ///   - log: where it says so.
  package init(_ engine: SoundEngine, settings: RunSettings, log: BootLog) {
    self.engine = engine
    wish = settings.sink
    isAppliance = settings.isAppliance
    fallback = settings.fallbackWAV
    self.log = log
    state = Mutex(State(sink: (settings.sink ?? .alsa(nil)).make()))
  }

  /// What plays now.
  package var sink: any Sink { state.withLock { $0.sink } }

  /// What was asked for by name and is no card must work: a file that cannot be written is the caller's mistake.
  package func check() throws(SinkError) {
    guard let wish else { return }
    if case .alsa = wish { return }
    // The appliance's is the configuration's: it plays when the pipe can be made.
    if isAppliance, case .fifo = wish { return }
    do { try sink.start(engine) } catch let error as SinkError { throw error } catch { throw SinkError("\(error)") }
    state.withLock { $0.isStarted = true }
  }

  package func start() throws(PartFailure) {
    let wasStarted = state.withLock { state in
      defer { state.isStarted = false }
      return state.isStarted
    }
    if wasStarted { return }
    do { try sink.start(engine) } catch {
      let failure = PartFailure(sentence: "\(error)")
      if isAppliance { throw failure }
      log.part("sound", .warn, "\(failure)")
      let file = ClockedSink.wav(fallback)
      do { try file.start(engine) } catch { throw PartFailure(sentence: "\(error)") }
      state.withLock { $0.sink = file }
    }
  }

  package func stop() { sink.stop() }

  package var condition: Condition {
    let health = sink.health
    // The sink looks for a card that was pulled out by itself; the music waits.
    if let problem = health.problem {
      return health.running ? .degraded(PartFailure(sentence: problem)) : .lost(PartFailure(sentence: problem))
    }
    return .running
  }

  package var summary: String {
    let sink = sink
    return sink.kind == "wav" && wish == nil ? "writing \(sink.name) instead" : "\(sink.kind): \(sink.name)"
  }
}

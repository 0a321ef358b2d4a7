import Foundation
import Sound

/// The sound card, or what stands in for it.
final class SoundPart: Component, @unchecked Sendable {
  let name = "sound"
  let patience = BackOff.device
  private let engine: SoundEngine
  private let wish: SinkChoice?
  private let isAppliance: Bool
  private let fallback: String
  private let log: BootLog
  private let lock = NSLock()
  private var sinkNow: any Sink

  init(_ engine: SoundEngine, settings: RunSettings, log: BootLog) {
    self.engine = engine
    wish = settings.sink
    isAppliance = settings.isAppliance
    fallback = settings.fallbackWAV
    self.log = log
    sinkNow = (settings.sink ?? .alsa(nil)).make()
  }

  var sink: any Sink { lock.withLock { sinkNow } }

  /// What was asked for by name and is no card must work: a file that cannot be written is the caller's mistake.
  func check() throws(SinkError) {
    guard let wish else { return }
    if case .alsa = wish { return }
    do { try sink.start(engine) } catch let error as SinkError { throw error } catch { throw SinkError("\(error)") }
    isStarted = true
  }
  private var isStarted = false

  func start() throws(PartFailure) {
    if isStarted {
      isStarted = false
      return
    }
    do { try sink.start(engine) } catch {
      let failure = PartFailure(sentence: "\(error)")
      if isAppliance { throw failure }
      log.part("sound", .warn, "\(failure)")
      let file = WAVSink(fallback)
      do { try file.start(engine) } catch { throw PartFailure(sentence: "\(error)") }
      lock.withLock { sinkNow = file }
    }
  }

  func stop() { sink.stop() }

  var condition: Condition {
    let health = sink.health
    // The sink looks for a card that was pulled out by itself; the music waits.
    if let problem = health.problem {
      return health.running ? .degraded(PartFailure(sentence: problem)) : .lost(PartFailure(sentence: problem))
    }
    return .running
  }

  var summary: String {
    let sink = sink
    return sink.kind == "wav" && wish == nil ? "writing \(sink.name) instead" : "\(sink.kind): \(sink.name)"
  }
}

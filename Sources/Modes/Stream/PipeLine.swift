import ExternalSources
import GestureFlowAPI
import Realtime
import Sound

/// The inlet of the engine, as the stream controller uses it.
package struct EngineInlet: StreamInlet {
  private let port: InletPort

  /// Makes the inlet.
  /// - Parameter port: the inlet port of the engine.
  package init(port: InletPort) { self.port = port }

  package func set(_ preferences: InletPreferences) {
    port.set(
      InletLevels(
        volume: Float(VolumeCurve.gain(preferences.volume)), cents: Float(preferences.cents), isPaused: preferences.isPaused,
        isAway: preferences.isAway, isHeard: preferences.isHeard))
  }

  package func forget() { port.forget() }

  package var isSilent: Bool { port.state.isSilent }

  package var figures: (fill: Double, driftPPM: Double, starvations: Int) {
    let state = port.state
    return (state.fill, state.driftPPM, state.starvations)
  }
}

/// A configured pipe with its reader, as the stream controller uses it.
final class PipeLine: StreamPipe {
  private final class Listener: Sendable {
    let onNews = Published<(@Sendable () -> Void)?>(nil)
  }

  let name: String
  private let reader: PipeReader
  private let listener = Listener()

  /// Makes the pipe.
  /// - Parameters:
  ///   - settings: name and format of the pipe.
  ///   - port: receives its sound while the pipe is heard.
  init(_ settings: PipeSettings, to port: InletPort) {
    name = settings.name
    reader = PipeReader(settings, to: port) { [listener] _ in listener.onNews.now?() }
  }

  func start(onNews: @escaping @Sendable () -> Void) throws(Failure) {
    listener.onNews.store(onNews)
    try reader.start()
  }

  func stop() {
    listener.onNews.store(nil)
    reader.stop()
  }

  func setHeard(_ isHeard: Bool) { reader.setHeard(isHeard) }

  var playback: StreamStatus.Playback {
    switch reader.state {
    case .waiting, .fault: .waiting
    case .playing: .playing
    case .starved: .starved
    }
  }

  var fault: Failure? {
    guard case .fault(let trouble) = reader.state else { return nil }
    return trouble
  }
}

extension InletPort: PipeOutlet {}

import Settings
import Sound

extension SinkChoice {
  /// Returns the sink, not started.
  public func make() -> any Sink {
    switch self {
    case .alsa(let id): ALSASink(ALSACard(id), label: id ?? "alsa")
    case .wav(let path): ClockedSink.wav(path)
    case .fifo(let path): ClockedSink.fifo(path)
    case .null: ClockedSink.null()
    }
  }
}

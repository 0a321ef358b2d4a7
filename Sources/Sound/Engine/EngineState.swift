/// State of the whole engine, updated once a block. The ports of the channels report each channel's own state
/// (`PlayerState`, `StemState`, `InstrumentState`, `InletState`).
public struct EngineState: Sendable, BitwiseCopyable {
  /// Whether all channels are silent and no fade runs. Tones do not count. False before the first block.
  public var isSilent = false
  /// Frames rendered since the start.
  public var rendered: Int64 = 0
  /// Peak of the loudest block in the last second, 0...1.
  public var peak: Float = 0
  /// State of an engine that has not rendered yet.
  public init() {}
}

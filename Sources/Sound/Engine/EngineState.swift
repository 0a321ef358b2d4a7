/// What the engine does as a whole, once a block. What each kind of channel does, their desks say (`PlayerState`, `StemState`, `InstrumentState`, `InletState`).
public struct EngineState: Sendable, BitwiseCopyable {
  /// Nothing is heard of any channel, not even a fade; tones do not count. False before the first block.
  public var isSilent = false
  /// Frames rendered since the start.
  public var rendered: Int64 = 0
  /// Peak of the block that was loudest since the last second, 0...1.
  public var peak: Float = 0
  /// An engine that has not rendered yet.
  public init() {}
}

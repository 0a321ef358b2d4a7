/// What hands ask of four stems: which one is selected, how loud and how high each is, and what is just being done. Channels count from 0 here.
public struct StemsControl: Sendable, Equatable, BitwiseCopyable {
  /// How many channels there are to select.
  public static let channels = 4

  /// 0...3; nil as long as none was selected.
  public var selected: Int?
  /// The channel whose fingers are being counted, 0...3; nil while none are.
  public var selecting: Int?
  /// 0...1 of the way to its selection.
  public var selectProgress: Float = 0
  /// 0...1, by channel.
  public var volumes: SIMD4<Float>
  /// -200...200, by channel.
  public var pitchCents = SIMD4<Float>.zero
  /// What the right hand moves of the selected channel; nil while it moves nothing.
  public var grip: StemGrip?
  /// The part of the selected channel that two pointing hands show; nil while they show none.
  public var region: LoopRegion?

  /// Values that nothing holds, and no channel selected. - Parameter volume: of every channel, 0...1.
  public init(volume: Float = 0.8) { volumes = SIMD4(repeating: volume) }
}

/// A part of a channel in quarters of its length: from `start` up to, not including, `end`.
public struct LoopRegion: Sendable, Equatable, BitwiseCopyable {
  /// 0...3.
  public let start: Int
  /// 1...4, above `start`; 0 to 4 is the whole channel, which is no loop.
  public let end: Int

  /// - Precondition: 0 <= `start` < `end` <= 4.
  public init(start: Int, end: Int) {
    precondition(0 <= start && start < end && end <= 4, "a region has a quarter at least and four at most")
    self.start = start
    self.end = end
  }
}

/// The values that hands request of four stems.
/// They are the selection, volume and pitch of each stem, and the current action. Channels count from 0 here.
public struct StemsControl: Sendable, Equatable, BitwiseCopyable {
  /// Number of channels that can be selected.
  public static let channels = 4

  /// The selected channel, 0...3; nil before a selection.
  public var selected: Int?
  /// The channel whose fingers are counted, 0...3; nil without a count.
  public var selecting: Int?
  /// Progress of its selection, 0...1.
  public var selectProgress: Float = 0
  /// 0...1, by channel.
  public var volumes: SIMD4<Float>
  /// -200...200, by channel.
  public var pitchCents = SIMD4<Float>.zero
  /// The value of the selected channel that the right hand moves. Nil without one.
  public var grip: StemGrip?
  /// The part of the selected channel that two pointing hands show. Nil without one.
  public var region: LoopRegion?

  /// Creates values that are not held, without a selected channel.
  /// - Parameter volume: of every channel, 0...1.
  public init(volume: Float = 0.8) { volumes = SIMD4(repeating: volume) }
}

/// A part of a channel in quarters of its length. It goes from `start` up to, not including, `end`.
public struct LoopRegion: Sendable, Equatable, BitwiseCopyable {
  /// 0...3.
  public let start: Int
  /// 1...4, above `start`. 0 to 4 is the whole channel, which is not a loop.
  public let end: Int

  /// Creates a region.
  /// - Precondition: 0 <= `start` < `end` <= 4.
  public init(start: Int, end: Int) {
    precondition(0 <= start && start < end && end <= 4, "a region has a quarter at least and four at most")
    self.start = start
    self.end = end
  }
}

/// A frame of the output, and when it is heard.
public struct FrameTime: Sendable, BitwiseCopyable, Equatable {
  /// Counted as `EngineState.rendered`: this one is rendered next.
  public var frame: Int64
  /// Seconds of `Clock` at which it leaves the loudspeaker, as far as the card knows; the limiter's way is counted.
  public var seconds: Double

  /// See the properties.
  public init(frame: Int64, seconds: Double) {
    self.frame = frame
    self.seconds = seconds
  }

  /// When another frame is heard, in seconds of `Clock`.
  public func seconds(of other: Int64) -> Double { seconds + Double(other - frame) / Double(SoundFormat.rate) }

  /// The frame that is heard at a time, or the last one before it. - Parameter seconds: of `Clock`.
  public func frame(at seconds: Double) -> Int64 { frame + Int64(((seconds - self.seconds) * Double(SoundFormat.rate)).rounded(.down)) }
}

/// Smooths what a card says of its delay: many cards count in whole milliseconds of their bus, and the thread that asks is woken now and then between question and clock.
package struct FrameClock: BitwiseCopyable {
  /// Share of a new answer: with a block's 2.7 ms, half of the way takes 0.12 s. A card that is fast by 100 millionths is followed 17 microseconds late.
  private static let share = 1.0 / 64
  /// An answer this far off, in seconds, is no noise: the sound has had a break.
  private static let leap = 0.01

  /// Seconds of `Clock` at which frame 0 would have been heard; nil before the first answer.
  private var start: Double?
  /// Seconds from the begin of a block's rendering to the sound of the frame behind that block, the most since the sound began or had a break: what comes so long before its sound finds its frame not rendered yet.
  package private(set) var lead = 0.0

  package init() {}

  /// Takes one answer. - Parameters:
  ///   - frame: the one behind the block that was rendered last.
  ///   - nanoseconds: of `Clock`, at which that frame is heard.
  ///   - begun: of `Clock`, at which that block's rendering began.
  /// - Returns: the same frame, smoothed.
  @_noLocks package mutating func rtTake(_ frame: Int64, heardAt nanoseconds: Int64, begunAt begun: Int64) -> FrameTime {
    let way = Double(frame) / Double(SoundFormat.rate)
    let told = Double(nanoseconds) * 1e-9 - way
    var (now, least) = (told, -Double.infinity)
    if let start, abs(told - start) < Self.leap { (now, least) = (start + (told - start) * Self.share, lead) }
    start = now
    lead = max(least, now + way - Double(begun) * 1e-9)
    return FrameTime(frame: frame, seconds: now + way)
  }
}
